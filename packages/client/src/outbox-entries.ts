import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OutboxEntry } from './outbox-entry.ts';
import { entriesOf, withoutOldest } from './outbox-queue.ts';
import { createOutboxStorage } from './outbox-storage.ts';
import type { Ports } from './ports.ts';

/** The entries of the outbox; unsettled ones are also kept in storage. */
export interface OutboxEntries {
  store: StoreApi<{ entries: readonly OutboxEntry[] }>;
  get(id: string): OutboxEntry | undefined;
  add(entry: OutboxEntry): void;
  update(id: string, patch: Partial<OutboxEntry>): void;
  remove(id: string): void;
  /** Loads the entries of this operator, including those from before a reload. */
  take(operatorId: string): void;
  /** Clears the memory; unsettled entries stay in storage. */
  clear(): void;
}

export function createOutboxEntries(ports: Ports): OutboxEntries {
  const storage = createOutboxStorage(ports);
  const store = createStore<{ entries: readonly OutboxEntry[] }>(() => ({ entries: [] }));
  const all = () => store.getState().entries;
  const get = (id: string) => all().find((entry) => entry.id === id);
  return {
    store,
    get,
    add(entry) {
      store.setState({ entries: [...all(), entry] });
      storage.put(entry);
    },
    update(id, patch) {
      const before = get(id);
      if (before === undefined) return;
      const entry = { ...before, ...patch };
      const entries = all().map((each) => (each === before ? entry : each));
      store.setState({ entries: withoutOldest(entries) });
      if (entry.state === 'recorded') storage.remove(id);
      else storage.put(entry);
    },
    remove(id) {
      storage.remove(id);
      store.setState({ entries: all().filter((entry) => entry.id !== id) });
    },
    take(operatorId) {
      store.setState({ entries: entriesOf(operatorId, all(), storage.load()) });
      for (const entry of all()) if (entry.state !== 'recorded') storage.put(entry);
    },
    clear() {
      store.setState({ entries: [] });
    },
  };
}
