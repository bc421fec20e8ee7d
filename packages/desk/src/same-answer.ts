import { canonicalJson } from '@countersign/json/canonical-json';
import type { UpFeedback } from '@countersign/upformat/message';

/**
 * Whether two answers say the same: of one kind and with the same content. What an answer points at and how urgent it is
 * called are left aside, and so is the reason of an approval or a rejection: people word it anew each time. An edit is
 * its value, by whatever patch it was reached.
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
