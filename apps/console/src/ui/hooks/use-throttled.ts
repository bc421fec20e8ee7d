import { useEffect, useRef, useState } from 'react';

/**
 * The newest value, but not more often than every `everyMs`: what costs much to draw must not be drawn with every event.
 * The last value always arrives.
 */
export function useThrottled<T>(value: T, everyMs: number): T {
  const [calm, setCalm] = useState(value);
  const shownAt = useRef(0);
  useEffect(() => {
    if (value === calm) return;
    const waitMs = Math.max(0, shownAt.current + everyMs - performance.now());
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setCalm(value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [value, calm, everyMs]);
  return calm;
}
