import { useEffect, useRef, useState } from 'react';

/**
 * The newest value once it has rested for `restMs`, or every `everyMs` while it never rests: what takes long to draw must not
 * be drawn for every place a finger passes.
 */
export function useResting<T>(value: T, restMs: number, everyMs: number): T {
  const [shown, setShown] = useState(value);
  const shownAt = useRef(0);
  useEffect(() => {
    if (value === shown) return;
    const overdueMs = shownAt.current + everyMs - performance.now();
    const timer = setTimeout(
      () => {
        shownAt.current = performance.now();
        setShown(value);
      },
      Math.max(0, Math.min(restMs, overdueMs)),
    );
    return () => clearTimeout(timer);
  }, [value, shown, restMs, everyMs]);
  return shown;
}
