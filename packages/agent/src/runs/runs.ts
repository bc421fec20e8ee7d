import type { Clock } from '../clock.ts';
import type { Run } from './run.ts';
import type { RunControl } from './run-control.ts';
import type { RunFeedback } from './run-feedback.ts';
import type { RunSegment } from './run-segment.ts';

/** A run with its endpoints. */
export interface KnownRun {
  run: Run;
  segment: RunSegment;
  /** The answers it was started with, as JSON text; null = none. */
  took: string | null;
  control: RunControl;
  feedback: RunFeedback;
}

/** The runs an agent knows: all active ones, and finished ones for a while. */
export interface Runs {
  get(runId: string): KnownRun | undefined;
  add(known: KnownRun): void;
  /** The active runs. */
  active(): KnownRun[];
  of(threadId: string): KnownRun[];
}

/** Finished runs are kept until there are more than `maxFinished`, or `finishedForMs` have passed. */
export function createRuns(options: {
  clock: Clock;
  maxFinished: number;
  finishedForMs: number;
}): Runs {
  const { clock, maxFinished, finishedForMs } = options;
  const runs = new Map<string, KnownRun>();

  // Done on access, not by a timer: an idle agent has nothing to keep it awake.
  const forget = () => {
    const finished = [...runs.values()]
      .flatMap(({ segment }) => {
        const endedAt = segment.endedAt();
        return endedAt === null ? [] : [{ runId: segment.runId, endedAt }];
      })
      .sort((a, b) => b.endedAt - a.endedAt);
    finished.forEach(({ runId, endedAt }, rank) => {
      if (rank >= maxFinished || clock.now() - endedAt > finishedForMs) runs.delete(runId);
    });
  };
  return {
    get(runId) {
      forget();
      return runs.get(runId);
    },
    add(known) {
      forget();
      runs.set(known.segment.runId, known);
    },
    active: () => [...runs.values()].filter(({ segment }) => segment.endedAt() === null),
    of: (threadId) => [...runs.values()].filter(({ run }) => run.threadId === threadId),
  };
}
