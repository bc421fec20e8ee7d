import type { Found } from './patterns.ts';

const invisible = /[\u00ad\u200b-\u200d\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/u;
const bidirectional = /[\u202a-\u202e\u2066-\u2069]/;
const encodedDots = /%(?:25)?2e(?:%(?:25)?2e|\.)|\.%(?:25)?2e/i;
const punycode = /(?:^|[/@.\s])xn--[a-z0-9-]+/i;
const padding = /[ \t\u00a0]{80,}\S|\n{20,}\S/;
/** A word of Latin letters with Cyrillic or Greek ones that look like them. */
const mixed =
  /\b(?=\p{L}*\p{Script=Latin})(?=\p{L}*[\p{Script=Cyrillic}\p{Script=Greek}])\p{L}{2,}/u;

const looks: readonly { id: string; level: Found['level']; of: RegExp }[] = [
  { id: 'hidden-characters', level: 'danger', of: bidirectional },
  { id: 'hidden-characters', level: 'caution', of: invisible },
  { id: 'look-alike', level: 'danger', of: mixed },
  { id: 'look-alike', level: 'caution', of: punycode },
  { id: 'hidden-path', level: 'danger', of: encodedDots },
  { id: 'padding', level: 'caution', of: padding },
];

/** What a text hides from its reader. */
export function findHidden(text: string): Found[] {
  return looks.flatMap(({ id, level, of }) => {
    const match = of.exec(text);
    return match === null ? [] : [{ id, level, text: around(text, match.index, match[0].length) }];
  });
}

const around = (text: string, index: number, length: number): string =>
  text.slice(Math.max(0, index - 20), index + Math.min(length, 60) + 20);
