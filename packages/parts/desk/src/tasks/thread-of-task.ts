import type { Task } from '@countersign/api/task';
import type { Snapshots } from '@countersign/server/journal/snapshots';
import type { Thread } from '@countersign/thread/thread';

/**
 * The thread of a task as it was when its row was read. The current one may be newer: a run that has ended in the row, and whose
 * question is answered in the thread, would look as if nothing followed, although another run has begun.
 */
export const threadOfTask = (
  snapshots: Pick<Snapshots, 'threadAt'>,
  { id, counts }: Pick<Task, 'id' | 'counts'>,
): Promise<Thread> => snapshots.threadAt(id, counts.events);
