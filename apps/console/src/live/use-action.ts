import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/** One request of a form or button: running, or the error it failed with. */
export interface Action {
  busy: boolean;
  /** The thrown error; null = none. */
  failure: unknown;
  /** Runs it unless one is running; resolves to whether it succeeded. */
  run: (act: () => Promise<unknown>) => Promise<boolean>;
  clear: () => void;
}

export function useAction(): Action {
  const isRunning = useRef(false);
  const { isPending, error, mutateAsync, reset } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    // Without network it fails at once, with a reason: held back it would be sent when nobody looks any more.
    networkMode: 'always',
  });
  const run = useCallback(
    async (act: () => Promise<unknown>) => {
      if (isRunning.current) return false;
      isRunning.current = true;
      try {
        await mutateAsync(act);
        return true;
      } catch {
        return false;
      } finally {
        isRunning.current = false;
      }
    },
    [mutateAsync],
  );
  return { busy: isPending, failure: error, run, clear: reset };
}
