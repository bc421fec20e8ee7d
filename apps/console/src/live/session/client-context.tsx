import type { Client } from '@countersign/client/client';
import { createContext, type ReactNode, useContext } from 'react';

const ClientContext = createContext<Client | null>(null);

export function ClientProvider({ client, children }: { client: Client; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

/** The one client of this tab. Throws outside of ClientProvider: that is a bug. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error('ClientProvider is missing');
  return client;
}
