import { createHash } from 'node:crypto';
import type { Prompt } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import type { Transaction } from '@countersign/server/store/transaction';
import { endedMessage } from '@countersign/upformat/ended-message';
import type { Ended, UpMessage } from '@countersign/upformat/message';
import { isBlocking } from '@countersign/upformat/prompt';
import { promptIdOf } from '@countersign/upformat/prompt-id';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { enqueueDelivery } from '../../outbox/enqueue.ts';
import { promptFact } from '../../records/prompt-fact.ts';
import { readPromptOf } from '../../records/prompt-records.ts';
import { isGroupSettled } from '../../rows/answer-groups.ts';
import { askedAt } from '../../rows/interrupts.ts';
import { rewordEnd } from '../../rows/questions/prompts.ts';
import type { ReceivedAsk } from './received-ask.ts';

/**
 * Reports to an agent that its question has ended without an answer, through the outbox, once. For an agent that waits for the
 * answer a new run is started if nothing else reaches it; to one that has offered a refinement it is sent only while its run is
 * open. To be called when the question is closed.
 */
export async function reportEnd(
  transaction: Transaction,
  prompt: Prompt,
  { ended, explanation }: { ended: Ended; explanation: string },
): Promise<void> {
  const { runId, origin, source, taskId } = prompt;
  if (runId === null || taskId === null) return;
  const { answeredBy } = origin;
  if (answeredBy === 'asker') return;
  // The last of a group: the answers to the others say which were given up.
  const isOfGroup = answeredBy === 'resume' || answeredBy === 'result';
  if (isOfGroup && !(await isGroupSettled(transaction, taskId, source?.together ?? null))) return;
  const asked = await askedAt(transaction, prompt.id);
  // A button or a form is known to its agent by the message it is in.
  const messageId = answeredBy === 'words' && source !== null ? source.id : asked?.message_id;
  const message = endedMessage(
    messageId === undefined ? prompt.message : { ...prompt.message, messageId },
    { ended, explanation },
    {
      messageId: endIdOf(prompt.id),
      timestamp: new Date(transaction.now).toISOString(),
    },
  );
  await enqueueDelivery(transaction, {
    id: message.messageId,
    kind: isBlocking(prompt.message) ? 'end' : 'notice',
    runId,
    message,
    due: transaction.now,
  });
}

/** Says with a question that has ended that its agent does not know: people see it where the answer would be. */
export async function noteUnreported(
  transaction: Transaction,
  threadId: string,
  { parentMessageId = '' }: UpMessage,
): Promise<void> {
  const prompt = await readPromptOf(transaction, threadId, parentMessageId);
  const { closedReason: text = null, closedStatement: statement } = prompt ?? {};
  if (prompt === null || text === null || statement === undefined) return;
  const ended = { text, statement };
  await rewordEnd(transaction, prompt.id, say('closed.not-reported', { ended }));
  await promptFact(transaction, prompt.id, 'rerouted');
}

/** Reports to an open run that its question was too large to be read: nobody can answer it as it is. */
export async function reportTooLarge(
  transaction: Transaction,
  { threadId, runId }: { threadId: string; runId: string },
  { message: shown, source }: Pick<ReceivedAsk, 'message' | 'source'>,
): Promise<void> {
  const message = endedMessage(
    { ...shown, messageId: source.id },
    { ended: 'too-large', explanation: `${upPromptOf(shown).ask ?? ''}. Ask again with less.` },
    {
      messageId: endIdOf(promptIdOf(threadId, shown.messageId)),
      timestamp: new Date(transaction.now).toISOString(),
    },
  );
  await enqueueDelivery(transaction, {
    ...{ id: message.messageId, kind: 'notice', runId, message, due: transaction.now },
  });
}

/** A question ends without an answer once, so the message about it has one id: a UUID made of that of the question. */
function endIdOf(promptId: string): string {
  const hex = createHash('sha256').update(`ended ${promptId}`).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}
