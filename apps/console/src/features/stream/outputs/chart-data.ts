import { recordOf } from '../../../ui/json/record-of.ts';
import { valueText } from '../value-text.ts';
import { align, type TrueAxis } from './chart-axis.ts';

export interface Series {
  name: string;
  /** By category; undefined = this series has no point there, null = it has one without a figure. */
  values: (number | null | undefined)[];
}
export interface ChartData {
  kind: 'bar' | 'line';
  categories: string[];
  /** Null = the categories are evenly spaced. */
  axis: TrueAxis | null;
  series: Series[];
  /** Least and greatest value; zero is always within for bars. */
  low: number;
  high: number;
  /** Series or points left out because there were too many. */
  left: number;
}

const maxSeries = 6;
const maxPoints = 400;

interface Given {
  name: string;
  points: unknown[];
}

/**
 * Reads a `chart` output: series of numbers over categories, or points with positions. Null = empty, or nothing that could
 * be drawn without misrepresenting it.
 */
export function readChart(data: Record<string, unknown>): ChartData | null {
  const given: unknown[] = Array.isArray(data['series']) ? data['series'] : [];
  const all = given.map((entry, index): Given => {
    const record = recordOf(entry);
    const points = record['values'] ?? record['data'] ?? record['points'];
    return {
      name: valueText(record['name'] ?? record['label'] ?? index + 1),
      points: Array.isArray(points) ? points : [],
    };
  });
  const placed = placesOf(
    all.slice(0, maxSeries),
    data['categories'] ?? data['labels'] ?? data['x'],
  );
  if (placed === null) return null;
  const { series, categories, axis } = placed;
  const numbers = series.flatMap(({ values }) =>
    values.filter((value) => value !== null && value !== undefined),
  );
  if (numbers.length === 0) return null;
  const isLine = data['kind'] === 'line' || (data['kind'] !== 'bar' && categories.length > 24);
  const low = Math.min(...numbers, ...(isLine ? [] : [0]));
  const high = Math.max(...numbers, ...(isLine ? [] : [0]));
  const cut = all.reduce((sum, { points }) => sum + Math.max(0, points.length - maxPoints), 0);
  return {
    kind: isLine ? 'line' : 'bar',
    categories,
    axis,
    series,
    low,
    high: high === low ? low + 1 : high,
    left: Math.max(0, all.length - maxSeries) + cut,
  };
}

function placesOf(
  given: readonly Given[],
  named: unknown,
): Pick<ChartData, 'series' | 'categories' | 'axis'> | null {
  const lists = given.map(({ points }) => points.slice(0, maxPoints));
  const names = Array.isArray(named) ? named.map(valueText) : null;
  const isPlaced = lists.flat().some((point) => acrossOf(point) !== undefined);
  const seriesOf = (values: readonly (readonly unknown[])[]) =>
    given.map(({ name }, at) => ({
      name,
      values: (values[at] ?? []).map((point) => (point === undefined ? point : numberAt(point))),
    }));
  if (names !== null && isPlaced) {
    const values = lists.map((list) => amongNames(list, names));
    if (values.some((list) => list === null)) return null;
    return { categories: names, axis: null, series: seriesOf(values.map((list) => list ?? [])) };
  }
  if (!isPlaced) {
    const length = Math.max(0, ...lists.map((list) => list.length));
    return {
      categories: Array.from(
        { length },
        (_, at) => names?.[at] ?? valueText(recordOf(lists[0]?.[at])['label'] ?? at + 1),
      ),
      axis: null,
      series: seriesOf(lists),
    };
  }
  const aligned = align(
    lists.map((list) => list.map((point) => ({ across: acrossOf(point), value: point }))),
  );
  if (aligned === null) return null;
  const { categories, axis, values } = aligned;
  return { categories, axis, series: seriesOf(values) };
}

/** Points in the order of the names they belong to, by name or by place. Null = one belongs to none, or two to one. */
function amongNames(points: readonly unknown[], names: readonly string[]): unknown[] | null {
  const values: unknown[] = names.map(() => undefined);
  for (const [at, point] of points.entries()) {
    const across = acrossOf(point);
    const named = across === undefined ? -1 : names.indexOf(valueText(across));
    const place = named >= 0 ? named : (across ?? at);
    if (typeof place !== 'number' || !(place in values) || values[place] !== undefined) return null;
    values[place] = point;
  }
  return values;
}

/** The position of a point: of a pair, or an object with `x`. Undefined = it has none. */
function acrossOf(point: unknown): unknown {
  if (Array.isArray(point)) return point.length > 1 ? point[0] : undefined;
  return recordOf(point)['x'];
}

function numberAt(point: unknown): number | null {
  const value = Array.isArray(point)
    ? point.at(-1)
    : typeof point === 'object' && point !== null
      ? (recordOf(point)['y'] ?? recordOf(point)['value'])
      : point;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
