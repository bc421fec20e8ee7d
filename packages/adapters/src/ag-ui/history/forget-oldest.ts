import { weightOf } from '@countersign/hai/weight';
import type { HistoryDraft } from './history-draft.ts';

/** The limits of a history, in characters and in messages; beyond them, this share is kept. */
const maxChars = 16_000_000;
const maxMessages = 20_000;
const keptShare = 0.75;

/** Removes the oldest messages of a history beyond the limits; returns the remaining characters. */
export function forgetOldest(draft: HistoryDraft, chars: number): number {
  if (chars <= maxChars && draft.messages.length <= maxMessages) return chars;
  const weights = draft.messages.map((message) => weightOf(message));
  let left = weights.reduce((sum, weight) => sum + weight, 0);
  let from = 0;
  const isFull = () =>
    left > maxChars * keptShare || draft.messages.length - from > maxMessages * keptShare;
  while (isFull() && from < draft.messages.length) {
    left -= weights[from] ?? 0;
    from += 1;
  }
  if (from === 0) return left;
  // A result is not kept without its call.
  while (draft.messages[from]?.role === 'tool') {
    left -= weights[from] ?? 0;
    from += 1;
  }
  draft.setAll(draft.messages.slice(from));
  return left;
}
