import type { DecisionFact } from '@countersign/api/fact';
import type { Decision, Prompt } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { isRecallable, mayRecall } from '@countersign/desk/recall';
import { customName } from '@countersign/hai/event';
import type { WrittenStatement } from '@countersign/json/statement';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { takeBackAnswer } from '../outbox/post-answer.ts';
import { aboutPrompt } from '../records/about-prompt.ts';
import { stopperOf } from '../records/control-records.ts';
import { placeOf, promptFact } from '../records/prompt-fact.ts';
import { readDecision, readPrompt } from '../records/prompt-records.ts';
import { markDecisionRecalled, unsentByRules } from '../rows/decisions.ts';
import { unsentStateOf } from '../rows/outbox.ts';
import { reopenPrompt } from '../rows/questions/prompts.ts';
import { restartEscalation } from './deadlines/escalation.ts';
import { closePrompt } from './questions/close-prompt.ts';

export type RecallOutcome =
  | { kind: 'recalled'; decision: Decision }
  /** It has been sent, or may not be recalled any more. */
  | { kind: 'left'; decision: Decision; prompt: Prompt }
  | { kind: 'forbidden' }
  | { kind: 'unknown' };

/** Takes an answer back before it is sent: its prompt is open again, as it was shown. A repeated request has no effect. */
export const recall = operation<
  { decisionId: string; operatorId: string; isAdmin: boolean },
  RecallOutcome
>('recall', async (transaction, { decisionId, operatorId, isAdmin }) => {
  const decision = await readDecision(transaction, decisionId);
  const prompt = decision === null ? null : await readPrompt(transaction, decision.promptId);
  if (decision === null || prompt === null) return { kind: 'unknown' };
  if (!mayRecall(decision, { operatorId, isAdmin })) return { kind: 'forbidden' };
  if (decision.state === 'recalled') return { kind: 'recalled', decision };
  if (!(await isHere(transaction, decision))) return { kind: 'left', decision, prompt };
  await takeBack(transaction, prompt, decision, { operator: operatorId, reason: null });
  await closeAfterStop(transaction, prompt);
  return { kind: 'recalled', decision: (await readDecision(transaction, decisionId)) ?? decision };
});

/**
 * The agent sends a question again whose answer has not been sent yet: the answer is taken back, because it was given to different
 * content. Returns the prompt as it is then; nothing happens if the answer has been sent.
 */
export async function takeBackOutdated(
  transaction: Transaction,
  prompt: Prompt,
  reason: WrittenStatement,
): Promise<Prompt> {
  const { decision } = prompt;
  if (decision === null || !(await isHere(transaction, decision))) return prompt;
  await takeBack(transaction, prompt, decision, { operator: 'countersign', reason });
  return (await readPrompt(transaction, prompt.id)) ?? prompt;
}

/** Takes back the unsent answers of rules: their prompts are left to people. Returns how many. */
export async function takeBackByRules(transaction: Transaction, operator: string): Promise<number> {
  const rows = await unsentByRules(transaction);
  let count = 0;
  const rulesStopped = say('delivery.rules-stopped');
  for (const { id } of rows) {
    const decision = await readDecision(transaction, id);
    const prompt = decision === null ? null : await readPrompt(transaction, decision.promptId);
    if (decision === null || prompt === null || !(await isHere(transaction, decision))) continue;
    await takeBack(transaction, prompt, decision, { operator, reason: rulesStopped });
    await closeAfterStop(transaction, prompt);
    count += 1;
  }
  return count;
}

/** Whether it can still be taken back, by its state in the outbox. */
async function isHere(transaction: Transaction, decision: Decision): Promise<boolean> {
  const delivery = await unsentStateOf(transaction, decision.id);
  if (delivery === undefined) return false;
  const on = { isHeld: delivery.state === 'held', isTried: delivery.attempts > 0 };
  return isRecallable(decision, on, transaction.now);
}

async function takeBack(
  transaction: Transaction,
  prompt: Prompt,
  decision: Decision,
  cause: { operator: string; reason: WrittenStatement | null },
): Promise<void> {
  await markDecisionRecalled(transaction, cause.reason, decision.id);
  await reopenPrompt(transaction, prompt.id);
  if (!(await takeBackAnswer(transaction, prompt, decision.id))) {
    throw new Error(`decision ${decision.id} has left`);
  }
  const recalled = (await readDecision(transaction, decision.id)) ?? decision;
  const fact: DecisionFact = { change: 'recalled', decision: recalled };
  await transaction.fact(placeOf(prompt), customName.decision, fact);
  await restartEscalation(transaction, prompt);
  await promptFact(transaction, prompt.id, 'reopened');
  const { operator, reason } = cause;
  await transaction.audit({
    operator,
    action: 'recall',
    threadId: prompt.taskId,
    detail: {
      decisionId: decision.id,
      ...aboutPrompt(prompt),
      ...(reason === null ? {} : { reason: reason.text }),
    },
  });
}

/** While the answer was held its run may have been stopped, and its questions withdrawn. */
async function closeAfterStop(transaction: Transaction, prompt: Prompt): Promise<void> {
  const { runId } = prompt;
  if (prompt.way?.run !== 'stopped' || runId === null) return;
  const reason = say('closed.run-stopped');
  const stoppedBy = await stopperOf(transaction, runId);
  await closePrompt(transaction, prompt.id, 'withdrawn', { runId, reason, stoppedBy });
}
