import { useCallback, useState } from 'react';

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
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = useCallback(
    async (act: () => Promise<unknown>) => {
      if (busy) return false;
      setBusy(true);
      setFailure(null);
      try {
        await act();
        return true;
      } catch (error) {
        setFailure(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [busy],
  );
  const clear = useCallback(() => setFailure(null), []);
  return { busy, failure, run, clear };
}
