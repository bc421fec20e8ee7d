import type { Envelope } from '@countersign/hai/envelope';

export type NewEnvelope = Omit<Envelope, 'position' | 'sequence'>;

/** The journal of the demo: in memory, lost on reload. */
export interface DemoJournal {
  /** Part of every cursor; a cursor of another page load is unknown here. */
  storeId: string;
  append(envelope: NewEnvelope): Envelope;
  after(position: number): readonly Envelope[];
  ofTask(taskId: string): readonly Envelope[];
  head(): number;
  subscribe(listener: (envelope: Envelope) => void): () => void;
}

export function createDemoJournal(storeId: string): DemoJournal {
  const all: Envelope[] = [];
  const byTask = new Map<string, Envelope[]>();
  const listeners = new Set<(envelope: Envelope) => void>();
  return {
    storeId,
    append(envelope) {
      const own = byTask.get(envelope.threadId) ?? [];
      byTask.set(envelope.threadId, own);
      const full = { ...envelope, position: all.length + 1, sequence: own.length + 1 };
      all.push(full);
      own.push(full);
      for (const listener of listeners) listener(full);
      return full;
    },
    after: (position) => all.slice(position),
    ofTask: (taskId) => byTask.get(taskId) ?? [],
    head: () => all.length,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
