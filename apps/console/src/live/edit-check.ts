import type { EditCheck } from '@countersign/api/edit-check';
import { useEffect, useState } from 'react';
import { useClient } from './client-context.tsx';
import { errorText, problemOf } from './problem-text.ts';

/** A pause in typing, ms: a held key or a typed word is one value. */
const PAUSE_MS = 350;

/** A value, and the state of its check. */
export interface CheckedValue {
  value: unknown;
  check: EditCheck;
}

/** The newest answer to an edited value, which may be to an older one; null = there was none yet. */
export interface EditCheckState {
  last: CheckedValue | null;
  /** The current value is being checked. */
  isChecking: boolean;
  /** Checks the current value again. */
  again: () => void;
}

/**
 * Has the agent check a value as it is edited, through the server. Only the newest counts: what was asked before is broken off.
 * Nothing is asked while `isWanted` is false. A failed request counts as no check.
 */
export function useEditCheck(asked: {
  promptId: string;
  digest: string;
  value: unknown;
  isWanted: boolean;
}): EditCheckState {
  const { promptId, digest, value, isWanted } = asked;
  const { api, schedule } = useClient();
  const [answered, setAnswered] = useState<(CheckedValue & { digest: string }) | null>(null);
  // Results for the question before its revision are no longer valid.
  const last = answered?.digest === digest ? answered : null;
  const isAnswered = last !== null && last.value === value;
  useEffect(() => {
    if (!isWanted || isAnswered) return;
    const abort = new AbortController();
    const ask = async () => {
      const check = await api
        .checkEdit(promptId, { value, digest }, abort.signal)
        .catch((error): EditCheck => {
          const reason = problemOf(error)?.status === 429 ? 'busy' : 'unreachable';
          return { outcome: 'unchecked', reason, detail: errorText(error) };
        });
      if (!abort.signal.aborted) setAnswered({ value, digest, check });
    };
    const cancel = schedule(() => void ask(), PAUSE_MS);
    return () => {
      cancel();
      abort.abort();
    };
  }, [api, schedule, promptId, digest, value, isWanted, isAnswered]);
  return { last, isChecking: isWanted && !isAnswered, again: () => setAnswered(null) };
}
