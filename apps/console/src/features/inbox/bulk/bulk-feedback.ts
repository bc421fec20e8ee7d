import type { Prompt } from '@countersign/api/prompt';
import { missingReason } from '@countersign/desk/content/reason';
import type { UpFeedback } from '@countersign/upformat/message';
import type { BulkType } from '../../../text/message-parameters.ts';
import { bulkText } from '../../../text/texts.ts';

/** The answer being written for all rows. */
export interface BulkDraft {
  type: BulkType | null;
  text: string;
}

/** One answer for all; an edit is none, each row has its own. */
export type BulkFeedback = Extract<UpFeedback, { type: Exclude<BulkType, 'edit'> }>;

/** The feedback as it is sent; null while nothing is chosen or a required text is missing. */
export function bulkFeedback({ type, text }: BulkDraft): BulkFeedback | null {
  const words = text.trim();
  if (type === null || type === 'edit') return null;
  if (type === 'approve' || type === 'reject')
    return words === '' ? { type } : { type, content: { reason: words } };
  return words === '' ? null : { type, content: { text: words } };
}

interface Situation {
  draft: BulkDraft;
  included: readonly Prompt[];
  viewer: boolean;
  /** Why the input cannot be sent; null = it can. */
  unfilled?: string | null;
  /** Different questions whose answer was not confirmed one by one. */
  unconfirmed?: number;
  /** The end of the rows was not on screen, and they were not sorted either. */
  unseen?: boolean;
  /** Critical rows that are included and were not confirmed apart. */
  critical?: number;
}

/** Why nothing can be sent now, as text; null = it can. */
export function whyNotSent(situation: Situation): string | null {
  const { draft, included, viewer, unfilled = null, unconfirmed = 0 } = situation;
  const { unseen = false, critical = 0 } = situation;
  const { missingWords } = bulkText;
  const { type } = draft;
  if (viewer) return missingWords.viewer;
  if (type === null) return missingWords.type;
  if (included.length === 0) return missingWords.rows;
  if (type === 'edit') return unfilled ?? (critical > 0 ? missingWords.critical(critical) : null);
  const feedback = bulkFeedback(draft);
  if (feedback === null) return missingWords.text;
  const lacksReason = included.some(
    ({ escalation, message }) =>
      escalation !== null && missingReason(escalation, message, feedback) !== null,
  );
  if (lacksReason) return missingWords.reason;
  if (unseen) return missingWords.unseen;
  if (unconfirmed > 0) return missingWords.confirm(unconfirmed);
  return critical > 0 ? missingWords.critical(critical) : null;
}
