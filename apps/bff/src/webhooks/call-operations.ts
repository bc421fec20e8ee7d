import type { Prompt } from '@countersign/api/prompt';
import type { Webhook } from '@countersign/api/webhook';
import { operation } from '../journal/operation.ts';
import type { Transaction } from '../journal/transaction.ts';
import { readPrompt } from '../records/prompt-records.ts';
import {
  type CallBody,
  type CallRow,
  callData,
  callIdOf,
  isToldOf,
  type KnownWebhook,
  listWebhooks,
  readWebhook,
} from './records.ts';

function putDown(
  transaction: Transaction,
  call: { webhook: KnownWebhook; prompt: Prompt; turn: number; due: number },
): void {
  const { webhook, prompt, turn, due } = call;
  const type = turn === 0 ? 'prompt.opened' : 'prompt.waiting';
  const body: CallBody = { type, turn, data: callData(prompt) };
  // The same call created again, after a crash or a revision, is the same call.
  const put = () =>
    transaction.run(
      `INSERT OR IGNORE INTO webhook_calls(id, webhook, prompt, body, state, due, created) VALUES(?,?,?,?,'pending',?,?)`,
      callIdOf(webhook.id, prompt.id, turn),
      webhook.id,
      prompt.id,
      JSON.stringify(body),
      due,
      due,
    );
  transaction.pastDamage('calls', put, 0);
}

/** Ids from an index only: an unreadable prompt does not prevent calls for the others. */
const openPromptIds = (transaction: Transaction): string[] =>
  transaction
    .all<{ id: string }>(`SELECT id FROM prompts INDEXED BY prompts_state WHERE state = 'open'`)
    .map(({ id }) => id);

/** Creates the first call for prompts that need one: these, or (null) all open ones. */
export const queueCalls = operation<{ promptIds: string[] | null }, null>(
  'queueCalls',
  (transaction, { promptIds }) => {
    const webhooks = transaction
      .pastDamage('webhooks', () => listWebhooks(transaction), [])
      .filter((webhook) => webhook.enabled);
    if (webhooks.length > 0) {
      const prompts = (promptIds ?? openPromptIds(transaction)).flatMap(
        (id) => transaction.pastDamage('calls', () => readPrompt(transaction, id), null) ?? [],
      );
      for (const prompt of prompts) {
        for (const webhook of webhooks) {
          if (isToldOf(webhook, prompt)) {
            putDown(transaction, { webhook, prompt, turn: 0, due: transaction.now });
          }
        }
      }
    }
    return null;
  },
  { waits: true },
);

/** The next repeat after a turn, while the prompt is open and was not seen. */
function putDownRepeat(
  transaction: Transaction,
  last: { webhook: KnownWebhook; promptId: string; turn: number },
): void {
  const { webhook, turn } = last;
  const prompt = readPrompt(transaction, last.promptId);
  if (webhook.repeatMs === null || prompt === null || prompt.seen !== null) return;
  if (!isToldOf(webhook, prompt)) return;
  const due = transaction.now + webhook.repeatMs;
  putDown(transaction, { webhook, prompt, turn: turn + 1, due });
}

/** The clock was set: every call, and every further attempt, is as far away as it was. Calls delayed by a snooze follow its time. */
export function shiftCalls(transaction: Transaction, jumpMs: number): void {
  transaction.run(
    `UPDATE webhook_calls SET due = due + ? WHERE state = 'pending'
       AND due IS NOT (SELECT p.wake_at FROM prompts p WHERE p.id = webhook_calls.prompt)`,
    jumpMs,
  );
  // Prompts that open from now on are included, although the clock was later when the webhook was created.
  transaction.run(
    `UPDATE webhooks SET body = json_set(body, '$.since', ?) WHERE json_extract(body, '$.since') > ?`,
    transaction.now,
    transaction.now,
  );
}

/** Another interval between repeats: planned repeats are planned again. */
export function repeatAnew(transaction: Transaction, webhook: KnownWebhook): void {
  const rows = transaction.all<CallRow>(
    `SELECT * FROM webhook_calls WHERE webhook = ? AND prompt IN (SELECT id FROM prompts WHERE state = 'open')`,
    webhook.id,
  );
  const latest = new Map<string, number>();
  for (const row of rows) {
    const { turn }: CallBody = JSON.parse(row.body);
    if (row.state === 'pending' && row.attempts === 0 && turn > 0) {
      transaction.run('DELETE FROM webhook_calls WHERE id = ?', row.id);
    } else latest.set(row.prompt, Math.max(turn, latest.get(row.prompt) ?? 0));
  }
  for (const [promptId, turn] of latest) putDownRepeat(transaction, { webhook, promptId, turn });
}

export interface SettleCallInput {
  id: string;
  ok: boolean;
  status: number | null;
  detail: string | null;
  /** When to try again, epoch ms; null = never: it has arrived, or it is abandoned. */
  retryAt: number | null;
}

/** Records the result of an attempt, and plans the next call. */
export const settleCall = operation<SettleCallInput, null>(
  'settleCall',
  (transaction, input) => {
    const { id, ok, status, detail, retryAt } = input;
    const row = transaction.get<CallRow>('SELECT * FROM webhook_calls WHERE id = ?', id);
    if (row === undefined || row.state !== 'pending') return null;
    const attempts = row.attempts + 1;
    const state = ok ? 'done' : retryAt === null ? 'given-up' : 'pending';
    transaction.run(
      'UPDATE webhook_calls SET state = ?, attempts = ?, due = ? WHERE id = ?',
      state,
      attempts,
      retryAt ?? row.due,
      id,
    );
    const promptId = row.prompt;
    keepLast(transaction, row.webhook, { promptId, ok, status, attempts, detail });
    const webhook = readWebhook(transaction, row.webhook);
    if (state !== 'pending' && webhook !== null) {
      const { turn }: CallBody = JSON.parse(row.body);
      putDownRepeat(transaction, { webhook, promptId, turn });
    }
    return null;
  },
  { waits: true },
);

type Delivery = Omit<NonNullable<Webhook['lastDelivery']>, 'at'>;

function keepLast(transaction: Transaction, webhookId: string, delivery: Delivery): void {
  const last = JSON.stringify({ at: transaction.now, ...delivery });
  transaction.run('UPDATE webhooks SET last = ? WHERE id = ?', last, webhookId);
}

/** Records the result of a test. */
export const keepTest = operation<{ webhookId: string; delivery: Delivery }, null>(
  'keepTest',
  (transaction, { webhookId, delivery }) => {
    keepLast(transaction, webhookId, delivery);
    return null;
  },
);

/** Drops a call that is no longer needed, or (`until`, epoch ms) postpones it. */
export const holdCall = operation<{ id: string; until: number | null }, null>(
  'holdCall',
  (transaction, { id, until }) => {
    transaction.run(
      `UPDATE webhook_calls SET state = ?, due = COALESCE(?, due) WHERE id = ? AND state = 'pending'`,
      until === null ? 'dropped' : 'pending',
      until,
      id,
    );
    return null;
  },
  { waits: true },
);
