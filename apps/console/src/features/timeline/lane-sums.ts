import type { Lane, Span } from '@countersign/thread/timeline';

/** What one agent did with the time of the task, ms. */
export interface LaneSums {
  busy: number;
  waited: number;
  idle: number;
}

/** Length of the union of the spans; an open span ends at `now`. */
function covered(spans: readonly Span[], now: number): number {
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  // Spans of a lane are in order of start.
  for (const { start, end } of spans) {
    const to = Math.max(start, end ?? now);
    if (to <= until) continue;
    sum += to - Math.max(start, until);
    until = to;
  }
  return sum;
}

const isWork: ReadonlySet<Span['kind']> = new Set(['step', 'tool', 'output']);

/** Each moment counts once: busy before waiting, waiting before idle. */
export function laneSums(lane: Lane, start: number, end: number): LaneSums {
  const people = lane.spans.filter(({ kind }) => kind === 'person');
  const work = lane.spans.filter(({ kind }) => isWork.has(kind));
  const busy = covered(work, end);
  const both = covered(
    lane.spans.filter(({ kind }) => kind === 'person' || isWork.has(kind)),
    end,
  );
  const waited = people.length === 0 ? 0 : both - busy;
  return { busy, waited, idle: Math.max(0, end - start - both) };
}
