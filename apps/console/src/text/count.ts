import { byLocale, locale } from './locale.ts';

const numbers = byLocale((tag) => new Intl.NumberFormat(tag));
const rules = byLocale((tag) => new Intl.PluralRules(tag));
const shortNumbers = byLocale(
  (tag) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }),
);
const lists = byLocale((tag) => new Intl.ListFormat(tag, { type: 'conjunction' }));
const rows = byLocale((tag) => new Intl.ListFormat(tag, { type: 'conjunction', style: 'narrow' }));
const percents = byLocale((tag) => new Intl.NumberFormat(tag, { style: 'percent' }));

/** A number in the format of the language: `12,480`. */
export const figure = (value: number): string => numbers().format(value);

/** The same, short: `48.2K`. */
export const shortFigure = (value: number): string => shortNumbers().format(value);

/** A share between 0 and 1: `42%`. */
export const percent = (share: number): string => percents().format(share);

/** A list of names: `Ada, Bo, and Cy`. */
export const listed = (names: readonly string[]): string => lists().format(names);

/** Several texts in one line, without a word between them: `Ada, Bo, Cy`. */
export const inRow = (texts: readonly string[]): string => rows().format(texts);

/** The plural forms of a language; `#` is replaced by the figure. For fixed texts only: texts of agents may contain a `#`. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The plural form for a count, by the rules of the language: `plural(2, { one: '# row', other: '# rows' })`. */
export function plural(count: number, forms: Forms): string {
  const form = forms[rules().select(count)] ?? forms.other;
  return form.replaceAll('#', figure(count));
}

/** Alphabetical order of the language, with numbers in numeric order. */
export function inTextOrder(left: string, right: string): number {
  return left.localeCompare(right, locale(), { numeric: true });
}
