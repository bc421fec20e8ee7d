import { figure } from '../../../text/count.ts';
import { bulkText as text } from '../../../text/texts.ts';
import type { ColumnSum } from './column-sums.ts';

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
