import type { UpFeedback } from '@countersign/upformat/message';
import { decisionText } from '../../text/decision.ts';
import { didWords } from '../../text/inbox.ts';

/** An answer in one phrase: `rejected, “inside policy after all”`. */
export function feedbackWords(feedback: UpFeedback): string {
  const did = didWords[feedback.type];
  switch (feedback.type) {
    case 'approve':
    case 'reject':
      return feedback.content?.reason ? `${did}, “${feedback.content.reason}”` : did;
    case 'edit': {
      if (feedback.content.text !== undefined) return `${did}, “${feedback.content.text}”`;
      const count = feedback.content.patch?.length ?? 0;
      return count > 0 ? decisionText.editsByYou(count).replace(/ by you$/, '') : did;
    }
    case 'rank':
      return `${did}: ${feedback.content.order.join(', ')}`;
    case 'comment':
    case 'instruction':
      return `${did}, “${feedback.content.text}”`;
  }
}
