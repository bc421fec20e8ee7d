import { recordOf } from '../../ui/json/record-of.ts';

type Members = Record<string, unknown>;

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** Types of series that are drawn, and as what. Points of a scatter would lie about their distances: they stay JSON. */
const kinds = new Map<unknown, 'line' | 'bar'>([
  ['line', 'line'],
  ['bar', 'bar'],
  ['pie', 'bar'],
]);

/**
 * The `echarts` output of HAI's demo server as our own `chart`: line, bar and pie over one axis of names. Null =
 * something else, or nothing in it to draw. Names, colours and everything an option can do besides are not read.
 */
export function chartOfEcharts(data: Members): Members | null {
  const option = recordOf(data['option'] ?? data);
  const series = listOf(option['series']).map(recordOf);
  const [first] = series;
  const kind = kinds.get(first?.['type']);
  if (first === undefined || kind === undefined) return null;
  if (series.some(({ type }) => type !== first['type'])) return null;
  const title = recordOf(listOf(option['title'])[0])['text'];
  const named = listOf(first['data']).map((point) => recordOf(point)['name']);
  const isPie = first['type'] === 'pie';
  const categories = isPie ? named : (axisNames(option['xAxis']) ?? axisNames(option['yAxis']));
  return {
    kind,
    ...(typeof title === 'string' ? { title } : {}),
    ...(categories === null ? {} : { categories }),
    series: series.map(({ name, data: values }) => ({
      ...(name === undefined ? {} : { name }),
      values: listOf(values).map(figureOf),
    })),
  };
}

/** The names along an axis, when it has names. */
function axisNames(axis: unknown): unknown[] | null {
  const names = recordOf(listOf(axis)[0])['data'];
  return Array.isArray(names) ? names.map((name) => recordOf(name)['value'] ?? name) : null;
}

/** A point is a number, a pair, or an object that holds one of them. */
function figureOf(point: unknown): unknown {
  const held = Array.isArray(point) ? point : (recordOf(point)['value'] ?? point);
  return typeof held === 'string' && held.trim() !== '' ? Number(held) : held;
}
