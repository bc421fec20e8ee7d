import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef, useState } from 'react';

interface FollowedRows {
  virtual: Virtualizer<HTMLDivElement, Element>;
  scroller: RefObject<HTMLDivElement | null>;
  /** New rows are scrolled to. */
  following: boolean;
  onScroll: () => void;
  toEnd: () => void;
}

/** The rows in view: the end is followed until one scrolls up or chooses another row than the last. */
export function useFollowedRows({
  count,
  active,
  rowPx,
  isChosen,
}: {
  count: number;
  /** The place of the chosen row; -1 = it is not listed. */
  active: number;
  rowPx: number;
  isChosen: boolean;
}): FollowedRows {
  const scroller = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(!isChosen);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 16,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights are read again when the width or the density changes
  useEffect(() => virtual.measure(), [rowPx]);
  useEffect(() => {
    if (following && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' });
  }, [virtual, following, count]);
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active);
  }, [virtual, active]);

  return {
    virtual,
    scroller,
    following,
    onScroll() {
      const element = scroller.current;
      if (element === null) return;
      const left = element.scrollHeight - element.scrollTop - element.clientHeight;
      setFollowing(left < rowPx && (!isChosen || active === count - 1));
    },
    toEnd() {
      setFollowing(true);
      virtual.scrollToIndex(count - 1, { align: 'end' });
    },
  };
}
