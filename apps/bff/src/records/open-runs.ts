import type { Reading } from '../store/port.ts';

export interface OpenRun {
  id: string;
  agent: string;
  status: string;
}

/**
 * The runs of a task that have not ended, the one it is shown with first. There is at most one, unless an older release has left
 * more.
 */
export const openRuns = async (reading: Reading, threadId: string): Promise<OpenRun[]> =>
  reading.all<OpenRun>(
    `SELECT r.id, r.agent, r.status FROM runs r JOIN tasks t ON t.id = r.thread
     WHERE r.thread = ? AND r.ended IS NULL ORDER BY r.id = t.run DESC, r.place DESC, r.started DESC, r.id`,
    threadId,
  );

/**
 * Whether a stop of the task was requested and is not completed: a run may have ended before its agent has answered the stop, and
 * what is said or answered meanwhile must not start the task again against the operator's intention.
 */
export const isBeingStopped = async (reading: Reading, threadId: string): Promise<boolean> =>
  (await reading.get(
    `SELECT 1 FROM controls WHERE thread = ? AND action = 'stop' AND state NOT IN ('settled', 'cut-off', 'failed') LIMIT 1`,
    threadId,
  )) !== undefined;

/** The run that a new one has to wait for; null = none. */
export const openRunOf = async (reading: Reading, threadId: string): Promise<OpenRun | null> =>
  (await openRuns(reading, threadId))[0] ?? null;
