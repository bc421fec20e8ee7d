import type { DecisionReceipt } from '@countersign/api/bulk';
import { customName } from '@countersign/hai/event';
import { operation } from '@countersign/server/journal/operation';
import { type KeyedRequest, keepKey, keptUnder, readKey } from '@countersign/server/store/keys';
import type { Reading } from '@countersign/server/store/port';
import { settleAnswerGroups } from '../records/answer-group.ts';
import { placeOf } from '../records/prompt-fact.ts';
import { readDecision, readPrompt } from '../records/prompt-records.ts';
import { heldAnswers, setRelease } from '../rows/decisions.ts';
import { advanceDeliveries } from '../rows/outbox.ts';

/** A receipt as stored: the current prompt and decision are read again. */
export type KeptReceipt = Pick<DecisionReceipt, 'promptId' | 'result' | 'problem'> & {
  decisionId: string | null;
};
export type KeptReceipts = { kind: 'kept'; receipts: KeptReceipt[] } | { kind: 'key-conflict' };

/** An answer of one operator to many prompts. */
export interface BatchName {
  operatorId: string;
  idempotencyKey: string;
}

export const receiptsScope = ({ operatorId }: BatchName): string => `decisions:${operatorId}`;

const recallOf = ({ operatorId, idempotencyKey }: BatchName): KeyedRequest => ({
  scope: `decisions-recalled:${operatorId}`,
  key: idempotencyKey,
  bodyHash: '',
});

/** Stores the receipts of a call with its key; the first ones are kept. */
export const keepReceipts = operation<
  { scope: string; key: string; bodyHash: string; receipts: KeptReceipt[] },
  KeptReceipts
>('keepReceipts', async (transaction, input) => {
  const use = await readKey(transaction, input);
  if (use.kind === 'key-conflict') return use;
  if (use.kind === 'repeated') return { kind: 'kept', receipts: JSON.parse(use.answer) };
  await keepKey(transaction, input, JSON.stringify(input.receipts));
  return { kind: 'kept', receipts: input.receipts };
});

/** The receipts of an earlier call; null = there is none, or it has not ended. */
export async function keptReceipts(
  reading: Reading,
  batch: BatchName,
): Promise<KeptReceipt[] | null> {
  const kept = await keptUnder(reading, receiptsScope(batch), batch.idempotencyKey);
  return kept === null ? null : JSON.parse(kept);
}

/** No further row of it is recorded, whichever server records it. */
export const stopBatch = operation<BatchName, null>('stopBatch', async (transaction, batch) => {
  const mark = recallOf(batch);
  if ((await readKey(transaction, mark)).kind === 'new') await keepKey(transaction, mark, '');
  return null;
});

export const isBatchStopped = async (reading: Reading, batch: BatchName): Promise<boolean> =>
  (await readKey(reading, recallOf(batch))).kind !== 'new';

/** Some answers of a batch leave at this time, unless their own is earlier: the others see when. */
export const timeAnswers = operation<{ decisionIds: string[]; releaseAt: number }, null>(
  'timeAnswers',
  async (transaction, { decisionIds, releaseAt }) => {
    const held = await heldAnswers(transaction, decisionIds);
    const ids = held.map(({ id }) => id);
    if ((await setRelease(transaction, releaseAt, ids)) === 0) return null;
    await advanceDeliveries(transaction, releaseAt, ids);
    for (const thread of new Set(held.map((answer) => answer.thread)))
      await settleAnswerGroups(transaction, thread);
    for (const { id, prompt: promptId } of held) {
      const decision = await readDecision(transaction, id);
      const prompt = await readPrompt(transaction, promptId);
      if (decision === null || prompt === null) continue;
      const fact = { change: 'timed' as const, decision };
      await transaction.fact(placeOf(prompt), customName.decision, fact);
    }
    return null;
  },
);
