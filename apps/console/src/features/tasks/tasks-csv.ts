import type { Task } from '@countersign/api/task';
import { tasksText } from '../../text/texts.ts';
import { csvOf, csvTime } from '../../ui/files/csv.ts';
import { statusOfTask } from '../../ui/marks/task-status.ts';

/** The tasks of a list, as a table for other programs. */
export const tasksCsv = (tasks: readonly Task[]): string =>
  csvOf(
    tasksText.csvColumns,
    tasks.map((task) => [
      task.id,
      task.title,
      task.agentName,
      statusOfTask(task),
      task.openPrompts.blocking,
      task.openPrompts.followup,
      task.counts.events,
      csvTime(task.startedAt),
      csvTime(task.updatedAt),
      csvTime(task.endedAt),
    ]),
  );
