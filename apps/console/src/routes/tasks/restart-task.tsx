import { RestartDialog } from '../../features/time/restart-dialog.tsx';
import { useClient } from '../../live/session/client-context.tsx';
import { useKeyedRequest } from '../../live/use-keyed-request.ts';
import { useTaskAddress } from './use-task-address.ts';

interface RestartTaskProps {
  taskId: string;
  /** The position in the task from which it starts again. */
  at: number;
  onClose: () => void;
}

/** Starts a task again from a position, and shows the present. */
export function RestartTask({ taskId, at, onClose }: RestartTaskProps) {
  const client = useClient();
  const { go } = useTaskAddress();
  const keyed = useKeyedRequest();
  const start = async (message: string) => {
    const body = { at, ...(message === '' ? {} : { message }) };
    await keyed(body, (idempotencyKey) =>
      client.api.restartTask(taskId, { ...body, idempotencyKey }),
    );
    go({ at: undefined });
    onClose();
  };
  return <RestartDialog at={at} onClose={onClose} onStart={start} />;
}
