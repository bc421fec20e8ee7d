import { minutesAhead } from '../../../ui/time-zone.ts';

/** A mark on an axis of time. */
export interface MomentTick {
  at: number;
  word: string;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((by) => by * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((by) => by * MINUTE),
  ...[1, 2, 3, 6, 12].map((by) => by * HOUR),
  ...[1, 2, 7, 14].map((by) => by * DAY),
];
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120, 600, 1_200];
const MONTH = 30 * DAY;

/** Wall-clock time as if it were UTC, so that days and hours can be counted. */
const shiftOf = (at: number, isLocal: boolean) => (isLocal ? minutesAhead(at) * MINUTE : 0);

/** Round times between two, at most `count` of them, with labels that distinguish them. */
export function momentTicks(
  low: number,
  high: number,
  { count, isLocal }: { count: number; isLocal: boolean },
): MomentTick[] {
  const shift = shiftOf(low, isLocal);
  const [from, to] = [low + shift, high + shift];
  const rough = (to - from) / Math.max(1, count);
  const step = steps.find((by) => by >= rough);
  const walls = step === undefined ? monthsIn(from, to, rough) : wallsIn(from, to, step);
  return walls.map((wall) => ({
    // Daylight saving time may have changed in between.
    at: wall - shiftOf(wall - shift, isLocal),
    word: wordAt(wall, step ?? MONTH, to - from),
  }));
}

function wallsIn(from: number, to: number, step: number): number[] {
  const walls: number[] = [];
  for (let wall = Math.ceil(from / step) * step; wall <= to; wall += step) walls.push(wall);
  return walls;
}

function monthsIn(from: number, to: number, rough: number): number[] {
  const by = monthSteps.find((months) => months * MONTH >= rough) ?? 12_000;
  const start = new Date(from);
  const months = start.getUTCFullYear() * 12 + start.getUTCMonth();
  const walls: number[] = [];
  for (let month = Math.floor(months / by) * by; walls.length < 40; month += by) {
    const wall = Date.UTC(Math.floor(month / 12), month % 12);
    if (!(wall <= to)) break;
    if (wall >= from) walls.push(wall);
  }
  return walls;
}

function wordAt(wall: number, step: number, span: number): string {
  const iso = new Date(wall).toISOString();
  if (step >= MONTH) return iso.slice(0, 7);
  if (step >= DAY) return iso.slice(0, 10);
  const clock = iso.slice(11, step < MINUTE ? 19 : 16);
  return span > DAY ? `${iso.slice(5, 10)} ${clock}` : clock;
}
