import type { Task } from '@countersign/api/task';
import { StopDialog } from '../features/tasks/stop-dialog.tsx';
import { useClient } from '../live/client-context.tsx';
import { useOutbox } from '../live/connection.ts';

/** The dialog that stops several tasks, and the status of each request. */
export function StopTasks({ tasks, onClose }: { tasks: readonly Task[]; onClose: () => void }) {
  const outbox = useOutbox();
  const client = useClient();
  return (
    <StopDialog
      onClose={onClose}
      onStop={(ids) => {
        for (const taskId of ids) client.outbox.control({ taskId, action: 'stop' });
      }}
      outbox={outbox}
      tasks={tasks}
    />
  );
}
