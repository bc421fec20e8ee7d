import type { Prompt } from '@countersign/api/prompt';
import type { Webhook } from '@countersign/api/webhook';
import type { WrittenStatement } from '@countersign/json/statement';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { readPrompt } from '../records/prompt-records.ts';
import {
  type CallBody,
  callsOfOpenPrompts,
  deleteCall,
  holdCallRow,
  insertCall,
  openPromptIds,
  type PromptCallBody,
  readCall,
  settleCallRow,
  shiftCallRows,
} from '../rows/webhook-calls.ts';
import {
  capSince,
  type KnownWebhook,
  keepLastDelivery,
  listWebhooks,
  readWebhook,
} from '../rows/webhooks.ts';
import { callData, callIdOf, isCalledFor } from './call-of-prompt.ts';

async function putDown(
  transaction: Transaction,
  call: { webhook: KnownWebhook; prompt: Prompt; turn: number; due: number },
): Promise<void> {
  const { webhook, prompt, turn, due } = call;
  const type = turn === 0 ? 'prompt.opened' : 'prompt.waiting';
  const body: PromptCallBody = { type, turn, data: callData(prompt) };
  // The same call created again, after a crash or a revision, is the same call.
  const id = callIdOf(webhook.id, prompt.id, turn);
  const put = () =>
    insertCall(transaction, { id, webhook: webhook.id, prompt: prompt.id, body, due });
  await transaction.pastDamage('calls', put, undefined);
}

/** Creates the first call for prompts that need one: these, or (null) all open ones. */
export const queueCalls = operation<{ promptIds: string[] | null }, null>(
  'queueCalls',
  async (transaction, { promptIds }) => {
    const all = await transaction.pastDamage('webhooks', () => listWebhooks(transaction), []);
    const webhooks = all.filter((webhook) => webhook.enabled);
    if (webhooks.length === 0) return null;
    for (const id of promptIds ?? (await openPromptIds(transaction))) {
      const prompt = await transaction.pastDamage('calls', () => readPrompt(transaction, id), null);
      if (prompt === null) continue;
      for (const webhook of webhooks) {
        if (!isCalledFor(webhook, prompt)) continue;
        await putDown(transaction, { webhook, prompt, turn: 0, due: transaction.now });
      }
    }
    return null;
  },
  { waits: true },
);

/** The next repeat after a turn, while the prompt is open and was not seen. */
async function putDownRepeat(
  transaction: Transaction,
  last: { webhook: KnownWebhook; promptId: string; turn: number },
): Promise<void> {
  const { webhook, turn } = last;
  const prompt = await readPrompt(transaction, last.promptId);
  if (webhook.repeatMs === null || prompt === null || prompt.seen !== null) return;
  if (!isCalledFor(webhook, prompt)) return;
  const due = transaction.now + webhook.repeatMs;
  await putDown(transaction, { webhook, prompt, turn: turn + 1, due });
}

/** The clock was set: every call, and every further attempt, is as far away as it was. Calls delayed by a snooze follow its time. */
export async function shiftCalls(transaction: Transaction, jumpMs: number): Promise<void> {
  await shiftCallRows(transaction, jumpMs);
  await capSince(transaction);
}

/** Another interval between repeats: planned repeats are planned again. */
export async function repeatCalls(transaction: Transaction, webhook: KnownWebhook): Promise<void> {
  const latest = new Map<string, number>();
  for (const row of await callsOfOpenPrompts(transaction, webhook.id)) {
    const { turn }: CallBody = JSON.parse(row.body);
    if (row.state === 'pending' && row.attempts === 0 && turn > 0) {
      await deleteCall(transaction, row.id);
    } else latest.set(row.prompt, Math.max(turn, latest.get(row.prompt) ?? 0));
  }
  for (const [promptId, turn] of latest) {
    await putDownRepeat(transaction, { webhook, promptId, turn });
  }
}

export interface SettleCallInput {
  id: string;
  ok: boolean;
  status: number | null;
  said: WrittenStatement | null;
  /** When to try again, epoch ms; null = never: it has arrived, or it is abandoned. */
  retryAt: number | null;
}

/** Records the result of an attempt, and plans the next call. */
export const settleCall = operation<SettleCallInput, null>(
  'settleCall',
  async (transaction, input) => {
    const { id, ok, status, said, retryAt } = input;
    const row = await readCall(transaction, id);
    if (row === null || row.state !== 'pending') return null;
    const attempts = row.attempts + 1;
    const state = ok ? 'done' : retryAt === null ? 'given-up' : 'pending';
    await settleCallRow(transaction, { id, state, attempts, due: retryAt ?? row.due });
    const promptId = row.prompt;
    const delivery = { promptId, ok, status, attempts, ...detailOf(said) };
    await keepLastDelivery(transaction, row.webhook, delivery);
    const webhook = await readWebhook(transaction, row.webhook);
    if (state !== 'pending' && webhook !== null) {
      const { turn }: CallBody = JSON.parse(row.body);
      await putDownRepeat(transaction, { webhook, promptId, turn });
    }
    return null;
  },
  { waits: true },
);

type Delivery = Omit<NonNullable<Webhook['lastDelivery']>, 'at'>;

/** Records the result of a test. */
export const keepTest = operation<{ webhookId: string; delivery: Delivery }, null>(
  'keepTest',
  async (transaction, { webhookId, delivery }) => {
    await keepLastDelivery(transaction, webhookId, delivery);
    return null;
  },
);

/** Drops a call that is no longer needed, or (`until`, epoch ms) postpones it. */
export const holdCall = operation<{ id: string; until: number | null }, null>(
  'holdCall',
  async (transaction, { id, until }) => {
    await holdCallRow(transaction, id, until);
    return null;
  },
  { waits: true },
);

/** The members of a stored delivery. */
export const detailOf = (said: WrittenStatement | null) =>
  said === null ? { detail: null } : { detail: said.text, statement: said.statement };
