import { type RefObject, useLayoutEffect } from 'react';

/** Lines that come or go above the content move it: it is scrolled by as much, so that what is read or pressed stays where it is. */
export function useSteadyBody(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const body = panel.current?.querySelector<HTMLElement>('.d-body');
    if (!body || typeof ResizeObserver === 'undefined') return;
    let top = body.offsetTop;
    const observer = new ResizeObserver(() => {
      const moved = body.offsetTop - top;
      top = body.offsetTop;
      if (moved === 0) return;
      for (const part of body.querySelectorAll(':scope > .d-main, :scope > .d-side'))
        part.scrollTop += moved;
    });
    observer.observe(body);
    return () => observer.disconnect();
  }, [panel]);
}
