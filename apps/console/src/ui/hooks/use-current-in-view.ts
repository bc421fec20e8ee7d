import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the current link of a row in sight: on a phone a row is longer than the screen, and a window can become that narrow. `isWhole`:
 * false until all that the links say is known, as they are longer then.
 */
export function useCurrentInView(
  current: string | null,
  isWhole = true,
): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is current is read from the document
  useEffect(() => {
    const row = ref.current;
    const show = () =>
      row
        ?.querySelector('[aria-current]')
        ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    show();
    if (row === null || typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver(show);
    watch.observe(row);
    return () => watch.disconnect();
  }, [current, isWhole]);
  return ref;
}
