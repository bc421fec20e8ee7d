import { inTextOrder } from '../../../text/count.ts';
import { cellText } from './cell-value.tsx';
import type { Differing } from './differing.ts';
import type { FrozenRow } from './use-frozen.ts';

/** By which column the rows are sorted, as a table says it. */
export interface RowOrder {
  pointer: string;
  direction: 'ascending' | 'descending';
}

/** Numbers by value, everything else as it is read; rows without a value come last. */
export function sortedRows(
  rows: readonly FrozenRow[],
  order: RowOrder | null,
  { cells }: Differing,
): readonly FrozenRow[] {
  if (order === null) return rows;
  const { pointer, direction } = order;
  const sign = direction === 'ascending' ? 1 : -1;
  const cellOf = ({ shown }: FrozenRow) => cells.get(shown.id)?.get(pointer);
  return rows.toSorted((left, right) => {
    const [one, other] = [cellOf(left), cellOf(right)];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
    const words = (row: FrozenRow, value: unknown) => cellText(row.shown, pointer, value);
    return sign * inTextOrder(words(left, one), words(right, other));
  });
}
