import { jsonText } from '@countersign/json/json-text';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { figure, inTextOrder } from '../../../text/count.ts';
import { streamText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { recordOf } from '../../../ui/json/record-of.ts';
import { TextWithMemories } from '../../../ui/texts/quoted-text.tsx';
import { JsonBox } from '../json-box.tsx';
import { valueText } from '../value-text.ts';

const words = streamText.output;
const MAX_ROWS = 100;

interface Column {
  key: string;
  label: string;
}

function columnsOf(columns: unknown, rows: readonly unknown[]): Column[] {
  if (Array.isArray(columns)) {
    return columns.map((entry: unknown, index) => {
      if (typeof entry === 'string') return { key: entry, label: entry };
      const column = recordOf(entry);
      const key = valueText(column['key'] ?? column['id'] ?? column['name'] ?? index);
      return { key, label: valueText(column['label'] ?? column['title'] ?? key) };
    });
  }
  const first = rows[0];
  if (Array.isArray(first))
    return first.map((_, index) => ({ key: String(index), label: String(index + 1) }));
  return Object.keys(recordOf(first)).map((key) => ({ key, label: key }));
}

function cellOf(row: unknown, column: Column, index: number): unknown {
  return Array.isArray(row) ? row[index] : recordOf(row)[column.key];
}

/** Whether a column contains numbers, judged by its first row. */
const isNumberAt = (rows: readonly unknown[], column: Column, index: number) =>
  typeof cellOf(rows[0], column, index) === 'number';

function Cell({ value, isNumber }: { value: unknown; isNumber: boolean }) {
  if (typeof value === 'number') return <td className="number">{figure(value)}</td>;
  if (value === null || value === undefined)
    return <td className={isNumber ? 'muted number' : 'muted'}>–</td>;
  return (
    <td dir="auto" lang="">
      <TextWithMemories>
        {visibleText(typeof value === 'string' ? value : jsonText(value, 60))}
      </TextWithMemories>
    </td>
  );
}

interface Sorting {
  key: string;
  down: boolean;
}

/** Numbers by value, everything else by its text; missing values come last either way. */
function sorted(
  rows: readonly unknown[],
  columns: readonly Column[],
  sorting: Sorting | null,
): readonly unknown[] {
  const index = columns.findIndex(({ key }) => key === sorting?.key);
  const column = columns[index];
  if (sorting === null || column === undefined) return rows;
  const by = sorting.down ? -1 : 1;
  return rows.toSorted((left, right) => {
    const [a, b] = [cellOf(left, column, index), cellOf(right, column, index)];
    const missing = Number(a === null || a === undefined) - Number(b === null || b === undefined);
    if (missing !== 0) return missing;
    if (typeof a === 'number' && typeof b === 'number') return by * (a - b);
    return by * inTextOrder(wordsOf(a), wordsOf(b));
  });
}

const wordsOf = (value: unknown) => (typeof value === 'string' ? value : jsonText(value, 200));

/** Whether the scrolled content is wider than its frame: then its edge shows it. */
function useIsWide(): { ref: RefObject<HTMLDivElement | null>; isWide: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const frame = ref.current;
    if (frame === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setIsWide(frame.scrollWidth > frame.clientWidth + 1));
    observer.observe(frame);
    return () => observer.disconnect();
  }, []);
  return { ref, isWide };
}

/** A table of an agent: rows as objects or arrays, columns named or taken from the first row, sorted on request. */
export function TableOutput({
  columns,
  rows,
  label = words.table,
}: {
  columns: unknown;
  rows: unknown;
  label?: string;
}) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const { ref, isWide } = useIsWide();
  if (!Array.isArray(rows)) return <JsonBox label={label} value={{ columns, rows }} />;
  const list: readonly unknown[] = rows;
  const heads = columnsOf(columns, list);
  const shown = sorted(list, heads, sorting).slice(0, MAX_ROWS);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        aria-label={label}
        className="scrolls stream-box framed head-stays output-table"
        ref={ref}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table className="small data-table">
          <thead>
            <tr>
              {heads.map((head, index) => (
                <Head
                  head={head}
                  isNumber={isNumberAt(list, head, index)}
                  key={head.key}
                  onSort={setSorting}
                  sorting={sorting}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of an agent have no identity but their place
              <tr key={line}>
                {heads.map((head, index) => (
                  <Cell
                    isNumber={isNumberAt(list, head, index)}
                    key={head.key}
                    value={cellOf(row, head, index)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isWide ? <p className="small muted help-text">{words.wide}</p> : null}
      {list.length > MAX_ROWS ? (
        <p className="small muted help-text">{words.rowsCut(MAX_ROWS, list.length)}</p>
      ) : null}
    </>
  );
}

interface HeadProps {
  head: Column;
  isNumber: boolean;
  sorting: Sorting | null;
  onSort: (sorting: Sorting | null) => void;
}

/** The first press sorts upwards, the second downwards, the third gives the agent's own order back. */
function Head({ head, isNumber, sorting, onSort }: HeadProps) {
  const mine = sorting?.key === head.key ? sorting : null;
  const order = mine === null ? undefined : mine.down ? 'descending' : 'ascending';
  return (
    <th aria-sort={order} className={isNumber ? 'number' : undefined} scope="col">
      <button
        className="output-sort row-inline-tight nowrap"
        onClick={() =>
          onSort(
            mine === null
              ? { key: head.key, down: false }
              : mine.down
                ? null
                : { key: head.key, down: true },
          )
        }
        type="button"
        dir="auto"
      >
        {visibleText(head.label)}
        {mine === null ? null : <Icon of={mine.down ? ArrowDown : ArrowUp} small />}
      </button>
    </th>
  );
}
