import * as checks from './checksums.ts';
import { digitRuns, sequences } from './digits.ts';
import { hasCue, type Rule, type Span } from './rule.ts';

const isCard = (digits: string): boolean =>
  digits.length >= 13 && /^(?:[3456]|2[2-7]|1800)/.test(digits) && checks.luhn(digits);
const cardCues =
  /(?:card|visa|mastercard|amex|credit|debit|karte|carte|tarjeta|carta|cart[ãa]o|kaart|银行卡|信用卡|储蓄卡|卡号|カード|카드)[^\p{N}]{0,20}$/iu;

/** Payment cards: 13 to 19 digits with a checksum in any grouping, or after a cue without it: one with a typing error is one too. */
export const card: Rule = {
  name: 'card',
  label: 'CARD',
  find: (text, cue) =>
    digitRuns(text).flatMap((run): Span[] => {
      const start = run.groups[0]?.start ?? 0;
      const said = hasCue(text, start, cue, cardCues);
      const accepts = (digits: string) => isCard(digits) || (said && digits.length >= 13);
      return sequences(run, accepts, 19).map((span) => ({ ...span, confidence: 0.95 }));
    }),
};

/** The length of an IBAN by country (SWIFT registry). */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  Object.entries(
    // biome-ignore format: a table
    { AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BR: 29, CH: 21, CR: 22, CY: 28, CZ: 24, DE: 22,
      DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18, GR: 27, GT: 28, HR: 21,
      HU: 28, IE: 22, IL: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LI: 21, LT: 20, LU: 20, LV: 21, MC: 27, MD: 24,
      ME: 22, MK: 19, MR: 27, MT: 31, MU: 30, NL: 18, NO: 15, PK: 24, PL: 28, PS: 29, PT: 25, QA: 29, RO: 24, RS: 22, SA: 24,
      SE: 24, SI: 19, SK: 24, SM: 27, TN: 24, TR: 26, UA: 29, VA: 22, VG: 24, XK: 20 },
  ),
);
const ibanStart = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ -]?[A-Za-z0-9])/g;

export const ibanRule: Rule = {
  name: 'iban',
  label: 'IBAN',
  find: (text) =>
    [...text.matchAll(ibanStart)].flatMap((match): Span[] => {
      const length = ibanLengths.get(match[0].slice(0, 2).toUpperCase());
      if (length === undefined) return [];
      let end = match.index;
      let value = '';
      while (value.length < length && end < text.length) {
        const char = text[end] ?? '';
        if (/[A-Za-z0-9]/.test(char)) value += char.toUpperCase();
        else if (!/[ -]/.test(char)) return [];
        end += 1;
      }
      const isWhole = value.length === length && !/[A-Za-z0-9]/.test(text[end] ?? '');
      return isWhole && checks.iban(value) ? [{ start: match.index, end, confidence: 0.99 }] : [];
    }),
};
