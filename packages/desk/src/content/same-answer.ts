import { canonicalJson } from '@countersign/json/canonical-json';
import type { UpFeedback } from '@countersign/upformat/message';

/**
 * Whether two answers are the same: equal kind and content. The target, the urgency, and the reason of an approval or rejection
 * are ignored, because people phrase reasons differently each time. Edits are compared by their value, not by their patch.
 */
export function isSameAnswer(left: UpFeedback, right: UpFeedback): boolean {
  if (left.type !== right.type) return false;
  return canonicalJson(gistOf(left)) === canonicalJson(gistOf(right));
}

function gistOf(feedback: UpFeedback): unknown {
  switch (feedback.type) {
    case 'approve':
    case 'reject':
      return null;
    case 'edit': {
      const { value, text, patch } = feedback.content;
      return value === undefined ? { text: text?.trim(), patch } : { value };
    }
    case 'rank':
      return feedback.content.order;
    case 'comment':
    case 'instruction':
      return {
        text: feedback.content.text.trim(),
        annotations: feedback.content.annotations ?? [],
      };
  }
}
