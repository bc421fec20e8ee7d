import { recordOf } from '../../../ui/json/record-of.ts';
import { valueText } from '../value-text.ts';

type Members = Record<string, unknown>;

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** Types of series that are drawn, and as what. A scatter has no order that a line could follow: it stays a table. */
const kinds = new Map<unknown, 'line' | 'bar'>([
  ['line', 'line'],
  ['bar', 'bar'],
  ['pie', 'bar'],
]);

/** What the points of an option are placed by, and which side of a pair contains it. */
interface Along {
  type: unknown;
  names: unknown[] | null;
  side: 0 | 1;
}

/**
 * The `echarts` output of HAI's demo server as our own `chart`: line, bar and pie. Null = something else, or nothing in it to
 * draw. Names, colours and everything an option can do besides are not read.
 */
export function chartOfEcharts(data: Members): Members | null {
  const option = optionOf(data);
  const series = listOf(option['series']).map(recordOf);
  const [first] = series;
  const kind = kinds.get(first?.['type']);
  if (first === undefined || kind === undefined) return null;
  if (series.some(({ type }) => type !== first['type'])) return null;
  const title = recordOf(listOf(option['title'])[0])['text'];
  const along = first['type'] === 'pie' ? namesOfPie(first) : alongOf(option);
  if (along.type === 'log') return null;
  return {
    kind,
    ...(typeof title === 'string' ? { title } : {}),
    ...(along.names === null ? {} : { categories: along.names }),
    series: series.map(({ name, data: points }) => ({
      ...(name === undefined ? {} : { name }),
      values: listOf(points).map((point) => pointAlong(point, along)),
    })),
  };
}

export const optionOf = (data: Members): Members => recordOf(data['option'] ?? data);

const namesOfPie = ({ data }: Members): Along => ({
  type: 'category',
  names: listOf(data).map((point) => recordOf(point)['name']),
  side: 0,
});

/** The axis that has the names; the one across when none has. */
function alongOf({ xAxis, yAxis }: Members): Along {
  const [across, up] = [xAxis, yAxis].map((axis) => recordOf(listOf(axis)[0]));
  const isUp = !hasNames(across) && hasNames(up);
  const axis = (isUp ? up : across) ?? {};
  const names = axis['data'];
  return {
    type: axis['type'] ?? (Array.isArray(names) ? 'category' : 'value'),
    names: Array.isArray(names) ? names.map((name) => recordOf(name)['value'] ?? name) : null,
    side: isUp ? 1 : 0,
  };
}

const hasNames = (axis: Members | undefined) =>
  Array.isArray(axis?.['data']) || axis?.['type'] === 'category';

/** A point is a number, a pair, or an object that holds one of them. */
function pointAlong(point: unknown, { type, side }: Along): unknown {
  const held: unknown = Array.isArray(point) ? point : (recordOf(point)['value'] ?? point);
  if (!Array.isArray(held) || held.length !== 2) return figureOf(held);
  return [placeOf(held[side], type), figureOf(held[1 - side])];
}

const figureOf = (held: unknown) =>
  typeof held === 'string' && held.trim() !== '' ? Number(held) : held;

/** The position of a point in our chart's terms: a category, a time, or a number. */
function placeOf(place: unknown, type: unknown): unknown {
  if (type === 'category') return typeof place === 'number' ? place : valueText(place);
  if (type === 'time' && typeof place === 'number') {
    return Math.abs(place) <= 8.64e15 ? new Date(place).toISOString() : place;
  }
  const number = typeof place === 'string' && place.trim() !== '' ? Number(place) : Number.NaN;
  return Number.isNaN(number) ? place : number;
}
