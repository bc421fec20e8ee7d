import type { ConnectionState, OutboxEntry } from '@countersign/client/client';
import { useStore } from 'zustand';
import { useClient } from './client-context.tsx';

/** The state of the stream. */
export function useConnection(): ConnectionState {
  return useStore(useClient().connection);
}

/** What the operator sent that the server has not settled yet, oldest first. */
export function useOutbox(): readonly OutboxEntry[] {
  return useStore(useClient().outbox.store, (state) => state.entries);
}
