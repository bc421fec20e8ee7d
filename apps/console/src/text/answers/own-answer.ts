import type { RowDecision } from '@countersign/api/prompt-row';
import { answerLabel } from '@countersign/upformat/answer-labels';
import type { FeedbackType, UpMessage } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { answerVerbs, withOwnLabel } from '../texts.ts';
import { visibleText } from '../visible-text.ts';

/**
 * The agents' labels and effects of an answer, each once: several if they differ. `of` are questions that may be answered
 * together.
 */
export function meaningsOf(of: readonly { message: UpMessage }[], type: FeedbackType): string[] {
  const said = of.map(({ message }) => {
    const { answers, effect } = upPromptOf(message);
    const does = answers?.[type]?.effect ?? (type === 'approve' ? effect : undefined);
    return [answerLabel(message, type), does]
      .filter((words) => words !== undefined && words !== '')
      .join(': ');
  });
  return [...new Set(said.filter((words) => words !== ''))];
}

/** The common label of an answer; '' = none, or they differ. */
export function commonLabel(of: readonly { message: UpMessage }[], type: FeedbackType): string {
  const labels = new Set(of.map(({ message }) => answerLabel(message, type)));
  const [only = ''] = labels;
  return labels.size === 1 ? only : '';
}

/** The answer of a row, with the agent's label if it has one. */
export const didIn = ({ feedback, label }: RowDecision): string =>
  label === undefined
    ? answerVerbs[feedback.type]
    : withOwnLabel(answerVerbs[feedback.type], visibleText(label));
