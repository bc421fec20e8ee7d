import type { Webhook } from '@countersign/api/webhook';
import type { Reading, Writing } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';

/** The JSON of the row of a webhook. `since`: when it was created or switched on, epoch ms. */
export interface WebhookBody extends Omit<Webhook, 'id' | 'lastDelivery'> {
  since: number;
}

export interface KnownWebhook extends Webhook {
  since: number;
  /** Sealed. */
  secret: string;
}

interface WebhookRow {
  id: string;
  body: string;
  secret: string;
  created: number;
  last: string | null;
}

const toWebhook = (row: WebhookRow): KnownWebhook => {
  const body: WebhookBody = storedJson(row.body);
  const lastDelivery: KnownWebhook['lastDelivery'] =
    row.last === null ? null : storedJson(row.last);
  return { id: row.id, ...body, secret: row.secret, lastDelivery };
};

/** All of them, oldest first. */
export async function listWebhooks(reading: Reading): Promise<KnownWebhook[]> {
  const rows = await reading.all<WebhookRow>('SELECT * FROM webhooks ORDER BY created, id');
  return rows.map(toWebhook);
}

export async function readWebhook(reading: Reading, id: string): Promise<KnownWebhook | null> {
  const row = await reading.get<WebhookRow>('SELECT * FROM webhooks WHERE id = ?', id);
  return row === undefined ? null : toWebhook(row);
}

export const hasWebhooks = async (reading: Reading): Promise<boolean> =>
  (await reading.get('SELECT 1 FROM webhooks LIMIT 1')) !== undefined;

export async function insertWebhook(
  writing: Writing,
  webhook: { id: string; body: WebhookBody; secret: string },
): Promise<void> {
  await writing.run(
    'INSERT INTO webhooks(id, body, secret, created) VALUES(?,?,?,?)',
    webhook.id,
    JSON.stringify(webhook.body),
    webhook.secret,
    writing.now,
  );
}

export async function updateWebhook(
  writing: Writing,
  id: string,
  body: WebhookBody,
): Promise<void> {
  await writing.run('UPDATE webhooks SET body = ? WHERE id = ?', JSON.stringify(body), id);
}

/** With its calls. */
export async function deleteWebhook(writing: Writing, id: string): Promise<void> {
  await writing.run('DELETE FROM webhooks WHERE id = ?', id);
  await writing.run('DELETE FROM webhook_calls WHERE webhook = ?', id);
}

export async function keepLastDelivery(
  writing: Writing,
  id: string,
  delivery: Omit<NonNullable<Webhook['lastDelivery']>, 'at'>,
): Promise<void> {
  const last = JSON.stringify({ at: writing.now, ...delivery });
  await writing.run('UPDATE webhooks SET last = ? WHERE id = ?', last, id);
}

/** The clock is earlier than when they were created: prompts that open from now on are included nevertheless. */
export async function capSince(writing: Writing): Promise<void> {
  for (const { id, secret: _, lastDelivery: __, ...body } of await listWebhooks(writing)) {
    if (body.since > writing.now) await updateWebhook(writing, id, { ...body, since: writing.now });
  }
}
