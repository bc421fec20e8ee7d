import { type RefObject, useEffect, useMemo, useRef } from 'react';

const signs = ['keydown', 'pointerdown', 'pointermove', 'input', 'wheel'] as const;

/** Whether the operator is active. Times are on this machine's clock. */
export interface Activity {
  /** Within the last `spanMs`: a key, a pointer, a wheel over the place. */
  isActive: (spanMs: number) => boolean;
}

/** Watches one place without rendering anything. */
export function useActivity(place: RefObject<HTMLElement | null>): Activity {
  const activeAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const within = (event: Event) =>
      event.target instanceof Node && (place.current?.contains(event.target) ?? false);
    const note = (event: Event) => {
      if (within(event)) activeAt.current = performance.now();
    };
    for (const sign of signs) window.addEventListener(sign, note, { passive: true, capture: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, note, { capture: true });
    };
  }, [place]);
  return useMemo(
    () => ({
      isActive: (spanMs) => performance.now() - activeAt.current < spanMs,
    }),
    [],
  );
}
