import type { RowDecision } from '@countersign/api/prompt-row';
import { didAs } from './did-as.ts';
import { messages } from './messages.ts';
import { visibleText } from './visible-text.ts';

export const {
  didWords,
  originWords,
  turnWords,
  whyMineWords,
  turnFilterWords,
  readyViewText,
  inboxText,
  sinceLeftText,
  viewsText,
} = messages().inbox;

/** The answer of a row, with the agent's label if it has one. */
export const didIn = ({ feedback, label }: RowDecision): string =>
  label === undefined
    ? didWords[feedback.type]
    : didAs(didWords[feedback.type], visibleText(label));
