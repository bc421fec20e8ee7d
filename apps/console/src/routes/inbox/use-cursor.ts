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

/** Rows visited since the address was last updated; the last one is current. */
interface Walk {
  from: string | null;
  steps: readonly (string | null)[];
}

/** The address is at a row that was visited before: it is still being updated. */
const passes = ({ steps }: Walk, addressKey: string | null) =>
  steps.at(-1) !== addressKey && steps.includes(addressKey);

/**
 * The current row. It is defined by the address; while the address is being changed the row is marked at once, and the next press
 * continues from there.
 */
export function useCursor(addressKey: string | null): Cursor {
  const [walk, setWalk] = useState<Walk | null>(null);
  const latest = useRef(addressKey);
  const drawn = useRef(addressKey);
  const onItsWay = walk !== null && passes(walk, addressKey);
  if (walk !== null && walk.from !== addressKey)
    setWalk(onItsWay ? { ...walk, from: addressKey } : null);
  if (drawn.current !== addressKey) {
    drawn.current = addressKey;
    if (!onItsWay) latest.current = addressKey;
  }
  const move = useCallback((to: string | null) => {
    latest.current = to;
    const from = drawn.current;
    setWalk((before) => (to === from ? null : { from, steps: [...(before?.steps ?? []), to] }));
  }, []);
  const key = walk === null ? addressKey : (walk.steps.at(-1) ?? null);
  return useMemo(() => ({ key, latest, pending: walk !== null, move }), [key, walk, move]);
}
