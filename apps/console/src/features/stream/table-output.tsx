import { streamText } from '../../text/stream.ts';
import { jsonText } from '../../ui/json/json-tokens.ts';
import { recordOf } from '../../ui/json/record-of.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { JsonBox } from './json-box.tsx';

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
      const key = String(column['key'] ?? column['id'] ?? column['name'] ?? index);
      return { key, label: String(column['label'] ?? column['title'] ?? key) };
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

function Cell({ value }: { value: unknown }) {
  if (typeof value === 'number') return <td className="num">{value.toLocaleString('en')}</td>;
  if (value === null || value === undefined) return <td className="m">–</td>;
  return <td>{visibleText(typeof value === 'string' ? value : jsonText(value, 60))}</td>;
}

/** A table of an agent: rows as objects or arrays, columns named or taken from the first row. */
export function TableOutput({
  columns,
  rows,
  label = words.table,
}: {
  columns: unknown;
  rows: unknown;
  label?: string;
}) {
  if (!Array.isArray(rows)) return <JsonBox label={label} value={{ columns, rows }} />;
  const list: readonly unknown[] = rows;
  const heads = columnsOf(columns, list);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div aria-label={label} className="box out-table" role="group" tabIndex={0}>
        <table className="grid">
          <thead>
            <tr>
              {heads.map((head, index) => (
                <th
                  className={typeof cellOf(list[0], head, index) === 'number' ? 'num' : undefined}
                  key={head.key}
                  scope="col"
                >
                  {visibleText(head.label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.slice(0, MAX_ROWS).map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of an agent have no identity but their place
              <tr key={line}>
                {heads.map((head, index) => (
                  <Cell key={head.key} value={cellOf(row, head, index)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list.length > MAX_ROWS ? (
        <p className="help">{words.rowsCut(MAX_ROWS, list.length)}</p>
      ) : null}
    </>
  );
}
