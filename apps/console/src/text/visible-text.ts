import { exactMark, withExactNumbers } from '@countersign/json/exact-number';
import { messages } from './messages.ts';

const { hiddenText } = messages().visibleText;

/**
 * Characters that change how a line reads without being seen: bidirectional overrides and isolates,
 * zero-width marks, control characters, and the invisible tag block.
 */
const hidden =
  /(?![\t\n\r])[\p{Cc}\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]+/gu;

/**
 * Text from an agent with its invisible characters made visible, as `⟨U+202E⟩`.
 * Trojan-source tricks and smuggled text can then be read, never acted on.
 */
export function visibleText(given: string): string {
  // Exact numbers look like any other.
  const text = given.includes(exactMark)
    ? withExactNumbers(given).replaceAll(exactMark, '')
    : given;
  hidden.lastIndex = 0;
  if (!hidden.test(text)) return text;
  return text.replace(hidden, (found) => {
    const point = found.codePointAt(0) ?? 0;
    if (point >= 0xe0000) return hiddenText.many([...found].length);
    return `⟨U+${point.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}
