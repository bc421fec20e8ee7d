import type { FeedbackType, UpMessage } from './message.ts';
import { upPromptOf } from './up-prompt.ts';

const maxLabel = 40;

/** The agent's labels for the answers to its question, by kind of answer; kinds without a label are absent. */
export type AnswerLabels = Readonly<Partial<Record<FeedbackType, string>>>;

/** The agent's label for an answer of one kind, cut to 40 characters; '' = none. */
export const answerLabel = (message: UpMessage, type: FeedbackType): string =>
  (upPromptOf(message).answers?.[type]?.label ?? '').trim().slice(0, maxLabel);

/** All labels; undefined = none. */
export function answerLabelsOf(message: UpMessage): AnswerLabels | undefined {
  const types = Object.keys(upPromptOf(message).answers ?? {}) as FeedbackType[];
  const named = types.map((type) => [type, answerLabel(message, type)] as const);
  const labels = named.filter(([, label]) => label !== '');
  return labels.length === 0 ? undefined : Object.fromEntries(labels);
}
