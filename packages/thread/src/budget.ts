import type { JsonSize } from '@countersign/json/json-size';
import { defaultLimits } from '@countersign/json/owned-document';

/** The limits of a folded thread. The rest stays in the journal; an anomaly reports what was left out. */
export interface FoldBudget {
  /** The shared state, a shared part counted at each of its places; an activity has the same limit. */
  state: Readonly<JsonSize>;
  /** Items of the thread. Beyond it the oldest are removed; they can be shown as they were, on request. */
  items: number;
  /** Characters of items, prompts and results; beyond it items are removed in the same way. */
  chars: number;
  /** Characters of one member: a text, arguments, one result. A longer message continues in a new item. */
  memberChars: number;
  /** Entries of one list: parts of a message, tasks of a hand-over, tools of a list. */
  entries: number;
}

/**
 * The default limits of a thread ({@link Thread.budget}). Far more than people read, and far less than would block a server or
 * a tab.
 */
export const defaultBudget: FoldBudget = {
  state: defaultLimits,
  items: 20_000,
  chars: 16_000_000,
  memberChars: 1_000_000,
  entries: 2_000,
};
