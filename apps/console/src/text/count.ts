import { byLocale, locale } from './locale.ts';

const numbers = byLocale((tag) => new Intl.NumberFormat(tag));
const rules = byLocale((tag) => new Intl.PluralRules(tag));
const shortNumbers = byLocale(
  (tag) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }),
);
const lists = byLocale((tag) => new Intl.ListFormat(tag, { type: 'conjunction' }));
const percents = byLocale((tag) => new Intl.NumberFormat(tag, { style: 'percent' }));

/** A number as the language writes it: `12,480`. */
export const figure = (value: number): string => numbers().format(value);

/** The same, short: `48.2K`. */
export const shortFigure = (value: number): string => shortNumbers().format(value);

/** A share between 0 and 1: `42%`. */
export const percent = (share: number): string => percents().format(share);

/** Names in a row: `Ada, Bo, and Cy`. */
export const listed = (names: readonly string[]): string => lists().format(names);

/** The forms that a language has for counts; `#` stands for the figure. Fixed words only: what an agent wrote may hold a `#`. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The form for a count, by the rules of the language: `plural(2, { one: '# row', other: '# rows' })`. */
export function plural(count: number, forms: Forms): string {
  const form = forms[rules().select(count)] ?? forms.other;
  return form.replaceAll('#', figure(count));
}

/** By alphabet as the language has it, with figures in their order. */
export function byWords(left: string, right: string): number {
  return left.localeCompare(right, locale(), { numeric: true });
}
