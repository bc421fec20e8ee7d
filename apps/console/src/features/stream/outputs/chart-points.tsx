import { streamText } from '../../../text/texts.ts';
import { recordOf } from '../../../ui/json/record-of.ts';
import { JsonBox } from '../json-box.tsx';
import { TableOutput } from './table-output.tsx';

const words = streamText.output;
const maxColumns = 12;

/** The points of a chart that is not drawn, as received: one row each, starting with the name of their series. */
export function pointsOf(data: Record<string, unknown>): unknown[][] {
  const series: unknown[] = Array.isArray(data['series']) ? data['series'] : [data['series']];
  return series.flatMap((entry, index) => {
    const { name, label, values, data: list, points } = recordOf(entry);
    const given = values ?? list ?? points;
    return (Array.isArray(given) ? given : []).flatMap((point: unknown) => {
      const held: unknown = recordOf(point)['value'] ?? point;
      const { x, y } = recordOf(held);
      const pair = Array.isArray(held) ? held : x === undefined ? null : [x, y];
      return pair === null ? [] : [[name ?? label ?? index + 1, ...pair]];
    });
  });
}

/** A chart that cannot be drawn without saying what is not so: its points as a table, and the whole of it. */
export function ChartPoints({ data, title }: { data: Record<string, unknown>; title: string }) {
  const rows = pointsOf(data);
  const width = Math.min(
    rows.reduce((most, row) => Math.max(most, row.length), 3),
    maxColumns,
  );
  const named = [words.series, words.across, words.up];
  const columns = Array.from({ length: width }, (_, at) => ({
    key: String(at),
    label: named[at] ?? words.further(at),
  }));
  return (
    <>
      {rows.length === 0 ? null : <TableOutput columns={columns} label={title} rows={rows} />}
      <JsonBox label={title} value={data} />
    </>
  );
}
