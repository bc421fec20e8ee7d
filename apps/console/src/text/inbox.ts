import type { RowDecision } from '@countersign/api/prompt-row';
import { withOwnLabel } from './answer-label.ts';
import { messages } from './messages.ts';
import { visibleText } from './visible-text.ts';

export const {
  answerVerbs,
  originLabels,
  turnText,
  whyMineText,
  turnFilterText,
  readyViewText,
  inboxText,
  absenceText,
  viewsText,
} = messages().inbox;

/** The answer of a row, with the agent's label if it has one. */
export const didIn = ({ feedback, label }: RowDecision): string =>
  label === undefined
    ? answerVerbs[feedback.type]
    : withOwnLabel(answerVerbs[feedback.type], visibleText(label));
