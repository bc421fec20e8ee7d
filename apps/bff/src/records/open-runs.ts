import { hasUnsettledStop } from '../store/controls.ts';
import type { Reading } from '../store/port.ts';
import { type OpenRun, openRunsOf } from '../store/runs.ts';

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
