import { canAnswerFollow } from '@countersign/desk/prompt-life';
import { opensAgain } from '@countersign/desk/recall';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Transaction } from '@countersign/server/store/transaction';
import { decisionFact } from '../outbox/enqueue.ts';
import { promptFact } from '../records/prompt-fact.ts';
import { readDecision, readPrompt } from '../records/prompt-records.ts';
import { markDecisionFailed, noteDoubt } from '../rows/decisions.ts';
import { markDead } from '../rows/outbox.ts';
import { removeExpiry, reopenPrompt } from '../rows/questions/prompts.ts';
import { restartEscalation } from './deadlines/escalation.ts';

/**
 * An answer failed: the agent refused it, or it could not be delivered. The decision records the reason, and the question is open
 * again for a person. Nothing happens if the answer has arrived, or was recalled.
 */
export async function returnAnswer(
  transaction: Transaction,
  decisionId: string,
  { as, reason }: { as: 'refused' | 'undeliverable'; reason: WrittenStatement },
): Promise<void> {
  await drop(transaction, decisionId);
  const before = await readDecision(transaction, decisionId);
  if (before === null || !canAnswerFollow(before.state, as)) return;
  await markDecisionFailed(transaction, { state: as, reason, id: decisionId });
  await decisionFact(transaction, decisionId, as);
  const decision = await readDecision(transaction, decisionId);
  const prompt = decision === null ? null : await readPrompt(transaction, decision.promptId);
  if (decision === null || prompt === null || !opensAgain(prompt, decision, transaction.now))
    return;
  await reopenPrompt(transaction, prompt.id);
  await restartEscalation(transaction, prompt);
  await promptFact(transaction, prompt.id, 'reopened');
}

/**
 * An answer that no person gave is not sent. Its question is open for people, without a deadline: what was not sent at the deadline
 * is not sent at another.
 */
export async function leaveToPeople(
  transaction: Transaction,
  decisionId: string,
  reason: WrittenStatement,
): Promise<void> {
  await returnAnswer(transaction, decisionId, { as: 'undeliverable', reason });
  const decision = await readDecision(transaction, decisionId);
  const prompt = decision === null ? null : await readPrompt(transaction, decision.promptId);
  if (decision?.state !== 'undeliverable' || prompt?.state !== 'answered') return;
  await removeExpiry(transaction, prompt.id);
  await reopenPrompt(transaction, prompt.id);
  await promptFact(transaction, prompt.id, 'reopened');
}

/**
 * An answer has left, and whether the agent has carried it out is not known. It stays the answer: asked again, a person would decide a
 * second time what may be done. Nothing more is sent.
 */
export async function leaveInDoubt(
  transaction: Transaction,
  decisionId: string,
  reason: WrittenStatement,
): Promise<void> {
  await drop(transaction, decisionId);
  const changed = await noteDoubt(transaction, reason, decisionId);
  if (changed > 0) await decisionFact(transaction, decisionId, 'in-doubt');
}

const drop = (transaction: Transaction, decisionId: string) =>
  transaction.pastDamage('outbox', () => markDead(transaction, decisionId), 0);

/** Abandoned, with a reason that an operator can act on. */
export const markUndeliverable = (
  transaction: Transaction,
  decisionId: string,
  reason: WrittenStatement,
): Promise<void> => returnAnswer(transaction, decisionId, { as: 'undeliverable', reason });
