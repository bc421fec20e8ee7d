import type { Prompt } from '@countersign/api/prompt';
import { answerMessage } from '@countersign/upformat/answer-message';
import type { UpFeedback } from '@countersign/upformat/message';
import type { Transaction } from '../journal/transaction.ts';
import { settleAnswerGroups } from '../records/answer-group.ts';
import { enqueueDelivery } from './enqueue.ts';
import { dequeueAnswerGroup } from './queue.ts';

/** A recorded answer to be sent to the agent. */
export interface RecordedAnswer {
  decisionId: string;
  feedback: UpFeedback;
  /** `operator:<id>`, or the server's own name for a default. */
  sender: string;
  /** Not sent before, epoch ms; null = at once. */
  releaseAt: number | null;
}

/** Adds an answer to the outbox, in the format of its question; to be called once its decision is written. */
export function postAnswer(
  transaction: Transaction,
  prompt: Prompt,
  { decisionId, feedback, sender, releaseAt }: RecordedAnswer,
): void {
  const message = answerMessage(prompt.message, feedback, {
    messageId: decisionId,
    timestamp: new Date(transaction.now).toISOString(),
    operator: sender,
  });
  enqueueDelivery(transaction, {
    id: decisionId,
    kind: 'decision',
    runId: prompt.runId,
    message,
    due: releaseAt ?? transaction.now,
  });
  if (prompt.origin.answeredBy !== 'message') settleAnswerGroups(transaction, prompt.taskId);
}

/** Removes an unsent answer; false = it was sent. To be called once its prompt is open again. */
export function takeBackAnswer(
  transaction: Transaction,
  prompt: Prompt,
  decisionId: string,
): boolean {
  const { together } = prompt.source;
  if (together !== null) dequeueAnswerGroup(transaction, prompt.taskId, together);
  const taken = transaction.run(
    `DELETE FROM outbox WHERE id = ? AND state IN ('pending', 'held') AND attempts = 0`,
    decisionId,
  );
  if (prompt.origin.answeredBy !== 'message') settleAnswerGroups(transaction, prompt.taskId);
  return taken > 0;
}
