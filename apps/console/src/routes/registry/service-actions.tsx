import type { RegisteredService } from '@countersign/api/registry';
import { may } from '@countersign/desk/permissions';
import { Link, useNavigate } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { RemoveDialog } from '../../features/settings/remove-dialog.tsx';
import { Failure } from '../../features/settings/section.tsx';
import { useMe } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useAction } from '../../live/use-action.ts';
import { useReadAgain } from '../../live/use-route.ts';
import { registryText } from '../../text/registry.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

const text = registryText.actions;

/** What an operator can do with a registered service. */
export function ServiceActions({ service }: { service: RegisteredService }) {
  const client = useClient();
  const navigate = useNavigate();
  const renewing = useAction();
  const [isRenewed, setRenewed] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const again = useReadAgain('/api/registry/');
  const { id, lease, name } = service;
  if (!may(useMe().data, 'work')) return null;
  const params = { id };
  const renew = () =>
    client.api.call('POST /api/registry/services/:id/renewal', { params }).finally(again);
  const remove = async () => {
    await client.api.call('DELETE /api/registry/services/:id', { params });
    // First away from the page of a service that is not there any more.
    await navigate({ to: '/agents/registry/services' });
    void again();
  };
  return (
    <>
      <Failure of={renewing.failure} title={text.renewFailed} />
      <span className="visually-hidden" role="status">
        {isRenewed && !renewing.busy ? text.renewed : null}
      </span>
      {lease === null ? null : (
        // Not disabled meanwhile: it keeps the focus.
        <Button aria-busy={renewing.busy} onClick={() => void renewing.run(renew).then(setRenewed)}>
          {text.renew}
        </Button>
      )}
      <Link
        className="button"
        params={{ serviceId: id }}
        search={{ edit: true }}
        to="/agents/registry/services/$serviceId"
      >
        <Icon of={Pencil} />
        {text.edit}
      </Link>
      <Button icon={Trash2} onClick={() => setRemoving(true)}>
        {text.remove}
      </Button>
      <RemoveDialog
        detail={text.removeDetail}
        onClose={() => setRemoving(false)}
        remove={remove}
        title={isRemoving ? text.removeAsk(visibleText(name)) : null}
        yes={text.removeYes}
      />
    </>
  );
}
