import { createHash } from 'node:crypto';
import type { Prompt } from '@countersign/api/prompt';
import type { Webhook, WebhookCall } from '@countersign/api/webhook';
import type { Connection } from '../journal/database.ts';
import { storedJson } from '../store/stored-json.ts';

type Reading = Pick<Connection, 'get' | 'all'>;

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

export function listWebhooks(reading: Reading): KnownWebhook[] {
  return reading.all<WebhookRow>('SELECT * FROM webhooks ORDER BY created, id').map(toWebhook);
}

export function readWebhook(reading: Reading, id: string): KnownWebhook | null {
  const row = reading.get<WebhookRow>('SELECT * FROM webhooks WHERE id = ?', id);
  return row === undefined ? null : toWebhook(row);
}

/** The stored content of a call; the address of the prompt is added when it is sent. `turn`: 0 = the first, then the repeats. */
export interface CallBody {
  type: Exclude<WebhookCall['type'], 'test'>;
  turn: number;
  data: Omit<WebhookCall['data'], 'url'>;
}

export interface CallRow {
  /** The same for every attempt: a receiver detects repetitions by it. */
  id: string;
  webhook: string;
  prompt: string;
  body: string;
  state: 'pending' | 'done' | 'given-up' | 'dropped';
  due: number;
  attempts: number;
  created: number;
}

/** One id per webhook, prompt and turn: a call that is created twice is one call. */
export function callIdOf(webhookId: string, promptId: string, turn: number): string {
  const digest = createHash('sha256').update(JSON.stringify([webhookId, promptId, turn]));
  return `msg_${digest.digest('hex').slice(0, 32)}`;
}

const iso = (at: number) => new Date(at).toISOString();

/** That a person is needed, but not the question: an agent's words are never sent to webhooks. */
export function callData(prompt: Prompt): CallBody['data'] {
  return {
    promptId: prompt.id,
    taskId: prompt.taskId,
    agentId: prompt.agentId,
    severity: prompt.severity,
    openedAt: iso(prompt.openedAt),
    expiresAt: prompt.expiresAt === null ? null : iso(prompt.expiresAt),
  };
}

const rank = { info: 0, minor: 1, major: 2, critical: 3 };

/** Whether the webhook is called for a prompt. */
export function isToldOf(webhook: KnownWebhook, prompt: Prompt): boolean {
  return (
    webhook.enabled &&
    prompt.state === 'open' &&
    prompt.blocking &&
    prompt.openedAt >= webhook.since &&
    rank[prompt.severity] >= rank[webhook.severityFrom]
  );
}
