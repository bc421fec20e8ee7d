import type { Reading } from '@countersign/server/store/port';
import { carriedBy } from '../decisions/carried-answers.ts';
import { readDecision } from '../records/prompt-records.ts';
import { newestCarries } from '../rows/runs.ts';

/** Whether what a run brings comes from defaults, escalations and rules alone. A run without an answer was started by someone. */
export async function isUnattended(reading: Reading, carried: readonly string[]): Promise<boolean> {
  for (const id of carried) {
    const decision = await readDecision(reading, id);
    if (decision === null || decision.by.kind === 'operator') return false;
  }
  return carried.length > 0;
}

/** Whether so many runs of a task in a row, up to the newest, were started by no person. */
export async function areUnattended(
  reading: Reading,
  threadId: string,
  count: number,
): Promise<boolean> {
  const newest = await newestCarries(reading, threadId, count);
  if (newest.length < count) return false;
  for (const { carries } of newest) {
    if (!(await isUnattended(reading, carriedBy(carries)))) return false;
  }
  return true;
}
