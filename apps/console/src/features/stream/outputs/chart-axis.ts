import { valueText } from '../value-text.ts';

/** An axis with true distances: where each category is along it. */
export interface TrueAxis {
  places: number[];
  /** Times are epoch ms; `utc` times were received without a zone and are written without one. */
  kind: 'number' | 'local' | 'utc';
}

/** The categories of several series, and their values in that order. Undefined = the series has no value there. */
export interface Aligned {
  categories: string[];
  values: unknown[][];
  axis: TrueAxis | null;
}

interface Point {
  across: unknown;
  value: unknown;
}
interface Place {
  at: number;
  kind: TrueAxis['kind'];
  word: string;
}

const moment = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;

/** The position of a point: a number, a date, or neither. */
function placeOf(across: unknown): Place | null {
  const word = valueText(across);
  if (typeof across === 'number') {
    return Number.isFinite(across) ? { at: across, kind: 'number', word } : null;
  }
  if (typeof across !== 'string') return null;
  const read = moment.exec(across.trim());
  if (read === null) return null;
  const isZoned = read[5] !== undefined;
  const isTimed = read[2] !== undefined;
  const at = Date.parse(isTimed && !isZoned ? `${across.trim()}Z` : across.trim());
  return Number.isNaN(at) ? null : { at, kind: isZoned ? 'local' : 'utc', word };
}

/**
 * Aligns points that give their positions: on a true axis if these are numbers or dates, else over names in the order of their first
 * appearance. Null = they cannot be drawn so: a line runs back, a name occurs twice, or only some points give a position.
 */
export function align(lists: readonly (readonly Point[])[]): Aligned | null {
  const all = lists.flat();
  const places = new Map(all.map((point) => [point, placeOf(point.across)]));
  const kinds = new Set([...places.values()].map((place) => place?.kind ?? null));
  const [kind = null] = kinds;
  if (kinds.size !== 1) return null;
  if (kind === null) return overNames(lists);
  const words = new Map<number, string>();
  const values = lists.map((list) => {
    const own = new Map<number, unknown>();
    let last = Number.NEGATIVE_INFINITY;
    for (const point of list) {
      const place = places.get(point);
      if (place === undefined || place === null || place.at <= last) return null;
      last = place.at;
      own.set(place.at, point.value);
      words.set(place.at, place.word);
    }
    return own;
  });
  if (values.includes(null)) return null;
  const along = [...words.keys()].toSorted((a, b) => a - b);
  return {
    categories: along.map((at) => words.get(at) ?? ''),
    values: values.map((own) => along.map((at) => own?.get(at))),
    axis: { places: along, kind },
  };
}

function overNames(lists: readonly (readonly Point[])[]): Aligned | null {
  const names = new Set<string>();
  const values: Map<string, unknown>[] = [];
  for (const list of lists) {
    const own = new Map(list.map(({ across, value }) => [valueText(across), value]));
    if (own.size < list.length) return null;
    for (const name of own.keys()) names.add(name);
    values.push(own);
  }
  const categories = [...names];
  return {
    categories,
    values: values.map((own) => categories.map((name) => own.get(name))),
    axis: null,
  };
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
