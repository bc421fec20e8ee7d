import { useSyncExternalStore } from 'react';

/** `missing`: there are no notifications here. */
export type Permission = NotificationPermission | 'missing';

const listeners = new Set<() => void>();
const read = (): Permission =>
  typeof Notification === 'undefined' || !window.isSecureContext
    ? 'missing'
    : Notification.permission;
let known: Permission | null = null;
/** Kept between changes: to read it the page waits for the browser, and it is asked for at every drawing. */
const snapshot = (): Permission => {
  known ??= read();
  return known;
};
const notify = () => {
  known = null;
  for (const listener of listeners) listener();
};

let watched: PermissionStatus | null = null;
async function watch(): Promise<void> {
  if (watched !== null) return;
  watched = (await navigator.permissions?.query({ name: 'notifications' })) ?? null;
  watched?.addEventListener('change', notify);
}

function subscribe(listener: () => void): () => void {
  known = null;
  listeners.add(listener);
  // Some browsers do not support this name: then changes are detected only after our own request.
  watch().catch(() => {});
  return () => listeners.delete(listener);
}

/** Whether the browser lets this page show notifications. */
export function usePermission(): Permission {
  return useSyncExternalStore(subscribe, snapshot, () => 'missing');
}

/** Asks the operator, by the browser's own question. Only ever after a press. */
export async function askPermission(): Promise<boolean> {
  if (read() === 'missing') return false;
  const answer = await Notification.requestPermission();
  notify();
  return answer === 'granted';
}
