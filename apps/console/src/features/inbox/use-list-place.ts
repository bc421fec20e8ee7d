import { type RefObject, useEffect, useRef } from 'react';
import type { QueueOrder } from './queue-order.ts';

/**
 * As far as it takes to see the whole row, at once. The virtualizer itself scrolls over several frames, in which a small
 * window may take the list away.
 */
function scrollIntoView(list: HTMLElement, row: { start: number; end: number }): void {
  const least = row.end - list.clientHeight;
  if (row.start < list.scrollTop) list.scrollTop = row.start;
  else if (least > list.scrollTop) list.scrollTop = least;
}

interface ListPlace {
  listRef: RefObject<HTMLElement | null>;
  currentKey: string | null;
  /** Where the current row is, px; undefined = it is not in the list. */
  rowAt: () => { start: number; end: number } | undefined;
  order: QueueOrder;
  /** A prompt or a table is open next to the list, or in its place. */
  isOpen: boolean;
}

/**
 * Keeps the current row in view, and the scroll position of a list that a small window hides. Returns the function that stores the
 * position.
 */
export function useListPlace(of: ListPlace): (list: HTMLElement) => void {
  const { listRef, currentKey, rowAt, order, isOpen } = of;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the operator acts, never when rows arrive
  useEffect(() => {
    const list = listRef.current;
    if (!list?.checkVisibility()) return;
    const row = rowAt();
    if (row !== undefined) scrollIntoView(list, row);
    else if (currentKey === null) list.scrollTop = 0;
  }, [currentKey, order]);
  // A small window takes the list away while something is open, and its place with it.
  const place = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list is shown again
  useEffect(() => {
    const list = listRef.current;
    if (isOpen || !list?.checkVisibility()) return;
    list.scrollTop = place.current;
    const row = rowAt();
    if (row !== undefined) scrollIntoView(list, row);
    // The browser may restore the list's scroll position without an event: the drawn rows depend on this one.
    list.dispatchEvent(new Event('scroll'));
  }, [isOpen, listRef]);
  return (list) => {
    place.current = list.scrollTop;
  };
}
