import { useLayoutEffect, useRef } from 'react';

/** Keeps what is under the eye where it is while items are put in or taken out around it: call before the change. */
export function useKeepPlace(
  scrollerRef: { current: HTMLElement | null },
  change: unknown,
): () => void {
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
