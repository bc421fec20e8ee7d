import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { nextFollowing } from './sticky.ts';

export interface StickyScroll {
  scrollerRef: RefObject<HTMLElement | null>;
  contentRef: RefObject<HTMLOListElement | null>;
  following: boolean;
  /** Scrolls to the end and follows it. */
  toEnd: () => void;
  /** Stays where the reader is. */
  leaveEnd: () => void;
}

/** Keeps the end in view until the reader scrolls up; arrival never moves the view of a reader further up. */
export function useStickyScroll(): StickyScroll {
  const scrollerRef = useRef<HTMLElement>(null);
  const contentRef = useRef<HTMLOListElement>(null);
  const lastTop = useRef(0);
  const followingRef = useRef(true);
  const [following, setFollowing] = useState(true);

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
      const top = scroller.scrollTop;
      const distance = scroller.scrollHeight - top - scroller.clientHeight;
      const next = nextFollowing(followingRef.current, { top, lastTop: lastTop.current, distance });
      lastTop.current = top;
      if (next !== followingRef.current) {
        followingRef.current = next;
        setFollowing(next);
      }
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
