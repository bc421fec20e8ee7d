import { jsonEqual } from '@countersign/json/json-equal';
import { isObject, memberOf } from '@countersign/json/json-object';
import { oneLine } from '../../../text/one-line.ts';
import { commonText, decisionEditText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button } from '../../../ui/button.tsx';
import './compare-table.css';

/** A thing to compare. */
export interface Comparable {
  id: string;
  label: string;
  item: unknown;
  /** The same without its secrets; absent = it has none. */
  masked?: unknown;
}

export interface CompareRow {
  name: string;
  values: readonly unknown[];
  isDifferent: boolean;
}

const recordOf = (item: unknown) => (isObject(item) ? item : { value: item });

/** Fields as rows, in the order in which the items list them; nested groups as one value. */
export function compareRows(items: readonly Comparable[]): CompareRow[] {
  const records = items.map(({ item }) => recordOf(item));
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names]
    .filter((name) => !['id', 'label'].includes(name))
    .map((name) => {
      const values = records.map((record) => memberOf(record, name));
      return { name, values, isDifferent: values.some((value) => !jsonEqual(value, values[0])) };
    });
}

/** The rows without the secrets of the items, which are still compared; the same rows if there are none. */
export function publicRows(
  rows: readonly CompareRow[],
  items: readonly Comparable[],
): readonly CompareRow[] {
  if (!items.some((each) => 'masked' in each)) return rows;
  const masked = items.map((each) => recordOf('masked' in each ? each.masked : each.item));
  return rows.map((row) => ({
    ...row,
    values: masked.map((record) => memberOf(record, row.name)),
  }));
}

function print(value: unknown): string {
  if (value === undefined) return text.notThere;
  if (typeof value === 'string') return visibleText(value);
  // If the short form is empty or cut, the complete JSON is better.
  const words = oneLine(value);
  return words === '' || words.endsWith('…') ? visibleText(JSON.stringify(value) ?? '') : words;
}

const isNested = (value: unknown) => typeof value === 'object' && value !== null;

interface CompareTableProps {
  /** The label of a field. */
  nameOf: (name: string) => string;
  items: readonly Comparable[];
  rows: readonly CompareRow[];
  /** The label of choosing one; null = nothing can be chosen here. */
  pick: { word: string; choose: (id: string) => void } | null;
}

/** Two or three items next to each other, differences marked by more than colour. */
export function CompareTable({ nameOf, items, rows, pick }: CompareTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="scrolls scroll-sideways" tabIndex={0} aria-label={text.compareTitle}>
      <table className="small data-table compare">
        <thead>
          <tr>
            <th scope="col">{text.field}</th>
            {items.map((item) => (
              <th key={item.id} scope="col">
                <span dir="auto" lang="">
                  {visibleText(item.label)}
                </span>
                {pick !== null && (
                  <Button
                    aria-label={commonText.pair(pick.word, visibleText(item.label))}
                    onClick={() => pick.choose(item.id)}
                    small
                  >
                    {pick.word}
                  </Button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className={row.isDifferent ? 'is-different' : undefined}>
              <th scope="row" dir="auto" title={row.name}>
                {visibleText(nameOf(row.name))}
                {row.isDifferent && (
                  <span className="visually-hidden">
                    {commonText.comma}
                    {text.different}
                  </span>
                )}
              </th>
              {row.values.map((value, index) => (
                <td
                  key={items[index]?.id ?? index}
                  className={value === undefined ? 'muted' : undefined}
                  dir="auto"
                  title={isNested(value) ? JSON.stringify(value) : undefined}
                >
                  {print(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
