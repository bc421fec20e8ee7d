import { useSyncExternalStore } from 'react';

const query = '(max-width: 640px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia?.(query);
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}
const read = () => window.matchMedia?.(query).matches ?? false;

/** Whether the screen is phone-wide (640 px or less). */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, read, () => false);
}
