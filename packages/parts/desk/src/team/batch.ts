import type { Operator } from '@countersign/api/operator';
import { may } from '@countersign/desk/permissions';
import { classPolicyOf } from '../decisions/policy.ts';
import { recall } from '../decisions/recall.ts';
import type { DeskDeps } from '../desk-services.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { heldAnswers } from '../rows/decisions.ts';
import { type KeptReceipt, timeAnswers } from './receipt-operations.ts';

type Deps = Pick<DeskDeps, 'journal' | 'clock' | 'dispatcher'>;

/** Answers that one operation changes: others need not wait long for the writer. */
const atOnce = 50;

function* groupsOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/**
 * How long an answer to many is held while it is recorded and its receipt is not on screen, ms: long enough for a loaded server, and
 * short enough that the agents get it if its browser was closed.
 */
export const batchHoldMs = (rows: number): number => 60_000 + 200 * rows;

const idsOf = (receipts: readonly KeptReceipt[]): string[] =>
  receipts.flatMap(({ decisionId }) => decisionId ?? []);

/** From now on the time for a recall runs, the same for all rows: the longest of their classes. */
export async function releaseBatch(
  { journal, clock, dispatcher }: Deps,
  receipts: readonly KeptReceipt[],
): Promise<number | null> {
  const held = await heldAnswers(journal.read, idsOf(receipts));
  const classes = new Map(held.map((answer) => [`${answer.policy} ${answer.severity}`, answer]));
  let recallMs = 0;
  for (const { prompt: id } of classes.values()) {
    const prompt = await readPrompt(journal.read, id);
    if (prompt === null) continue;
    const policy = await classPolicyOf(journal.read, prompt);
    recallMs = Math.max(recallMs, policy.recallMs);
  }
  if (held.length === 0) return null;
  const releaseAt = clock.now() + recallMs;
  for (const group of groupsOf(held, atOnce))
    await journal.commit(timeAnswers, { decisionIds: group.map(({ id }) => id), releaseAt });
  dispatcher.wake();
  return releaseAt;
}

/** Takes back every row that has not left. */
export async function recallBatch(
  { journal, dispatcher }: Deps,
  operator: Operator,
  receipts: readonly KeptReceipt[],
): Promise<void> {
  const by = { operatorId: operator.id, isAdmin: may(operator, 'administer') };
  for (const group of groupsOf(idsOf(receipts), atOnce))
    await Promise.all(group.map((decisionId) => journal.commit(recall, { decisionId, ...by })));
  dispatcher.wake();
}
