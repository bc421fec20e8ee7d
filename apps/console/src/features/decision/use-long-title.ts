import type { Prompt } from '@countersign/api/prompt';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface LongTitle {
  ref: RefObject<HTMLHeadingElement | null>;
  /** It does not fit in the lines it gets, or did not before it was shown whole. */
  isLong: boolean;
  isWhole: boolean;
  toggle: () => void;
}

/** A title that is cut after some whole lines until it is shown whole; measured, as the same text fits in a wider panel. */
export function useLongTitle({ id, ask }: Pick<Prompt, 'id' | 'ask'>): LongTitle {
  const ref = useRef<HTMLHeadingElement>(null);
  const [isCut, setCut] = useState(false);
  // Of one question: the next is cut again.
  const [whole, setWhole] = useState<string | null>(null);
  const isWhole = whole === id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text can be cut without another size
  useLayoutEffect(() => {
    const { current } = ref;
    if (current === null || typeof ResizeObserver === 'undefined') return;
    const measure = () => setCut(current.scrollHeight > current.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [ask, isWhole]);
  return { ref, isLong: isCut || isWhole, isWhole, toggle: () => setWhole(isWhole ? null : id) };
}
