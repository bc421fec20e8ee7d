import { useSyncExternalStore } from 'react';

/** A media query, as in CSS: whether it matches, updated whenever that changes. */
export function media(query: string): () => boolean {
  const subscribe = (listener: () => void) => {
    const list = window.matchMedia?.(query);
    list?.addEventListener('change', listener);
    return () => list?.removeEventListener('change', listener);
  };
  const read = () => window.matchMedia?.(query).matches ?? false;
  return () => useSyncExternalStore(subscribe, read, () => false);
}
