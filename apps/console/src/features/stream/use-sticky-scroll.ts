import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { nextFollowing } from './sticky.ts';

/** Px from an edge at which the next items are wanted. */
const EDGE = 240;

export interface StickyScroll {
  scrollerRef: RefObject<HTMLElement | null>;
  contentRef: RefObject<HTMLOListElement | null>;
  following: boolean;
  /** Scrolls to the end and follows it. */
  toEnd: () => void;
  /** Stays where the reader is. */
  leaveEnd: () => void;
}

interface StickyOptions {
  /** The end of the thread is in the document: only then can it be followed. */
  hasEnd: boolean;
  /** Follows from the beginning. */
  startsAtEnd: boolean;
  /** The reader is near an edge of what is in the document. */
  onEdge: (edge: 'top' | 'bottom') => void;
}

/** Keeps the end in view until the reader scrolls up; arrival never moves the view of a reader further up. */
export function useStickyScroll(options: StickyOptions): StickyScroll {
  const scrollerRef = useRef<HTMLElement>(null);
  const contentRef = useRef<HTMLOListElement>(null);
  const lastTop = useRef(0);
  const followingRef = useRef(options.startsAtEnd);
  const [following, setFollowing] = useState(options.startsAtEnd);
  const latest = useRef(options);
  latest.current = options;

  const pin = useCallback(() => {
    const scroller = scrollerRef.current;
    if (!scroller || !followingRef.current) return;
    scroller.scrollTop = scroller.scrollHeight;
    lastTop.current = scroller.scrollTop;
  }, []);

  useLayoutEffect(pin);

  useEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const onScroll = () => {
      const { hasEnd, onEdge } = latest.current;
      const top = scroller.scrollTop;
      const distance = scroller.scrollHeight - top - scroller.clientHeight;
      const moved = top - lastTop.current;
      const next =
        hasEnd && nextFollowing(followingRef.current, { top, lastTop: lastTop.current, distance });
      lastTop.current = top;
      if (next !== followingRef.current) {
        followingRef.current = next;
        setFollowing(next);
      }
      if (next) return;
      if (moved < 0 && top < EDGE) onEdge('top');
      else if (moved > 0 && distance < EDGE && !hasEnd) onEdge('bottom');
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    // Growth inside an item (an image, an opened section) renders nothing here, but must be followed too.
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(pin);
    observer?.observe(scroller);
    if (contentRef.current) observer?.observe(contentRef.current);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      observer?.disconnect();
    };
  }, [pin]);

  const toEnd = useCallback(() => {
    followingRef.current = true;
    setFollowing(true);
    pin();
  }, [pin]);

  const leaveEnd = useCallback(() => {
    followingRef.current = false;
    setFollowing(false);
  }, []);

  return { scrollerRef, contentRef, following, toEnd, leaveEnd };
}
