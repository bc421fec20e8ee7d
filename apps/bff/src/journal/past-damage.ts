import type { StorePart } from '@countersign/api/store-state';
import { isDamage } from './read-around.ts';

/** Continues where a page of the disk cannot be read. */
export interface Tolerant {
  /**
   * Runs `work`, or returns `otherwise` if it meets a damaged page: then it has had no effect, and the part is reported with the
   * state of the store. For optional data; required data throws.
   */
  pastDamage<Value>(part: StorePart, work: () => Value, otherwise: Value): Value;
}

/** The same for reads. */
export const readPastDamage = (onLost: (part: StorePart) => void): Tolerant => ({
  pastDamage(part, work, otherwise) {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      onLost(part);
      return otherwise;
    }
  },
});

/**
 * A writing operation has met damage that it can skip. SQLite accepts no more writes in such a transaction, even after a rollback to
 * a savepoint: so the whole transaction is repeated without the damaged part.
 */
export class MetDamageError extends Error {
  constructor() {
    super('A damaged page was met; the transaction is done anew without it.');
    this.name = 'MetDamageError';
  }
}

/** What one operation leaves out, over all its repetitions. */
export interface LeftOut extends Tolerant {
  /** The operation starts again. */
  restart(): void;
  parts(): readonly StorePart[];
}

/** Operations depend on their input and the store only: repeated, each makes the same calls in the same order. */
export function createLeftOut(): LeftOut {
  /** By the number of the call of `pastDamage`, counted from the beginning. */
  const known = new Map<number, StorePart>();
  let calls = 0;
  return {
    pastDamage(part, work, otherwise) {
      const call = calls++;
      if (known.has(call)) return otherwise;
      try {
        return work();
      } catch (error) {
        if (!isDamage(error)) throw error;
        // Calls within it, which have higher numbers, are not made any more.
        for (const other of known.keys()) if (other > call) known.delete(other);
        known.set(call, part);
        throw new MetDamageError();
      }
    },
    restart() {
      calls = 0;
    },
    parts: () => [...known.values()],
  };
}
