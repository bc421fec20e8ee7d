import type { Task } from '@countersign/api/task';

/**
 * Whether a task is among those that people look after. What agents only read is not, unless a person is asked or it has failed: a
 * run can read hundreds of times.
 */
export function isListed({ reads, runStatus, openPrompts }: Task): boolean {
  if (reads !== true) return true;
  const isAsked = openPrompts.blocking + openPrompts.followup > 0;
  return isAsked || runStatus === 'failed' || runStatus === 'lost';
}
