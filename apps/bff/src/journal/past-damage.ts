import type { StorePart } from '@countersign/api/store-state';
import { isDamage } from './read-around.ts';

/** Goes on where a page of the disk cannot be read. */
export interface Tolerant {
  /**
   * Does `work`, or gives `otherwise` when it meets a damaged page: then nothing of it has happened, and the part is told with
   * the state of the store. For what the rest does not need; what it needs throws.
   */
  pastDamage<Value>(part: StorePart, work: () => Value, otherwise: Value): Value;
}

/** The same for what only reads. */
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
 * An operation that writes has met damage where it can go on. SQLite writes nothing more in such a transaction, whatever is
 * rolled back to: so all of it is done anew, and what met the damage is left out.
 */
export class MetDamageError extends Error {
  constructor() {
    super('A damaged page was met; the transaction is done anew without it.');
    this.name = 'MetDamageError';
  }
}

/** What one operation leaves out, over all the times that it is done. */
export interface LeftOut extends Tolerant {
  /** The operation begins anew. */
  restart(): void;
  parts(): readonly StorePart[];
}

/** Operations are made of their input and the store alone: done anew, each asks for the same in the same order. */
export function createLeftOut(): LeftOut {
  /** By which call of `pastDamage` it was, counted from the beginning. */
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
        // Calls within it, and so behind it, are not made any more.
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
