import { useState } from 'react';

/**
 * Returns focus to where it was before a dialog opened. A dialog without a trigger of its own would leave it nowhere. Spread the
 * result on the content; focus that has moved elsewhere meanwhile is not changed.
 */
export function useReturnFocus(open: boolean): { onCloseAutoFocus: (event: Event) => void } {
  const [opened, setOpened] = useState(false);
  const [from, setFrom] = useState<Element | null>(null);
  // While rendering, because a field that focuses itself does so before any effect runs.
  if (open !== opened) {
    setOpened(open);
    if (open) setFrom(document.activeElement);
  }
  return {
    onCloseAutoFocus(event) {
      event.preventDefault();
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && from instanceof HTMLElement) from.focus({ preventScroll: true });
    },
  };
}
