import type { UpFeedback, UpMessage } from './message.ts';

/**
 * The UpFormat message that answers a prompt (UpFormat section 7): state `submitted`, child of the prompt.
 * `operator` is the full sender, `operator:<id>` or `countersign:default`; ids and time come in.
 */
export function answerMessage(
  prompt: UpMessage,
  feedback: UpFeedback,
  by: { messageId: string; timestamp: string; operator: string },
): UpMessage {
  return {
    messageId: by.messageId,
    threadId: prompt.threadId,
    parentMessageId: prompt.messageId,
    timestamp: by.timestamp,
    state: 'submitted',
    agentId: by.operator,
    upFeedback: feedback,
  };
}
