import { useCallback, useState } from 'react';

/** One request of a form or button: on its way, or what it failed with. */
export interface Action {
  busy: boolean;
  /** What was thrown; null = nothing. */
  failure: unknown;
  /** Runs it unless one is on its way; resolves to whether it went well. */
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
