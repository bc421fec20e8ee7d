import type { Grant } from '@countersign/api/affordance-call';
import { may } from '@countersign/desk/permissions';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { GrantList } from '../../features/affordances/grant-list.tsx';
import { RemoveDialog } from '../../features/settings/remove-dialog.tsx';
import { errorText } from '../../live/problem-text.ts';
import { useMe } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useReadAgain, useRoute } from '../../live/use-route.ts';
import { affordancesText } from '../../text/affordances.ts';
import { visibleText } from '../../text/visible-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EnvironmentHead } from './environment-places.tsx';

const text = affordancesText.grants;

/** What agents may call in their tasks without asking, because a person has allowed it. */
export function GrantsPage() {
  const grants = useRoute('GET /api/environment/grants', {});
  const me = useMe().data;
  const client = useClient();
  const readAgain = useReadAgain('/api/environment/');
  const [revoking, setRevoking] = useState<Grant | null>(null);
  return (
    <div className="full-height column">
      <EnvironmentHead here="grants" />
      <div className="page-body scroll-area">
        {grants.data === undefined ? (
          grants.isError ? (
            <ErrorPanel
              detail={errorText(grants.error)}
              onRetry={() => void grants.refetch()}
              title={affordancesText.failed}
            />
          ) : (
            <Skeleton rows={3} />
          )
        ) : grants.data.items.length === 0 ? (
          <EmptyState title={text.none}>{text.noneDetail}</EmptyState>
        ) : (
          <>
            <p className="small muted affordance-help">{text.help}</p>
            <GrantList
              grants={grants.data.items}
              mayChange={may(me, 'work')}
              onRevoke={setRevoking}
              taskLink={(taskId, words) => (
                <Link className="link breakable" params={{ taskId }} to="/tasks/$taskId">
                  {words}
                </Link>
              )}
            />
          </>
        )}
      </div>
      <RemoveDialog
        detail={text.revokeDetail}
        onClose={() => setRevoking(null)}
        remove={async () => {
          if (revoking === null) return;
          const params = { id: revoking.id };
          await client.api.call('DELETE /api/environment/grants/:id', { params });
          await readAgain();
        }}
        title={revoking === null ? null : text.revokeAsk(visibleText(revoking.label))}
        yes={text.revoke}
      />
    </div>
  );
}
