import { toolContent } from '@countersign/adapters/hai/any-tool';
import { genUiAnswer } from '@countersign/adapters/hai/gen-ui';
import type { UpMessage } from '@countersign/upformat/message';
import type { AnswerBatch, BatchAnswer } from '../outbox/answer-batch.ts';
import type { CarriedMessage, ResumeRunInput } from './resume-run.ts';

/** What a batch adds to the task: the words and results that later runs have to receive. */
export function messagesOfBatch({ answers }: AnswerBatch): ResumeRunInput['spoken'] {
  return answers.flatMap((answer): CarriedMessage[] => {
    const { decisionId: messageId, sender, message, feedback, source } = answer;
    if (answer.origin.answeredBy === 'result') {
      const content = toolContent(message, feedback) ?? '';
      return [{ messageId, sender, content, toolCallId: source.id }];
    }
    const said = genUiAnswer(message, feedback);
    if (said === null) return [];
    return [{ messageId, sender, content: said.content, toolCallId: null }];
  });
}

/** A pressed button or a filled form as text for an open run, which accepts nothing else. */
export function asTextMessage(sent: UpMessage, answer: BatchAnswer): UpMessage | null {
  const said = genUiAnswer(answer.message, answer.feedback);
  if (said === null || said.content === '') return null;
  const { parentMessageId: _, ...message } = sent;
  return {
    ...message,
    upFeedback: { type: 'instruction', content: { text: said.content } },
    ...said.forwardedProps,
  };
}
