import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether what is proposed has been on screen. */
export interface ProposalSeen {
  /** Marks where the proposal begins, and where enough of it has been read. */
  headRef: RefObject<HTMLSpanElement | null>;
  endRef: RefObject<HTMLSpanElement | null>;
  looked: boolean;
  /** Scrolls it into view and focuses it, so that scroll keys continue from there. */
  show: () => void;
}

/**
 * A proposal counts as seen once both its title and the content below it, as far as a head and three rows of a table (or its end,
 * when it is shorter), were visible in the window. `key` is the digest: changed content has to be seen again.
 */
export function useSeen(key: string, isNeeded: boolean): ProposalSeen {
  const headRef = useRef<HTMLSpanElement>(null);
  const endRef = useRef<HTMLSpanElement>(null);
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const isLooking = isNeeded && lookedAt !== key;
  useEffect(() => {
    const head = headRef.current;
    const end = endRef.current;
    if (!isLooking || head === null || end === null) return;
    // Without the API, answering is not prevented.
    if (!('IntersectionObserver' in window)) {
      setLookedAt(key);
      return;
    }
    const left = new Set<Element>([head, end]);
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) left.delete(target);
      if (left.size === 0) setLookedAt(key);
    });
    observer.observe(head);
    observer.observe(end);
    return () => observer.disconnect();
  }, [key, isLooking]);
  return {
    headRef,
    endRef,
    looked: !isLooking,
    show() {
      const content = headRef.current?.parentElement;
      content?.scrollIntoView({ block: 'start' });
      content?.focus({ preventScroll: true });
    },
  };
}
