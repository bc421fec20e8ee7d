import { type Grouped, isSentAlone, settleAnswers } from '@countersign/desk/answer-group';
import type { Reading } from '@countersign/server/store/port';
import type { Transaction } from '@countersign/server/store/transaction';
import { groupOf, openGroups, openTogether, unsentAnswers } from '../rows/answer-groups.ts';
import { placeDelivery } from '../rows/outbox.ts';

/** The maximum of listed ids: a fact that lists a thousand others, a thousand times, would fill the journal. */
const maxNamed = 100;

/** Ids of the prompts that must be answered too before the answer to this one can be sent, as in `heldBackBy`; the first hundred. */
export async function waitsFor(reading: Reading, promptId: string): Promise<string[]> {
  const one = await groupOf(reading, promptId);
  if (one === undefined || isSentAlone(one.answeredBy)) return [];
  const isOffer = one.answeredBy === 'words';
  const waiting = await openTogether(reading, { ...one, promptId, isOffer }, maxNamed);
  return waiting.map(({ id }) => id);
}

/**
 * Holds the answers of a task that wait for others, and releases those that do not wait any more: together, and not before the last
 * of them can no longer be recalled. To be called whenever a prompt opens, closes, or is answered.
 */
export async function settleAnswerGroups(
  transaction: Transaction,
  threadId: string,
): Promise<void> {
  // In this order: there are few unsent answers, but many old ones.
  const unsent = await unsentAnswers(transaction, threadId, transaction.now);
  if (unsent.length === 0) return;
  for (const { id, state, due } of settleAnswers(unsent, await openIn(transaction, threadId)))
    await placeDelivery(transaction, { state, due, id });
}

/** The open questions of a task, by what they are answered together with. */
export const openIn = async (reading: Reading, threadId: string): Promise<Grouped[]> =>
  openGroups(reading, threadId);
