import { useSyncExternalStore } from 'react';

/** A look at the window, as CSS words it: whether it matches, and whenever that changes. */
export function media(query: string): () => boolean {
  const subscribe = (listener: () => void) => {
    const list = window.matchMedia?.(query);
    list?.addEventListener('change', listener);
    return () => list?.removeEventListener('change', listener);
  };
  const read = () => window.matchMedia?.(query).matches ?? false;
  return () => useSyncExternalStore(subscribe, read, () => false);
}
