import type { Thread } from '@countersign/thread/thread';

/** How long a task has been worked on: the time between its runs, while people think, is not counted. */
export interface TimeOfRuns {
  /** Time of the runs that have ended, ms. */
  ran: number;
  /** Runs of the task's own agent; those that it only relays are within them. */
  runs: number;
  /** Start of the active run, epoch ms; null = none. */
  since: number | null;
}

export function timeOfRuns({ items, run }: Thread): TimeOfRuns {
  const spans = items.flatMap((item) =>
    item.kind === 'run' ? [{ from: item.startedAt, to: item.endedAt, by: item.agentId }] : [],
  );
  // An agent that never sends RUN_STARTED has a run without an item.
  const isReported = spans.some(({ from }) => from === run.startedAt);
  if (run.startedAt !== null && !isReported) {
    spans.push({ from: run.startedAt, to: run.endedAt, by: spans[0]?.by ?? '' });
  }
  spans.sort((one, other) => one.from - other.from);
  const own = spans[0]?.by;
  const since = run.startedAt !== null && run.endedAt === null ? run.startedAt : null;
  let ran = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans) {
    const until = Math.min(to ?? since ?? from, since ?? Number.POSITIVE_INFINITY);
    ran += Math.max(0, until - Math.max(from, end));
    end = Math.max(end, until);
  }
  return { ran, runs: spans.filter(({ by }) => by === own).length, since };
}
