import type { Client } from '@countersign/client/client';
import { proofKey } from '@countersign/client/session-proof';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { retryMissingParts } from '../../ui/hooks/part-state.ts';
import { queryKeys } from '../query-keys.ts';
import { ClientProvider } from './client-context.tsx';
import { keepLive } from './keep-live.ts';
import { checkForNewerVersion } from './newer-version.ts';

/** The cache's defaults: the stream reports changes, so focus is no reason to read again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: 1,
        staleTime: 30_000,
      },
    },
  });
}

/** The browser's network state: a loss is shown at once, and its return triggers the next attempt at once. */
function heedNetwork(client: Client): () => void {
  const wake = () => {
    if (document.visibilityState === 'visible') client.retryNow();
  };
  const networkBack = () => client.networkChanged();
  const networkGone = () => client.networkLost();
  window.addEventListener('online', networkBack);
  window.addEventListener('offline', networkGone);
  document.addEventListener('visibilitychange', wake);
  return () => {
    window.removeEventListener('online', networkBack);
    window.removeEventListener('offline', networkGone);
    document.removeEventListener('visibilitychange', wake);
  };
}

/** What could not be loaded, and who is signed in, is asked for again once the server answers. */
function heedServer(client: Client, cache: QueryClient): () => void {
  return client.connection.subscribe(({ status }, before) => {
    if (status !== 'live' || before.status === 'live') return;
    retryMissingParts();
    if (before.attempt === 0) return;
    // While it was away the one that was kept may have been taken, and the server may have been replaced by a newer one.
    void cache.invalidateQueries({ queryKey: queryKeys.me });
    void checkForNewerVersion();
  });
}

/** When another tab signs in or out, this tab follows at once. */
function heedOtherTabs(client: Client, cache: QueryClient): () => void {
  const receive = (event: StorageEvent) => {
    if (event.key !== proofKey && event.key !== null) return;
    client.networkChanged();
    void cache.invalidateQueries();
  };
  window.addEventListener('storage', receive);
  return () => window.removeEventListener('storage', receive);
}

/** Puts the client and the cache under everything and ties the one to the other. */
export function LiveRoot({ client, children }: { client: Client; children: ReactNode }) {
  const [cache] = useState(createQueryClient);
  useEffect(() => keepLive(client, cache), [client, cache]);
  useEffect(() => heedNetwork(client), [client]);
  useEffect(() => heedServer(client, cache), [client, cache]);
  useEffect(() => heedOtherTabs(client, cache), [client, cache]);
  return (
    <QueryClientProvider client={cache}>
      <ClientProvider client={client}>{children}</ClientProvider>
    </QueryClientProvider>
  );
}
