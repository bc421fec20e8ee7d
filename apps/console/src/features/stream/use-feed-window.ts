import type { ThreadItem } from '@countersign/thread/thread';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  around,
  earlier,
  endWindow,
  type FeedWindow,
  firstWindow,
  grown,
  later,
  widened,
} from './feed-window.ts';
import { type StickyScroll, useStickyScroll } from './use-sticky-scroll.ts';

/** Keeps what is under the eye where it is while items are put in or taken out around it: call before the change. */
function useKeepPlace(scrollerRef: { current: HTMLElement | null }, change: unknown): () => void {
  const anchor = useRef<{ element: Element; top: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs exactly when the window changed
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    const kept = anchor.current;
    anchor.current = null;
    if (scroller === null || kept === null || !kept.element.isConnected) return;
    scroller.scrollTop += kept.element.getBoundingClientRect().top - kept.top;
  }, [change]);
  return () => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    const edge = scroller.getBoundingClientRect().top;
    for (const element of scroller.querySelectorAll('.stream-feed > li')) {
      const { top, bottom } = element.getBoundingClientRect();
      if (bottom <= edge) continue;
      anchor.current = { element, top };
      return;
    }
  };
}

/** After the first look, ms. */
const SETTLE_MS = 250;

export interface FeedView extends StickyScroll {
  window: FeedWindow;
  earlier: () => void;
  later: () => void;
  /** Scrolls to an item; null when it is not in the thread. */
  goTo: (place: number) => void;
}

/** Which items are in the document, and how the reader moves among all of them. */
export function useFeedWindow(items: readonly ThreadItem[], showAt: number): FeedView {
  const count = items.length;
  const [window, setWindow] = useState<FeedWindow>(() =>
    showAt >= 0 ? around(showAt, count) : firstWindow(count),
  );
  const counted = useRef(count);
  counted.current = count;
  const sticky = useStickyScroll({
    hasEnd: window.to === null,
    startsAtEnd: showAt < 0,
    onEdge: (edge) => (edge === 'top' ? goEarlier() : goLater()),
  });
  const next = grown(window, count, sticky.following);
  if (next !== window) setWindow(next);
  const keepPlace = useKeepPlace(sticky.scrollerRef, next);
  const { leaveEnd } = sticky;
  const goEarlier = () => {
    if (next.from === 0) return;
    leaveEnd();
    keepPlace();
    setWindow(earlier(next, counted.current));
  };
  const goLater = () => {
    keepPlace();
    setWindow(later(next, counted.current));
  };
  const goTo = (place: number) => {
    leaveEnd();
    setWindow(around(place, counted.current));
  };
  const toEnd = () => {
    if (next.to !== null) setWindow(endWindow(counted.current));
    sticky.toEnd();
  };
  // The rest of the window is drawn after the first rows, in small pieces.
  useEffect(() => {
    const widen = () => setWindow((before) => widened(before, counted.current));
    const timer = setTimeout(() => startTransition(widen), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  // Scrolls only when another place is requested.
  // biome-ignore lint/correctness/useExhaustiveDependencies: items that arrive must not lead back to it
  useEffect(() => {
    if (showAt >= 0) goTo(showAt);
  }, [showAt >= 0 ? items[showAt]?.key : null]);
  return { ...sticky, window: next, earlier: goEarlier, later: goLater, goTo, toEnd };
}
