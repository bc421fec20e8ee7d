import { taskText } from '../text/texts.ts';
import { useClient } from './client-context.tsx';
import { problemOf } from './problem-text.ts';
import { useAction } from './use-action.ts';

/** Asks the agent of a task for the state of its run; the response is received in the stream, by all operators. */
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
