import type { StorePart } from '@countersign/api/store-state';
import type { Awaitable } from '../awaitable.ts';
import { isDamage } from './damage.ts';

/** Continues where a page of the disk cannot be read. */
export interface Tolerant {
  /**
   * Runs `work`, or returns `otherwise` if it meets a damaged page: then it has had no effect, and the part is reported with the
   * state of the store. For optional data; required data throws.
   */
  pastDamage<Value>(
    part: StorePart,
    work: () => Awaitable<Value>,
    otherwise: Value,
  ): Awaitable<Value>;
}

/** What `work` returns or resolves to; if it fails because of damage, what `onDamage` returns or throws. */
function elseOnDamage<Value>(
  work: () => Awaitable<Value>,
  onDamage: () => Value,
): Awaitable<Value> {
  const judge = (error: unknown): Value => {
    if (!isDamage(error)) throw error;
    return onDamage();
  };
  try {
    const value = work();
    return value instanceof Promise ? value.catch(judge) : value;
  } catch (error) {
    return judge(error);
  }
}

/** The same for reads. */
export const readPastDamage = (onLost: (part: StorePart) => void): Tolerant => ({
  pastDamage: <Value>(part: StorePart, work: () => Awaitable<Value>, otherwise: Value) =>
    elseOnDamage(work, () => {
      onLost(part);
      return otherwise;
    }),
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
    pastDamage: <Value>(part: StorePart, work: () => Awaitable<Value>, otherwise: Value) => {
      const call = calls++;
      if (known.has(call)) return otherwise;
      return elseOnDamage(work, () => {
        // Calls within it, which have higher numbers, are not made any more.
        for (const other of known.keys()) if (other > call) known.delete(other);
        known.set(call, part);
        throw new MetDamageError();
      });
    },
    restart() {
      calls = 0;
    },
    parts: () => [...known.values()],
  };
}
