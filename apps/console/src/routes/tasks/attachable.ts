import type { Task } from '@countersign/api/task';
import type { AttachableTask } from '../../features/tasks/attachments.tsx';

/** The newest tasks whose results are offered. */
const most = 50;

/** The tasks whose results can be attached. */
export const attachableOf = (tasks: readonly Task[] = []): AttachableTask[] =>
  tasks.slice(0, most).map(({ id, title }) => ({ id, title }));
