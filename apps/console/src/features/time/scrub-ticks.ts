import { formatClock, formatExact, formatMinute } from '../../ui/format-time.ts';
import type { ScrubAxis } from './scrub-axis.ts';

export interface ScrubTick {
  /** 0 to 1. */
  x: number;
  clock: string;
  exact: string;
}

const marks = [0, 0.25, 0.5, 0.75, 1];
const tenth = (at: number) => String(Math.floor((at % 1_000) / 100));
/** From the coarsest on: the first format in which neighbouring marks differ is used. */
const words: readonly ((at: number) => string)[] = [
  (at) => formatMinute(at),
  formatClock,
  (at) => `${formatClock(at)}.${tenth(at)}`,
];

const differ = (clocks: readonly string[]) =>
  clocks.every((clock, index) => index === 0 || clock !== clocks[index - 1]);

/** The times under the axis: as fine as they must be to differ, and none twice. The ends always have their seconds. */
export function scrubTicks(axis: Pick<ScrubAxis, 'timeOf' | 'sequenceAt'>): ScrubTick[] {
  const times = marks.map((mark) => axis.timeOf(axis.sequenceAt(mark)));
  const written = words.map((write) => times.map(write));
  const clocks = written.find(differ) ?? written.at(-1) ?? [];
  return marks.flatMap((x, index) => {
    const at = times[index] ?? 0;
    const isEnd = index === 0 || index === marks.length - 1;
    const clock = clocks[index] ?? '';
    if (index > 0 && clock === clocks[index - 1]) return [];
    const longer = formatClock(at);
    return [
      { x, clock: isEnd && clock.length < longer.length ? longer : clock, exact: formatExact(at) },
    ];
  });
}
