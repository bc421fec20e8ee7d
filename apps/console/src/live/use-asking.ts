import { taskText } from '../text/task.ts';
import { useClient } from './client-context.tsx';
import { problemOf } from './problem-words.ts';
import { useAction } from './use-action.ts';

/** Asks the agent of a task what its run is doing; the answer comes in the stream, for everybody. */
export function useAsking(taskId: string): {
  ask: () => void;
  busy: boolean;
  failure: string | null;
} {
  const client = useClient();
  const { busy, failure, run } = useAction();
  return {
    ask: () => void run(() => client.api.askStatus(taskId)),
    busy,
    failure: failure === null ? null : (problemOf(failure)?.detail ?? taskText.control.askFailed),
  };
}
