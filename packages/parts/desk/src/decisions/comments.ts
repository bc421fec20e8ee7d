import type { Prompt } from '@countersign/api/prompt';
import { receivesComments } from '@countersign/desk/accept-answer';
import { operation } from '@countersign/server/journal/operation';
import { keepKey, readKey } from '@countersign/server/store/keys';
import { answerMessage } from '@countersign/upformat/answer-message';
import type { UpFeedback } from '@countersign/upformat/message';
import { enqueueDelivery } from '../outbox/enqueue.ts';
import { aboutPrompt } from '../records/about-prompt.ts';
import { promptFact } from '../records/prompt-fact.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { insertComment } from '../rows/comments.ts';

export interface CommentInput {
  promptId: string;
  commentId: string;
  operator: { id: string; name: string };
  /** Of type `comment`. */
  feedback: UpFeedback;
  key: string;
  bodyHash: string;
}

export type CommentOutcome =
  | { kind: 'added'; prompt: Prompt }
  | { kind: 'closed'; prompt: Prompt }
  | { kind: 'key-conflict' }
  | { kind: 'unknown' };

/**
 * Adds a comment to an open prompt, which stays open, and sends it to the agent if it accepts comments. Repeated requests have no
 * effect.
 */
export const commentPrompt = operation<CommentInput, CommentOutcome>(
  'commentPrompt',
  async (transaction, input) => {
    const { promptId, commentId, operator, feedback } = input;
    const prompt = await readPrompt(transaction, promptId);
    if (prompt === null) return { kind: 'unknown' };
    const request = { ...input, scope: `comment:${operator.id}` };
    const use = await readKey(transaction, request);
    if (use.kind === 'key-conflict') return use;
    if (use.kind === 'repeated') return { kind: 'added', prompt };
    if (prompt.state !== 'open') return { kind: 'closed', prompt };
    const { now } = transaction;
    await insertComment(transaction, {
      id: commentId,
      promptId,
      byId: operator.id,
      byName: operator.name,
      feedback: JSON.stringify(feedback),
    });
    await keepKey(transaction, request, commentId);
    const { runId } = prompt;
    if (runId !== null && receivesComments(prompt)) {
      const message = answerMessage(prompt.message, feedback, {
        messageId: commentId,
        timestamp: new Date(now).toISOString(),
        operator: `operator:${operator.id}`,
      });
      await enqueueDelivery(transaction, {
        id: commentId,
        kind: 'notice',
        runId,
        message,
        due: now,
      });
    }
    await promptFact(transaction, promptId, 'commented');
    await transaction.audit({
      operator: operator.id,
      action: 'comment',
      threadId: prompt.taskId,
      detail: { ...aboutPrompt(prompt), commentId, feedback },
    });
    return { kind: 'added', prompt: (await readPrompt(transaction, promptId)) ?? prompt };
  },
);
