import { type Ended, endedSchema, type UpMessage } from './message.ts';
import { upPromptOf } from './up-prompt.ts';

/** What ended a question without an answer. */
export interface QuestionEnd {
  ended: Ended;
  /** A sentence for the agent and its author. */
  explanation: string;
}

/** The UpFormat message that tells an agent that its question has ended without an answer (docs/protocol/answers.md). */
export function endedMessage(
  question: UpMessage,
  { ended, explanation }: QuestionEnd,
  origin: { messageId: string; timestamp: string },
): UpMessage {
  return {
    messageId: origin.messageId,
    threadId: question.threadId,
    parentMessageId: question.messageId,
    timestamp: origin.timestamp,
    state: 'cancelled',
    agentId: 'countersign',
    explanation,
    upPrompt: { ended },
  };
}

/** Reads such a message: why the question that is its parent has ended; null = it says nothing of the kind. */
export function questionEndOf(message: UpMessage): QuestionEnd | null {
  const { state, parentMessageId, upFeedback, explanation } = message;
  if (state !== 'cancelled' || parentMessageId === undefined || upFeedback !== undefined)
    return null;
  const known = endedSchema.safeParse(upPromptOf(message).ended);
  const ended = known.success ? known.data : 'withdrawn';
  return { ended, explanation: explanation ?? 'The question was withdrawn.' };
}
