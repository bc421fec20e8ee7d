import type { CreateWebhook, Webhook } from '@countersign/api/webhook';
import { operation } from '../journal/operation.ts';
import type { Transaction } from '../journal/transaction.ts';
import { repeatAnew } from './call-operations.ts';
import { listWebhooks, readWebhook, type WebhookBody } from './records.ts';

/** Who changes a webhook: the id for the audit, the name for display. */
interface Author {
  id: string;
  name: string;
}

const maxWebhooks = 50;

/** An address may contain a secret in its path: the audit has its host only. */
function audit(
  transaction: Transaction,
  by: Author,
  change: { action: string; id: string; webhook: CreateWebhook },
): void {
  const { url, ...rest } = change.webhook;
  const detail = { id: change.id, ...rest, host: new URL(url).host };
  transaction.audit({ operator: by.id, action: change.action, threadId: null, detail });
}

/** Returns null at the maximum number of webhooks. */
export const addWebhook = operation<
  { id: string; webhook: CreateWebhook; secret: string; by: Author },
  Webhook | null
>('addWebhook', (transaction, { id, webhook, secret, by }) => {
  if (listWebhooks(transaction).length >= maxWebhooks) return null;
  const body: WebhookBody = { ...webhook, createdBy: by.name, since: transaction.now };
  transaction.run(
    'INSERT INTO webhooks(id, body, secret, created) VALUES(?,?,?,?)',
    id,
    JSON.stringify(body),
    secret,
    transaction.now,
  );
  audit(transaction, by, { action: 'webhook:add', id, webhook });
  return readWebhook(transaction, id);
});

/** The secret is unchanged. Null = there is no such webhook. */
export const changeWebhook = operation<
  { id: string; webhook: CreateWebhook; by: Author },
  Webhook | null
>('changeWebhook', (transaction, { id, webhook, by }) => {
  const before = readWebhook(transaction, id);
  if (before === null) return null;
  // Prompts that opened while it was off cause no calls when it is switched on.
  const since = webhook.enabled && !before.enabled ? transaction.now : before.since;
  const body: WebhookBody = { ...webhook, createdBy: before.createdBy, since };
  transaction.run('UPDATE webhooks SET body = ? WHERE id = ?', JSON.stringify(body), id);
  const after = readWebhook(transaction, id);
  if (after !== null && after.repeatMs !== before.repeatMs) repeatAnew(transaction, after);
  audit(transaction, by, { action: 'webhook:change', id, webhook });
  return after;
});

export const removeWebhook = operation<{ id: string; by: Author }, boolean>(
  'removeWebhook',
  (transaction, { id, by }) => {
    const webhook = readWebhook(transaction, id);
    if (webhook === null) return false;
    transaction.run('DELETE FROM webhooks WHERE id = ?', id);
    transaction.run('DELETE FROM webhook_calls WHERE webhook = ?', id);
    const { name, url, enabled, severityFrom, repeatMs } = webhook;
    audit(transaction, by, {
      action: 'webhook:remove',
      id,
      webhook: { name, url, enabled, severityFrom, repeatMs },
    });
    return true;
  },
);
