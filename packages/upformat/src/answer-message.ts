import type { UpFeedback, UpMessage } from './message.ts';

/** Who answers, under which id and when: what a pure package cannot know. */
export interface AnswerOrigin {
  /** The decision's id: it becomes the messageId, and the idempotency key of the delivery. */
  messageId: string;
  /** ISO 8601 date-time. */
  timestamp: string;
  /** `operator:<id>`, or `countersign:default` for a default applied at its deadline. */
  operator: string;
}

/**
 * The UpFormat message that answers a prompt (UpFormat section 7): `submitted`, child of the ask.
 * The feedback goes out exactly as decided; nothing is added to it.
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
    upFeedback: feedback,
  };
}
