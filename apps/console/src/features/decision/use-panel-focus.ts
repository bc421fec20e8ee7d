import { type RefObject, useEffect, useRef } from 'react';

/** If the focused element is removed, with the answers or separately, focus moves to the heading. */
export function useFocusKept(panel: RefObject<HTMLElement | null>, open: boolean): void {
  const wasOpen = useRef(open);
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const root = panel.current;
    const note = ({ target }: FocusEvent) => {
      last.current = target instanceof Element ? target : null;
    };
    root?.addEventListener('focusin', note);
    return () => root?.removeEventListener('focusin', note);
  }, [panel]);
  useEffect(() => {
    const isOther = wasOpen.current !== open;
    const isGone = last.current !== null && !last.current.isConnected;
    wasOpen.current = open;
    if (isGone) last.current = null;
    if (!(isOther || isGone) || document.activeElement !== document.body) return;
    panel.current?.querySelector<HTMLElement>('[data-prompt-head]')?.focus({ preventScroll: true });
  });
}

/** A prompt opened by its address has no row in focus: its letters must work there too. */
export function useFocusOnOpening(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    // In a small window the list that had the focus is hidden when the panel opens.
    if (activeElement !== document.body && activeElement?.checkVisibility?.() !== false) return;
    panel.current?.querySelector<HTMLElement>('[data-prompt-head]')?.focus({ preventScroll: true });
  }, [panel]);
}
