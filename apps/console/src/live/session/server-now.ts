import { useCallback, useSyncExternalStore } from 'react';
import { useClient } from './client-context.tsx';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

/** One ticker for every clock on screen, so that all figures change in the same frame. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** The server's clock, epoch ms, in whole seconds; renders again each second while mounted. */
export function useServerNow(): number {
  const client = useClient();
  const read = useCallback(() => Math.floor(client.serverNow() / 1_000) * 1_000, [client]);
  return useSyncExternalStore(subscribe, read, read);
}

/** The same in whole minutes: renders again once a minute. */
export function useServerMinute(): number {
  const client = useClient();
  const read = useCallback(() => Math.floor(client.serverNow() / 60_000) * 60_000, [client]);
  return useSyncExternalStore(subscribe, read, read);
}

const readHere = () => Math.floor(Date.now() / 1_000) * 1_000;

/** This machine's clock, as `useServerNow`: for what happens on this machine only. */
export function useHereNow(): number {
  return useSyncExternalStore(subscribe, readHere, readHere);
}
