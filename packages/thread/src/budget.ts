import type { JsonSize } from '@countersign/json/json-size';
import { defaultLimits } from '@countersign/json/owned-document';

/** How much of one task is kept folded. What is beyond it stays in the journal; an anomaly says what was left out. */
export interface FoldBudget {
  /** The shared state, every shared part of it counted as often as it stands there; one activity may be as large. */
  state: Readonly<JsonSize>;
  /** Items of the thread. Beyond it the oldest are put aside: they are shown as they stood, on request. */
  items: number;
  /** Characters of what the items, prompts and results hold, put aside in the same way. */
  chars: number;
  /** Characters of one member: a text, arguments, one result. A longer message goes on in a new item. */
  memberChars: number;
  /** Entries of one list: parts of a message, tasks of a hand-over, tools of a list. */
  entries: number;
}

/**
 * What a thread is folded within unless it says otherwise ({@link Thread.budget}). Far above what people read, far below
 * what makes a server or a tab stand still.
 */
export const defaultBudget: FoldBudget = {
  state: defaultLimits,
  items: 20_000,
  chars: 16_000_000,
  memberChars: 1_000_000,
  entries: 2_000,
};
