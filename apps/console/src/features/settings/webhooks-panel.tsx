import type { CreatedWebhook, CreateWebhook, Webhook } from '@countersign/api/webhook';
import { may } from '@countersign/desk/permissions';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { itemsOf, useChange, useRoute } from '../../live/use-route.ts';
import { webhooksText as text } from '../../text/administration.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CsvButton } from '../../ui/files/csv-button.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { OnlyAdmin, Read, Section } from './section.tsx';
import { webhooksCsv } from './settings-csv.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { webhookForm } from './webhook-form.ts';
import { WebhookRow } from './webhook-row.tsx';

/** The addresses that are called when a person is needed. */
export function WebhooksPanel() {
  const { call } = useClient().api;
  const change = useChange();
  const me = useMe().data;
  const allowed = may(me, 'administer');
  const webhooks = useRoute('GET /api/webhooks', {}, { enabled: allowed, select: itemsOf });
  const [editing, setEditing] = useState<{ webhook: Webhook | null } | null>(null);
  const [removing, setRemoving] = useState<Webhook | null>(null);
  const [added, setAdded] = useState<CreatedWebhook | null>(null);
  const again = () => webhooks.refetch();
  const save = async (webhook: CreateWebhook) => {
    if (editing?.webhook)
      await change('PUT /api/webhooks/:id', { params: { id: editing.webhook.id }, body: webhook });
    else setAdded(await change('POST /api/webhooks', { body: webhook }));
    setEditing(null);
  };
  const list = webhooks.data ?? [];
  const actions = (
    <span className="row">
      {list.length === 0 ? null : <CsvButton name="webhooks" table={() => webhooksCsv(list)} />}
      <Button icon={Plus} onClick={() => setEditing({ webhook: null })}>
        {text.add}
      </Button>
    </span>
  );
  return (
    <Section action={allowed ? actions : undefined} lead={text.lead} title={text.title}>
      {me !== undefined && !allowed ? <OnlyAdmin /> : null}
      {allowed ? (
        <Read of={webhooks}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState title={text.none}>{text.noneDetail}</EmptyState>
            ) : (
              <ul className="line-above settings-list">
                {list.map((webhook) => (
                  <WebhookRow
                    enable={(enabled) =>
                      change('PUT /api/webhooks/:id', {
                        params: { id: webhook.id },
                        body: { ...webhookForm(webhook), enabled },
                      })
                    }
                    key={webhook.id}
                    onEdit={() => setEditing({ webhook })}
                    onRemove={() => setRemoving(webhook)}
                    test={() =>
                      call('POST /api/webhooks/:id/test', { params: { id: webhook.id } }).finally(
                        again,
                      )
                    }
                    webhook={webhook}
                  />
                ))}
              </ul>
            )
          }
        </Read>
      ) : null}
      <WebhookDialog
        onClose={() => setEditing(null)}
        open={editing !== null}
        save={save}
        webhook={editing?.webhook ?? null}
      />
      <SecretDialog
        how={text.secret.how}
        label={text.secret.label}
        onClose={() => setAdded(null)}
        secret={added?.secret ?? null}
        title={text.secret.title(added?.name ?? '')}
      />
      <RemoveDialog
        detail={text.removeDetail}
        onClose={() => setRemoving(null)}
        remove={() => change('DELETE /api/webhooks/:id', { params: { id: removing?.id ?? '' } })}
        title={removing === null ? null : text.removeAsk(removing.name)}
        yes={text.removeYes}
      />
    </Section>
  );
}
