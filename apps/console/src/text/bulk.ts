import type { FeedbackType } from '@countersign/upformat/message';
import { messages } from './messages.ts';

/** The kinds of answer that many prompts can get at once. */
export type BulkType = Extract<
  FeedbackType,
  'approve' | 'reject' | 'comment' | 'instruction' | 'edit'
>;

/** How the rows of a receipt stand; only what the other side has taken is done. */
export interface ReceiptCounts {
  /** Recorded, and held back so that they can be recalled. */
  held: number;
  /** Until the first of them leaves, ms. */
  leavesInMs: number;
  onTheWay: number;
  done: number;
  failed: number;
  recalled: number;
  changed: number;
  skipped: number;
}

export const { bulkText } = messages().bulk;
