import type { Client } from '@countersign/client/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ClientProvider } from './client-context.tsx';
import { keepLive } from './keep-live.ts';

/** The cache's defaults: the stream tells what changed, so focus is no reason to ask again. */
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

/** The network came back or the tab is looked at again: no reason to wait for the next try. */
function wakeOnReturn(client: Client): () => void {
  const wake = () => {
    if (document.visibilityState === 'visible') client.retryNow();
  };
  const networkBack = () => client.networkChanged();
  window.addEventListener('online', networkBack);
  document.addEventListener('visibilitychange', wake);
  return () => {
    window.removeEventListener('online', networkBack);
    document.removeEventListener('visibilitychange', wake);
  };
}

/** Puts the client and the cache under everything and ties the one to the other. */
export function LiveRoot({ client, children }: { client: Client; children: ReactNode }) {
  const [cache] = useState(createQueryClient);
  useEffect(() => keepLive(client, cache), [client, cache]);
  useEffect(() => wakeOnReturn(client), [client]);
  return (
    <QueryClientProvider client={cache}>
      <ClientProvider client={client}>{children}</ClientProvider>
    </QueryClientProvider>
  );
}
