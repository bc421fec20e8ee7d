import { logOf } from '@countersign/api/asker';
import type { Prompt } from '@countersign/api/prompt';
import { isSentAlone } from '@countersign/desk/answer-group';
import type { Receipt } from '@countersign/receipt/receipt';
import type { Transaction } from '@countersign/server/store/transaction';
import { answerMessage } from '@countersign/upformat/answer-message';
import type { UpFeedback } from '@countersign/upformat/message';
import { settleAnswerGroups } from '../records/answer-group.ts';
import { deleteUnsent } from '../rows/outbox.ts';
import { enqueueDelivery, enqueueForAsker } from './enqueue.ts';
import { dequeueAnswerGroup } from './queue.ts';

/** A recorded answer to be sent to the agent. */
export interface RecordedAnswer {
  decisionId: string;
  feedback: UpFeedback;
  /** `operator:<id>`, or the server's own name for a default. */
  sender: string;
  /** Not sent before, epoch ms; null = at once. */
  releaseAt: number | null;
  /** Null = it was not signed. */
  receipt: Receipt | null;
}

/** Adds an answer to the outbox, in the format of its question, for its asker; to be called once its decision is written. */
export async function postAnswer(
  transaction: Transaction,
  prompt: Prompt,
  { decisionId, feedback, sender, releaseAt, receipt }: RecordedAnswer,
): Promise<void> {
  const message = answerMessage(prompt.message, feedback, {
    messageId: decisionId,
    timestamp: new Date(transaction.now).toISOString(),
    operator: sender,
    receipt,
  });
  const outgoing = { id: decisionId, message, due: releaseAt ?? transaction.now };
  const { runId } = prompt;
  if (runId === null) await enqueueForAsker(transaction, prompt, outgoing);
  else await enqueueDelivery(transaction, { ...outgoing, kind: 'decision', runId });
  if (!isSentAlone(prompt.origin.answeredBy)) await settleAnswerGroups(transaction, logOf(prompt));
}

/** Removes an unsent answer; false = it was sent. To be called once its prompt is open again. */
export async function takeBackAnswer(
  transaction: Transaction,
  prompt: Prompt,
  decisionId: string,
): Promise<boolean> {
  const { together } = prompt.source;
  if (together !== null) await dequeueAnswerGroup(transaction, logOf(prompt), together);
  const taken = await deleteUnsent(transaction, decisionId);
  if (!isSentAlone(prompt.origin.answeredBy)) await settleAnswerGroups(transaction, logOf(prompt));
  return taken > 0;
}
