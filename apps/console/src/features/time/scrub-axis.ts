import type { Times } from '@countersign/api/prompts/history';

/** The scrubber's axis: time, with long pauses shortened, so that every event has its own position. All x are 0 to 1. */
export interface ScrubAxis {
  head: number;
  /** Silences that are drawn shorter than they were: when, epoch ms, and where. */
  cuts: readonly ScrubCut[];
  xOf(sequence: number): number;
  /** Of a moment, epoch ms. */
  xOfTime(at: number): number;
  sequenceAt(x: number): number;
  /** Epoch ms, evenly interpolated between two known events. */
  timeOf(sequence: number): number;
}

export interface ScrubCut {
  from: number;
  to: number;
  x: number;
  width: number;
}

interface Stop {
  sequence: number;
  at: number;
  x: number;
}

/** No silence takes more of the axis than this part of the rest. */
const longestPart = 1 / 12;
/** Part of the axis that is shared out by events instead of time, so that a burst can be scrubbed. */
const perEventPart = 0.3;
/** A silence longer than this multiple of its drawn length is marked as cut. */
const worthSaying = 2;

/** `headAt`: when the newest event was received, epoch ms. */
export function scrubAxis(times: Times | null, head: number, headAt: number): ScrubAxis {
  const points = (times?.points ?? []).filter(([sequence]) => sequence <= head);
  const [, lastAt = headAt] = points.at(-1) ?? [];
  if (points.at(-1)?.[0] !== head) points.push([head, Math.max(lastAt, headAt)]);
  const { stops, cuts } = place(points);
  const between = (key: 'sequence' | 'at' | 'x', goal: 'sequence' | 'at' | 'x', value: number) => {
    const index = stops.findIndex((stop) => stop[key] >= value);
    const right = stops[index === -1 ? stops.length - 1 : index];
    const left = stops[Math.max(0, (index === -1 ? stops.length : index) - 1)];
    if (left === undefined || right === undefined) return 0;
    const span = right[key] - left[key];
    const share = span <= 0 ? 1 : Math.min(1, Math.max(0, (value - left[key]) / span));
    return left[goal] + share * (right[goal] - left[goal]);
  };
  return {
    head,
    cuts,
    xOf: (sequence) => between('sequence', 'x', sequence),
    xOfTime: (at) => between('at', 'x', at),
    sequenceAt: (x) => Math.max(1, Math.round(between('x', 'sequence', x))),
    timeOf: (sequence) => between('sequence', 'at', sequence),
  };
}

function place(points: readonly (readonly [number, number])[]): {
  stops: Stop[];
  cuts: ScrubCut[];
} {
  const gaps = points.slice(1).map(([sequence, at], index) => {
    const [before = sequence, beforeAt = at] = points[index] ?? [];
    return { events: sequence - before, ms: Math.max(0, at - beforeAt) };
  });
  const cap = capOf(gaps.map(({ ms }) => ms));
  const allMs = gaps.reduce((sum, { ms }) => sum + Math.min(ms, cap), 0);
  const allEvents = gaps.reduce((sum, { events }) => sum + events, 0);
  let x = 0;
  const stops = points.map(([sequence, at], index): Stop => {
    const gap = gaps[index - 1];
    if (gap !== undefined) {
      const byEvents = allEvents === 0 ? 0 : gap.events / allEvents;
      const byTime = allMs === 0 ? byEvents : Math.min(gap.ms, cap) / allMs;
      x += perEventPart * byEvents + (1 - perEventPart) * byTime;
    }
    return { sequence, at, x };
  });
  const last = stops.at(-1);
  if (last !== undefined && stops.length > 1) last.x = 1;
  const cuts = stops.slice(1).flatMap(({ at, x }, index): ScrubCut[] => {
    const before = stops[index];
    if (before === undefined || at - before.at <= cap * worthSaying) return [];
    return [{ from: before.at, to: at, x: before.x, width: x - before.x }];
  });
  return { stops, cuts };
}

/** The longest silence that is drawn as long as it was. */
function capOf(silences: readonly number[]): number {
  let cap = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 8; round += 1) {
    const total = silences.reduce((sum, ms) => sum + Math.min(ms, cap), 0);
    cap = Math.max(1, total * longestPart);
  }
  return cap;
}

/** Heights 0 to 1 of `count` bars: the number of events on each part of the axis, relative to the fullest. */
export function densityOf(axis: ScrubAxis, count: number): number[] {
  if (axis.head === 0) return [];
  const edges = Array.from({ length: count + 1 }, (_, index) => axis.sequenceAt(index / count));
  const events = edges.slice(1).map((edge, index) => edge - (edges[index] ?? edge));
  const most = Math.max(1, ...events);
  return events.map((each) => Math.sqrt(each / most));
}
