import { useEffect, useState } from 'react';
import type { EventPages } from '../../live/event-pages.ts';
import { type Writes, writesOf } from './writes.ts';

/** Of a longer stretch only the newest are read. */
export const maxWriteEvents = 5_000;

/** What the events after `from` up to `to` wrote; null while it is read, or when it cannot be. */
export function useWrites(pages: EventPages, from: number, to: number): Writes | null {
  const [held, setHeld] = useState<Writes | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const first = Math.max(from + 1, to - maxWriteEvents + 1);
    if (first > to) {
      setHeld(writesOf([]));
      return;
    }
    pages.range(first, to, controller.signal).then(
      (envelopes) => controller.signal.aborted || setHeld(writesOf(envelopes)),
      // A column stays empty; the position itself says what cannot be read.
      () => controller.signal.aborted || setHeld(null),
    );
    return () => controller.abort();
  }, [pages, from, to]);
  return held;
}
