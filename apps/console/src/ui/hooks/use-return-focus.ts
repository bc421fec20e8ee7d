import { useState } from 'react';

/** Where the focus is, and what takes it if that is removed meanwhile: the row below it, the row above it, the page. */
function placesOf(from: Element | null): (Element | null | undefined)[] {
  const row = from?.closest('li, tr');
  const page = document.querySelector('main');
  return [from, row?.nextElementSibling, row?.previousElementSibling, page];
}

/**
 * Returns focus to where it was before a dialog opened. A dialog without a trigger of its own would leave it nowhere. Spread the
 * result on the content; focus that has moved elsewhere meanwhile is not changed.
 */
export function useReturnFocus(open: boolean): { onCloseAutoFocus: (event: Event) => void } {
  const [opened, setOpened] = useState(false);
  const [places, setPlaces] = useState<ReturnType<typeof placesOf>>([]);
  // While rendering, because a field that focuses itself does so before any effect runs.
  if (open !== opened) {
    setOpened(open);
    if (open) setPlaces(placesOf(document.activeElement));
  }
  return {
    onCloseAutoFocus(event) {
      event.preventDefault();
      const lost = document.activeElement === null || document.activeElement === document.body;
      const place = places.find((one) => one?.isConnected);
      const isRow = place !== places[0] && place?.matches('li, tr');
      const to = isRow ? place?.querySelector('button:enabled, a[href]') : place;
      if (lost && to instanceof HTMLElement) to.focus({ preventScroll: true });
    },
  };
}
