import type { FeedbackType } from '@countersign/upformat/message';

/** Texts about a damaged part of the store. */
export interface PartText {
  name: string;
  /** The effect on operators. */
  meaning: string;
}
/** The limits a field has, as far as the schema gives them. */
export interface Limits {
  least?: number | undefined;
  most?: number | undefined;
}
/** The kinds of answer that many prompts can get at once. */
export type BulkType = Extract<
  FeedbackType,
  'approve' | 'reject' | 'comment' | 'instruction' | 'edit'
>;

/** The states of the rows of a receipt; a row is done only once the other side has accepted it. */
export interface ReceiptCounts {
  /** Recorded, and held so that they can be recalled. */
  held: number;
  /** Time until the first of them is sent, ms. */
  leavesInMs: number;
  onTheWay: number;
  done: number;
  failed: number;
  recalled: number;
  changed: number;
  skipped: number;
  /** Another person must say yes too. */
  voted: number;
}
