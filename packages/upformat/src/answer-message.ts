import type { UpFeedback, UpMessage } from './message.ts';
import { feedbackAsSent } from './reading/bare-payload.ts';

/** Author, id and time of an answer, given by the caller. */
export interface AnswerOrigin {
  /** The decision's id: it becomes the messageId, and the idempotency key of the delivery. */
  messageId: string;
  /** ISO 8601 date-time. */
  timestamp: string;
  /** `operator:<id>`, or `countersign:default` for a default applied at its deadline. */
  operator: string;
  /** The signed receipt of the decision, which the agent checks before it acts on it; absent or null = there is none. */
  receipt?: object | null;
}

/**
 * The UpFormat message that answers a prompt (docs/protocol/message.md): `submitted`, child of the ask.
 * The feedback is sent exactly as decided; about a payload that is a list or a text, in the places of that.
 */
export function answerMessage(
  prompt: UpMessage,
  feedback: UpFeedback,
  origin: AnswerOrigin,
): UpMessage {
  return {
    messageId: origin.messageId,
    threadId: prompt.threadId,
    parentMessageId: prompt.messageId,
    timestamp: origin.timestamp,
    state: 'submitted',
    agentId: origin.operator,
    upFeedback: feedbackAsSent(prompt, feedback),
    ...(origin.receipt ? { receipt: origin.receipt } : {}),
  };
}
