import type { CreateWebhook, Webhook } from '@countersign/api/webhook';
import { jsonEqual } from '@countersign/json/json-equal';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import {
  deleteWebhook,
  insertWebhook,
  listWebhooks,
  readWebhook,
  updateWebhook,
  type WebhookBody,
} from '../rows/webhooks.ts';
import { repeatCalls } from './call-operations.ts';

/** Who changes a webhook: the id for the audit, the name for display. */
interface Author {
  id: string;
  name: string;
}

const maxWebhooks = 50;

/** An address may contain a secret in its path: the audit has its host only. */
async function audit(
  transaction: Transaction,
  by: Author,
  change: { action: string; id: string; webhook: CreateWebhook },
): Promise<void> {
  const { url, ...rest } = change.webhook;
  const detail = { id: change.id, ...rest, host: new URL(url).host };
  await transaction.audit({ operator: by.id, action: change.action, threadId: null, detail });
}

/** Returns null at the maximum number of webhooks. */
export const addWebhook = operation<
  { id: string; webhook: CreateWebhook; secret: string; by: Author },
  Webhook | null
>('addWebhook', async (transaction, { id, webhook, secret, by }) => {
  if ((await listWebhooks(transaction)).length >= maxWebhooks) return null;
  const body: WebhookBody = { ...webhook, createdBy: by.name, since: transaction.now };
  await insertWebhook(transaction, { id, body, secret });
  await audit(transaction, by, { action: 'webhook:add', id, webhook });
  return readWebhook(transaction, id);
});

/** The secret is unchanged. Null = there is no such webhook. */
export const changeWebhook = operation<
  { id: string; webhook: CreateWebhook; by: Author },
  Webhook | null
>('changeWebhook', async (transaction, { id, webhook, by }) => {
  const before = await readWebhook(transaction, id);
  if (before === null || jsonEqual({ ...before, ...webhook }, before)) return before;
  // Prompts that opened while it was off cause no calls when it is switched on.
  const since = webhook.enabled && !before.enabled ? transaction.now : before.since;
  const body: WebhookBody = { ...webhook, createdBy: before.createdBy, since };
  await updateWebhook(transaction, id, body);
  const after = await readWebhook(transaction, id);
  if (after !== null && after.repeatMs !== before.repeatMs) await repeatCalls(transaction, after);
  await audit(transaction, by, { action: 'webhook:change', id, webhook });
  return after;
});

export const removeWebhook = operation<{ id: string; by: Author }, boolean>(
  'removeWebhook',
  async (transaction, { id, by }) => {
    const webhook = await readWebhook(transaction, id);
    if (webhook === null) return false;
    await deleteWebhook(transaction, id);
    const { name, url, enabled, severityFrom, repeatMs } = webhook;
    await audit(transaction, by, {
      action: 'webhook:remove',
      id,
      webhook: { name, url, enabled, severityFrom, repeatMs },
    });
    return true;
  },
);
