import { useCallback, useState } from 'react';
import { browserStorage } from './session/browser-ports.ts';

/** After so many answers it is offered to open the next question by itself. */
const offeredAfter = 10;

interface AdvanceSetting {
  /** The next question is opened after an answer. */
  isWanted: boolean;
  /** Enough was answered, and the operator has not chosen. */
  isOffered: boolean;
  choose: (on: boolean) => void;
  /** One more was answered. */
  count: () => void;
}

/** Whether the next question is opened after an answer; stored on this machine. */
export function useAdvanceSetting(owner: string | null): AdvanceSetting {
  const place = `countersign.advance.${owner ?? ''}`;
  const counted = `countersign.answered.${owner ?? ''}`;
  const [, setChanges] = useState(0);
  // Who is signed in may be known only later.
  const kept = owner === null ? undefined : browserStorage();
  const chosen = kept?.get(place) ?? null;
  const answered = Number(kept?.get(counted) ?? 0);
  const choose = useCallback(
    (on: boolean) => {
      browserStorage()?.set(place, on ? 'on' : 'off');
      setChanges((before) => before + 1);
    },
    [place],
  );
  const count = useCallback(() => {
    const storage = browserStorage();
    const before = Number(storage?.get(counted) ?? 0);
    if (before >= offeredAfter) return;
    storage?.set(counted, String(before + 1));
    setChanges((changes) => changes + 1);
  }, [counted]);
  const isOffered = owner !== null && chosen === null && answered >= offeredAfter;
  return { isWanted: chosen === 'on', isOffered, choose, count };
}
