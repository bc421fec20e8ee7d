import type { Message } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { Thread } from '@countersign/thread/thread';
import type { UpFeedback } from '@countersign/upformat/message';
import type { Parcel } from '../decisions/outbox-operations.ts';

/** Composes the request that starts a run (HAI section 2). */
export interface RunInputs {
  first(task: {
    threadId: string;
    content: string;
    messageId: string;
    input?: Record<string, unknown> | undefined;
  }): RunAgentInput;
  /** Words into a task whose run cannot take them: a new run with what was said before. */
  following(words: { threadId: string; messageId: string; content: string }): RunAgentInput;
  /** An answer, or words, that the run they were meant for cannot take any more. */
  carrying(parcel: Parcel): RunAgentInput;
}

const maxHistory = 200;

export function createRunInputs(options: {
  createId: () => string;
  threadOf: (threadId: string) => Thread;
}): RunInputs {
  const { createId, threadOf } = options;
  const history = (threadId: string, except: string): Message[] =>
    threadOf(threadId)
      .items.flatMap((item): Message[] => {
        if (item.kind !== 'message' || item.messageId === except) return [];
        const content = item.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
        const role = item.role === 'user' ? 'user' : 'assistant';
        return content === '' ? [] : [{ id: item.messageId, role, content }];
      })
      .slice(-maxHistory);
  const following: RunInputs['following'] = ({ threadId, messageId, content }) => ({
    threadId,
    runId: createId(),
    messages: [...history(threadId, messageId), { id: messageId, role: 'user', content }],
    tools: [],
    context: [],
    forwardedProps: {},
  });
  return {
    first: ({ threadId, content, messageId, input }) => ({
      threadId,
      runId: createId(),
      messages: [{ id: messageId, role: 'user', content }],
      tools: [],
      context: [],
      forwardedProps: input === undefined ? {} : { input },
    }),
    following,
    carrying(parcel) {
      const { upFeedback } = parcel.message;
      const content = upFeedback === undefined ? '' : inWords(upFeedback);
      const words = { threadId: parcel.run.threadId, messageId: parcel.id, content };
      return {
        ...following(words),
        parentRunId: parcel.run.id,
        forwardedProps: { upFormat: parcel.message },
      };
    },
  };
}

/** An answer as a user's message, for agents that read only words. */
export function inWords(feedback: UpFeedback): string {
  switch (feedback.type) {
    case 'comment':
    case 'instruction':
      return feedback.content.text;
    case 'approve':
      return feedback.content?.reason ? `Approved: ${feedback.content.reason}` : 'Approved.';
    case 'reject':
      return feedback.content?.reason ? `Rejected: ${feedback.content.reason}` : 'Rejected.';
    case 'rank':
      return `Ranked: ${feedback.content.order.join(', ')}`;
    case 'edit':
      return (
        feedback.content.text ?? JSON.stringify(feedback.content.value ?? feedback.content.patch)
      );
  }
}
