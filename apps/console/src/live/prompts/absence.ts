import { useEffect, useState } from 'react';
import { browserStorage } from '../session/browser-ports.ts';
import { useClient } from '../session/client-context.tsx';

/** Who was away for less has not left: a look into another window is none. */
export const ABSENCE_MS = 5 * 60_000;
const NOTE_EACH_MS = 30_000;

/** Since when an operator was away, epoch ms of the server, until it is put away; null = was not. */
export interface Away {
  from: number | null;
  putAway: () => void;
}

/** The moment that was noted; null = none, or nothing that can be read. */
function noted(text: string | null): number | null {
  const at = Number(text);
  return text === null || !Number.isFinite(at) || at <= 0 ? null : at;
}

/**
 * Whether the operator has come back, in this browser: while a window of the console is seen the moment is noted, and who
 * sees one again after five minutes was away since the last of them.
 */
export function useAbsence(owner: string): Away {
  const client = useClient();
  const [from, setFrom] = useState<number | null>(null);
  useEffect(() => {
    const storage = browserStorage();
    const place = `countersign.left.${owner}`;
    const note = () => {
      if (document.visibilityState !== 'visible') return;
      const last = noted(storage?.get(place) ?? null);
      const now = client.serverNow();
      // An absence that is still shown keeps its start.
      if (last !== null && now - last >= ABSENCE_MS) setFrom((before) => before ?? last);
      storage?.set(place, String(now));
    };
    note();
    const timer = setInterval(note, NOTE_EACH_MS);
    document.addEventListener('visibilitychange', note);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', note);
    };
  }, [client, owner]);
  return { from, putAway: () => setFrom(null) };
}
