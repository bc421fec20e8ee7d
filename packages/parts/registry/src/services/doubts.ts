import { CommitInDoubtError } from '@countersign/server/store/faults/store-fault';

/** Entries whose change was in doubt, or was made by another server: what is known of them in memory may differ from what is stored. */
export interface Doubts {
  /** Another server has changed these, or may have. */
  doubt(ids: Iterable<string>): void;
  /** The outcome of a change of these entries, which are in doubt if its commit is. */
  during<Outcome>(ids: readonly string[], change: Promise<Outcome>): Promise<Outcome>;
  /** Reads the entries in doubt. To be called when the store is back; what fails is tried again with the next call. */
  settle(): Promise<void>;
}

/** `read`: by an operation of the store, so that its result arrives in the order of the changes. `take`: what is stored, null = nothing. */
export function createDoubts<Entry>(
  read: (ids: readonly string[]) => Promise<readonly (Entry | null)[]>,
  take: (id: string, stored: Entry | null) => void,
): Doubts {
  let doubtful = new Set<string>();
  return {
    doubt(ids) {
      for (const id of ids) doubtful.add(id);
    },
    async during(ids, change) {
      try {
        return await change;
      } catch (error) {
        if (error instanceof CommitInDoubtError) for (const id of ids) doubtful.add(id);
        throw error;
      }
    },
    async settle() {
      const asked = [...doubtful];
      if (asked.length === 0) return;
      doubtful = new Set();
      try {
        const stored = await read(asked);
        for (const [index, id] of asked.entries()) take(id, stored[index] ?? null);
      } catch (error) {
        for (const id of asked) doubtful.add(id);
        throw error;
      }
    },
  };
}
