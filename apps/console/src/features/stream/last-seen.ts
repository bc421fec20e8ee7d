import { useEffect, useRef, useState } from 'react';

/** Where the reader was when last looking at a task. */
export interface Seen {
  sequence: number;
  /** Epoch ms. */
  at: number;
}
/** What happened since: drawn as a line before the first event after `sequence`. */
export interface SeenMark extends Seen {
  count: number;
}
type SeenStorage = Pick<Storage, 'getItem' | 'setItem'>;

const keyOf = (taskId: string) => `countersign.seen.${taskId}`;

/** The stored position, or null when there is none or it cannot be read. */
export function readSeen(storage: SeenStorage, taskId: string): Seen | null {
  try {
    const found: unknown = JSON.parse(storage.getItem(keyOf(taskId)) ?? 'null');
    if (found === null || typeof found !== 'object') return null;
    if (!('sequence' in found) || !('at' in found)) return null;
    const { sequence, at } = found;
    return typeof sequence === 'number' && typeof at === 'number' ? { sequence, at } : null;
  } catch {
    return null;
  }
}

export function writeSeen(storage: SeenStorage, taskId: string, seen: Seen): void {
  try {
    storage.setItem(keyOf(taskId), JSON.stringify(seen));
  } catch {
    // A full or forbidden storage only costs the mark.
  }
}

/** The line to draw when a reader returns to `sequence`, or null when nothing happened. */
export function markSince(seen: Seen | null, sequence: number): SeenMark | null {
  if (seen === null || sequence <= seen.sequence) return null;
  return { ...seen, count: sequence - seen.sequence };
}

/**
 * Remembers how far the reader has seen this task: when the page is left or the tab hidden.
 * Gives the mark for what happened meanwhile; it stays until the next leave.
 *
 * @param sequence last event on screen, 0 while nothing is loaded
 */
export function useLastSeen(taskId: string, sequence: number, now: () => number): SeenMark | null {
  const [mark, setMark] = useState<SeenMark | null>(null);
  const [seenAtStart] = useState(() => readSeen(localStorage, taskId));
  const compared = useRef(false);
  const latest = useRef(sequence);
  latest.current = sequence;

  if (!compared.current && sequence > 0) {
    compared.current = true;
    const first = markSince(seenAtStart, sequence);
    if (first) setMark(first);
  }

  useEffect(() => {
    let away: Seen | null = null;
    const leave = () => {
      if (latest.current === 0) return;
      away = { sequence: latest.current, at: now() };
      writeSeen(localStorage, taskId, away);
    };
    const onVisibility = () => {
      if (document.hidden) leave();
      else if (away) setMark(markSince(away, latest.current));
    };
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [taskId, now]);

  return mark;
}
