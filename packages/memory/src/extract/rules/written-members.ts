import { keyRules, wordsOfKey } from './key-rules.ts';
import type { Rule, Span } from './rule.ts';

/** `<lastName>Doe</lastName>`, `"lastName": "Doe"`, `lastName="Doe"`. */
const forms: readonly RegExp[] = [
  /<([A-Za-z][\w.:-]{1,40})>([^<>\n]{1,200})(?=<\/)/g,
  /(?<!\w)([A-Za-z_][\w.-]{1,40})["']?\s?[:=]\s?(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')/g,
];

/** What a text that holds members, of XML or JSON or attributes, says in those whose names are of personal data. */
export const writtenMember: Rule = {
  name: 'written-member',
  label: 'PERSONAL',
  find: (text) =>
    forms.flatMap((form) =>
      [...text.matchAll(form)].flatMap((match): Span[] => {
        const value = match[2] ?? match[3] ?? '';
        const words = wordsOfKey(match[1] ?? '');
        const isPersonal = keyRules.some(
          (rule) => rule.action === 'mask' && rule.words.test(words),
        );
        if (!isPersonal || !/[\p{L}\p{N}]/u.test(value)) return [];
        const start = match.index + match[0].lastIndexOf(value);
        return [{ start, end: start + value.length, confidence: 0.75 }];
      }),
    ),
};
