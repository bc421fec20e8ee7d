import type { RunStatus, Task } from '@countersign/api/task';
import type { Thread } from '@countersign/thread/thread';

const isGoing: ReadonlySet<string> = new Set(['starting', 'running', 'paused', 'held', 'stopping']);

/** The status of a task: its thread describes one run, and an older release may have left another one active. */
export function shownRunStatus(
  { run }: Pick<Thread, 'run'>,
  task: Pick<Task, 'runId' | 'runStatus'> | null,
): RunStatus {
  if (run.status === 'idle') return task?.runStatus ?? 'starting';
  const another = task !== null && task.runId !== run.runId && isGoing.has(task.runStatus);
  return another && !isGoing.has(run.status) ? task.runStatus : run.status;
}
