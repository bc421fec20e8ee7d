import type { Prompt } from '@countersign/api/prompt';
import { isExactNumber, writtenNumber } from '@countersign/json/exact-number';
import { figure } from '../../../text/count.ts';
import { bulkText as text } from '../../../text/texts.ts';
import { columnLabel } from './cell-value.tsx';
import type { Differing } from './differing.ts';

/** What a column of numbers comes to, in decimals as written: a sum of cents is exact. */
interface ColumnSum {
  pointer: string;
  label: string;
  sum: string;
  low: string;
  high: string;
  /** ISO 4217, if it is the same in all rows. */
  currency: string | null;
}

/** Numbers that name something, and come to nothing. */
const isName = (pointer: string) =>
  /(?:^|[/_-])(?:id|ids|no|nr|number|year|zip|code|phone|version|revision|index|position|lat|lon|lng)$/i.test(
    pointer,
  ) || /(?:Id|No|Nr|Year|Code)$/.test(pointer);

const decimal = /^-?\d+(?:\.(\d+))?$/;

function textOf(value: unknown): string | null {
  if (typeof value !== 'number' && !isExactNumber(value)) return null;
  const text = isExactNumber(value) ? writtenNumber(value) : String(value);
  return decimal.test(text) ? text : null;
}

/** As a whole number of units of the last place. */
function unitsOf(text: string, places: number): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(`${whole}${part.padEnd(places, '0')}`);
}

function written(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const at = digits.length - places;
  const text = places === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
  return units < 0n ? `-${text}` : text;
}

/** The sums of the columns that have a number in each of these rows. */
export function sumsOf(prompts: readonly Prompt[], differing: Differing): ColumnSum[] {
  if (prompts.length < 2) return [];
  return differing.columns.flatMap((pointer): ColumnSum[] => {
    if (isName(pointer)) return [];
    const texts = prompts.map(({ id }) => textOf(differing.cells.get(id)?.get(pointer)));
    const known = texts.filter((text) => text !== null);
    if (known.length < texts.length) return [];
    const places = Math.max(...known.map((text) => (text.split('.')[1] ?? '').length));
    const units = known.map((text) => unitsOf(text, places));
    const [first = 0n] = units;
    const low = units.reduce((least, each) => (each < least ? each : least), first);
    const high = units.reduce((most, each) => (each > most ? each : most), first);
    const sum = units.reduce((all, each) => all + each, 0n);
    const code = differing.same.get(`${pointer.slice(0, pointer.lastIndexOf('/'))}/currency`);
    const currency = typeof code === 'string' && /^[A-Z]{3}$/.test(code) ? code : null;
    const texted = (value: bigint) => written(value, places);
    return [
      {
        ...{ pointer, label: columnLabel(pointer), currency },
        ...{ sum: texted(sum), low: texted(low), high: texted(high) },
      },
    ];
  });
}

/** A decimal with its own places and the separators of the language. */
function amount(decimal: string, places: number): string {
  const [whole = '0', part = ''] = decimal.split('.');
  const point = figure(1.5).charAt(1);
  return `${figure(Number(whole))}${places === 0 ? '' : `${point}${part.padEnd(places, '0')}`}`;
}

/** A sum and its span as they are read: `71,480.20 EUR`, `18.00–915.05`. */
export function sumWords({ label, sum, low, high, currency }: ColumnSum): {
  sum: string;
  whole: string;
} {
  const placesOf = (decimal: string) => (decimal.split('.')[1] ?? '').length;
  const places = currency === null ? placesOf(sum) : Math.max(placesOf(sum), 2);
  const unit = currency === null ? '' : ` ${currency}`;
  const summed = `${amount(sum, places)}${unit}`;
  const span = `${amount(low, places)}–${amount(high, places)}`;
  return {
    sum: currency === null ? text.sumOf(label, summed) : summed,
    whole: text.sumAndSpan(label, summed, span),
  };
}
