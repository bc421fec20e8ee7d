import type { Ports } from '../ports.ts';
import type { OutboxEntry } from './outbox-entry.ts';

const key = 'countersign.outbox';
const maxAgeMs = 24 * 60 * 60 * 1_000;
const maxKept = 100;

/** Keeps unsettled entries across a reload. Tabs share it, so each write changes only its own entries. */
export interface OutboxStorage {
  load(): OutboxEntry[];
  put(entry: OutboxEntry): void;
  remove(id: string): void;
}

export function createOutboxStorage(ports: Pick<Ports, 'now' | 'storage'>): OutboxStorage {
  const { storage } = ports;

  const read = (): OutboxEntry[] => {
    try {
      const kept: unknown = JSON.parse(storage?.get(key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isEntry) : [];
    } catch {
      return [];
    }
  };
  const write = (entries: OutboxEntry[]) => {
    const since = ports.now() - maxAgeMs;
    const kept = entries.filter((entry) => entry.createdAt >= since).slice(-maxKept);
    try {
      if (kept.length === 0) storage?.remove(key);
      else storage?.set(key, JSON.stringify(kept));
    } catch {
      // Storage is full or forbidden: then the outbox lives as long as the tab.
    }
  };

  return {
    load: read,
    put(entry) {
      const kept = read();
      const place = kept.findIndex(({ id }) => id === entry.id);
      write(place === -1 ? [...kept, entry] : kept.with(place, entry));
    },
    remove: (id) => write(read().filter((entry) => entry.id !== id)),
  };
}

function isEntry(value: unknown): value is OutboxEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'kind' in value &&
    (value.kind === 'decision' || value.kind === 'control' || value.kind === 'message') &&
    'createdAt' in value &&
    typeof value.createdAt === 'number' &&
    'state' in value &&
    'body' in value
  );
}
