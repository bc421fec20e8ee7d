import type { Reading } from '@countersign/server/store/port';
import { lastRunIdOf } from '@countersign/server/store/task-marks';
import { hasUnsettledStop } from '../rows/controls.ts';
import { type OpenRun, openRunsOf } from '../rows/runs.ts';

/**
 * The runs of a task that have not ended, the one it is shown with first. There is at most one, unless an older release has left
 * more.
 */
export const openRuns = async (reading: Reading, threadId: string): Promise<OpenRun[]> =>
  openRunsOf(reading, threadId);

/**
 * Whether a stop of the task was requested and is not completed: a run may have ended before its agent has answered the stop, and
 * what is said or answered meanwhile must not start the task again against the operator's intention.
 */
export const isBeingStopped = async (reading: Reading, threadId: string): Promise<boolean> =>
  hasUnsettledStop(reading, threadId);

/** The run that a new one has to wait for; null = none. */
export const openRunOf = async (reading: Reading, threadId: string): Promise<OpenRun | null> =>
  (await openRuns(reading, threadId))[0] ?? null;

/** The runs of a task at one moment. */
export interface RunsSeen {
  open: string | null;
  last: string | null;
}

/**
 * Read before the request of a new run is composed, and again where the run is recorded: if a run has begun or ended between, the request
 * lacks what that run said, and the state after it. INVARIANT: a run is only started with the whole conversation
 * (`composed-in-time.test.ts`).
 */
export const runsSeen = async (reading: Reading, threadId: string): Promise<RunsSeen> => ({
  open: (await openRunOf(reading, threadId))?.id ?? null,
  last: (await lastRunIdOf(reading, threadId))?.run ?? null,
});

export async function areRunsAsSeen(
  reading: Reading,
  threadId: string,
  seen: RunsSeen,
): Promise<boolean> {
  const { open, last } = await runsSeen(reading, threadId);
  return open === seen.open && last === seen.last;
}
