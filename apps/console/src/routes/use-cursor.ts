import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';

export interface Cursor {
  /** Key of the row one is on; null = none. */
  key: string | null;
  /** The same as of the last press, before anything was drawn. */
  latest: RefObject<string | null>;
  /** The row is marked, and what it opens is not there yet. */
  pending: boolean;
  move: (key: string | null) => void;
}

/**
 * Which row one is on. The address says it; while it is on its way to saying so the row is marked at once, and the next
 * press goes on from there.
 */
export function useCursor(addressKey: string | null): Cursor {
  const [moved, setMoved] = useState<{ to: string | null; from: string | null } | null>(null);
  const latest = useRef(addressKey);
  const drawn = useRef(addressKey);
  if (moved !== null && moved.from !== addressKey) setMoved(null);
  if (drawn.current !== addressKey) {
    drawn.current = addressKey;
    latest.current = addressKey;
  }
  const move = useCallback((to: string | null) => {
    latest.current = to;
    const from = drawn.current;
    setMoved(to === from ? null : { to, from });
  }, []);
  const key = moved === null ? addressKey : moved.to;
  return useMemo(() => ({ key, latest, pending: moved !== null, move }), [key, moved, move]);
}
