import { useEffect, useRef, useState } from 'react';
import type { Past } from '../../live/events/use-past.ts';
import { readWrites, type Writes, type WritesReader } from './writes.ts';

/** Of a longer stretch only the newest are read. */
export const maxWriteEvents = 5_000;

interface Reading {
  past: Past;
  from: number;
  upTo: number;
  reader: WritesReader;
}

/** What the events after `from` up to `to` wrote; null while it is read, or when it cannot be. */
export function useWrites(past: Past, from: number, to: number): Writes | null {
  const [held, setHeld] = useState<Writes | null>(null);
  const reading = useRef<Reading | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const read = async () => {
      const before = reading.current;
      const continues =
        before !== null &&
        before.past === past &&
        before.from === from &&
        before.upTo <= to &&
        to - before.upTo < maxWriteEvents;
      // A task that is still running is read further from where reading ended.
      const start = continues ? before.upTo : Math.max(from, to - maxWriteEvents);
      const reader = continues
        ? before.reader
        : readWrites(start === 0 ? undefined : await past.machine.threadAt(start, signal));
      const envelopes = await past.pages.range(start + 1, to, signal);
      if (signal.aborted) return;
      reader.read(envelopes);
      reading.current = { past, from, upTo: to, reader };
      setHeld(reader.writes());
    };
    read().catch(() => {
      // A column stays empty; the position itself shows what cannot be read.
      if (!signal.aborted) setHeld(null);
    });
    return () => controller.abort();
  }, [past, from, to]);
  return held;
}
