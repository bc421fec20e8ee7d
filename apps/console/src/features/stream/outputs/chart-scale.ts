import { locale } from '../../../text/locale.ts';
import { ticksOf } from './chart-axis.ts';
import type { ChartData } from './chart-data.ts';
import { momentTicks } from './chart-moments.ts';

/** Width of a character next to an axis, px. */
const labelChar = 7.1;
const labelGap = 6;
const maxLabel = 14;
/** A second line of names under the axis, px. */
const labelLine = 14;
const plotHeight = 186;
const top = 8;
const below = 26;

/** The name of a category under the axis, cut if long; the table has the whole name. */
const shortLabel = (category: string) =>
  category.length <= maxLabel ? category : `${category.slice(0, maxLabel - 1)}…`;

const widestOf = (words: readonly string[]) =>
  Math.max(0, ...words.map((word) => word.length)) * labelChar;

/** How the names under an axis fit: all in one line, in two in turn, or every second, third and so on. */
export function labelsIn(
  categories: readonly string[],
  slotPx: number,
): { every: number; lines: 1 | 2 } {
  const widest = widestOf(categories.map(shortLabel));
  const slots = Math.max(1, Math.ceil((widest + labelGap) / Math.max(slotPx, 0.1)));
  if (slots <= 2) return { every: 1, lines: slots === 2 ? 2 : 1 };
  return { every: Math.ceil(slots / 2), lines: 2 };
}

/** A label next to an axis, at its middle. */
export interface Mark {
  word: string;
  at: number;
  y: number;
}

/** The layout of a chart in a drawing of this width, px. */
export interface Scale {
  width: number;
  height: number;
  left: number;
  right: number;
  /** The width of one category, px. */
  slot: number;
  xOf(index: number): number;
  yOf(value: number): number;
  across: Mark[];
  up: Mark[];
}

const figure = (value: number) =>
  value.toLocaleString(locale(), { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1 });

/** A place along an axis: it may be a year, which has no comma. */
const placeWord = (at: number) =>
  Math.abs(at) < 10_000 ? at.toLocaleString(locale(), { useGrouping: false }) : figure(at);

/** Lays a chart out. Labels at the ends of an axis are never cut: the axis gets shorter instead. */
export function scaleOf(chart: ChartData, width: number): Scale {
  const { axis, categories, low, high } = chart;
  const isBar = chart.kind === 'bar';
  const places = axis?.places ?? categories.map((_, index) => index);
  const [first = 0, last = first] = [places[0], places.at(-1)];
  const range = last - first;
  const gap = places.reduce(
    (least, place, index) =>
      index === 0 ? least : Math.min(least, place - (places[index - 1] ?? 0)),
    range,
  );
  const share = range === 0 ? 1 : gap / range;
  const yOf = (value: number) => top + plotHeight * (1 - (value - low) / (high - low));
  const up = ticksOf(low, high).map((tick) => ({ word: figure(tick), at: 0, y: yOf(tick) + 4 }));
  const room = widestOf(up.map(({ word }) => word)) + 8;

  const lay = (left: number, right: number) => {
    const plot = Math.max(40, width - left - right);
    const slot = isBar ? (plot * share) / (range === 0 ? 1 : 1 + share) : plot * share;
    const inset = range === 0 ? plot / 2 : isBar ? slot / 2 : 0;
    const across = (place: number) =>
      left + inset + (range === 0 ? 0 : ((place - first) / range) * (plot - 2 * inset));
    return { slot, across, marks: marksOf(chart, { slot, plot, across, first, last }) };
  };
  // Once to find the labels, once with the space that the outer ones need.
  const [outer, inner] = [room, 8];
  const tried = lay(outer, inner).marks;
  const over = (mark: Mark | undefined) =>
    mark === undefined ? 0 : (mark.word.length * labelChar) / 2;
  const left = Math.max(outer, outer + over(tried[0]) - (tried[0]?.at ?? 0));
  const end = tried.at(-1);
  const right = Math.max(inner, inner + (end?.at ?? 0) + over(end) - width);
  const { slot, across, marks } = lay(left, right);
  return {
    width,
    height: Math.max(top + plotHeight + below, ...marks.map(({ y }) => y + 8)),
    left,
    right: width - right,
    slot,
    xOf: (index) => across(places[index] ?? first),
    yOf,
    across: marks,
    up: up.map((mark) => ({ ...mark, at: left - 6 })),
  };
}

interface Laid {
  slot: number;
  plot: number;
  first: number;
  last: number;
  across(place: number): number;
}

/** The labels under an axis: of the categories if these are even, of round numbers or times if it has true distances. */
function marksOf({ axis, categories }: ChartData, laid: Laid): Mark[] {
  const { slot, plot, first, last, across } = laid;
  const y = top + plotHeight + 18;
  if (axis === null) {
    const { every, lines } = labelsIn(categories, slot);
    return categories.flatMap((category, index) => {
      if (index % every !== 0) return [];
      const isSecond = lines === 2 && (index / every) % 2 === 1;
      return [{ word: shortLabel(category), at: across(index), y: y + (isSecond ? labelLine : 0) }];
    });
  }
  if (first === last) return [{ word: shortLabel(categories[0] ?? ''), at: across(first), y }];
  // Fewer and fewer, until the labels fit next to each other.
  for (let count = 8; count > 1; count -= 1) {
    const ticks =
      axis.kind === 'number'
        ? ticksOf(first, last, count).map((at) => ({ at, word: placeWord(at) }))
        : momentTicks(first, last, { count, isLocal: axis.kind === 'local' });
    const widest = widestOf(ticks.map(({ word }) => word)) + labelGap;
    const [one, two] = ticks;
    const step = one && two ? across(two.at) - across(one.at) : plot;
    if (step >= widest && ticks.length > 0) {
      return ticks.map(({ at, word }) => ({ word, at: across(at), y }));
    }
  }
  return [];
}
