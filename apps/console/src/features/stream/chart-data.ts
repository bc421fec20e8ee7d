import { recordOf } from '../../ui/json/record-of.ts';
import { wordOf } from './word-of.ts';

export interface Series {
  name: string;
  values: (number | null)[];
}
export interface ChartData {
  kind: 'bar' | 'line';
  categories: string[];
  series: Series[];
  /** Least and greatest value; zero is always within for bars. */
  low: number;
  high: number;
  /** Series or points left out because there were too many. */
  left: number;
}

const maxSeries = 6;
const maxPoints = 400;

/** Reads a `chart` output: series of numbers over categories, as agents write them. Null = nothing to draw. */
export function readChart(data: Record<string, unknown>): ChartData | null {
  const given: unknown[] = Array.isArray(data['series']) ? data['series'] : [];
  const named = data['categories'] ?? data['labels'] ?? data['x'];
  const all = given.map((entry, index): Series & { labels: string[] } => {
    const record = recordOf(entry);
    const points = record['values'] ?? record['data'] ?? record['points'];
    const list: unknown[] = Array.isArray(points) ? points : [];
    return {
      name: wordOf(record['name'] ?? record['label'] ?? index + 1),
      values: list.slice(0, maxPoints).map(numberAt),
      labels: list.slice(0, maxPoints).map(labelOf),
    };
  });
  const series = all.slice(0, maxSeries);
  const length = Math.max(0, ...series.map(({ values }) => values.length));
  const numbers = series.flatMap(({ values }) => values.filter((value) => value !== null));
  if (numbers.length === 0) return null;
  const categories = Array.from({ length }, (_, index) => {
    const label: unknown = Array.isArray(named) ? named[index] : undefined;
    return label === undefined ? (series[0]?.labels[index] ?? String(index + 1)) : wordOf(label);
  });
  const kind = data['kind'] === 'line' || (data['kind'] !== 'bar' && length > 24) ? 'line' : 'bar';
  const low = Math.min(...numbers, ...(kind === 'bar' ? [0] : []));
  const high = Math.max(...numbers, ...(kind === 'bar' ? [0] : []));
  const cut = given.reduce<number>((sum, entry) => {
    const record = recordOf(entry);
    const points = record['values'] ?? record['data'] ?? record['points'];
    return sum + Math.max(0, (Array.isArray(points) ? points.length : 0) - maxPoints);
  }, 0);
  return {
    kind,
    categories,
    series: series.map(({ name, values }) => ({ name, values })),
    low,
    high: high === low ? low + 1 : high,
    left: Math.max(0, all.length - maxSeries) + cut,
  };
}

function numberAt(point: unknown): number | null {
  const value = Array.isArray(point)
    ? point.at(-1)
    : typeof point === 'object' && point !== null
      ? (recordOf(point)['y'] ?? recordOf(point)['value'])
      : point;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function labelOf(point: unknown, index: number): string {
  if (Array.isArray(point) && point.length > 1) return wordOf(point[0]);
  const record = recordOf(point);
  return wordOf(record['x'] ?? record['label'] ?? index + 1);
}

/** Round figures between two values, for the lines of an axis. */
export function ticksOf(low: number, high: number, count = 4): number[] {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((by) => by * power).find((by) => by >= rough) ?? rough;
  const first = Math.ceil(low / step) * step;
  const ticks: number[] = [];
  for (let at = first; at <= high + step / 1e6 && ticks.length < 12; at += step) {
    ticks.push(Number(at.toPrecision(12)));
  }
  return ticks;
}

/** Width of a character under the axis, px. */
const labelChar = 7.1;
const labelGap = 6;
const maxLabel = 14;

/** The name of a category as it stands under the axis; whole in the table. */
export const shortLabel = (category: string) =>
  category.length <= maxLabel ? category : `${category.slice(0, maxLabel - 1)}…`;

/** How the names under an axis fit: all in one line, in two in turn, or every second, third and so on. */
export function labelsIn(
  categories: readonly string[],
  slotPx: number,
): { every: number; lines: 1 | 2 } {
  const longest = Math.max(0, ...categories.map((category) => shortLabel(category).length));
  const slots = Math.max(1, Math.ceil((longest * labelChar + labelGap) / Math.max(slotPx, 0.1)));
  if (slots <= 2) return { every: 1, lines: slots === 2 ? 2 : 1 };
  return { every: Math.ceil(slots / 2), lines: 2 };
}
