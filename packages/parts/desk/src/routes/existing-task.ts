import { say } from '@countersign/api/statements';
import type { Task } from '@countersign/api/task';
import { ProblemError } from '@countersign/server/http/problem';
import type { Journal } from '@countersign/server/journal/journal';
import { readTask } from '../tasks/records.ts';

/** A task that a request names. Throws `not-found`. */
export async function existingTask(journal: Journal, id: string): Promise<Task> {
  const task = await readTask(journal.read, id);
  if (task === null) throw new ProblemError('not-found', say('task.unknown', { id }));
  return task;
}
