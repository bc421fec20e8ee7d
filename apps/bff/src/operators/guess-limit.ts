import type { Clock } from '../runtime/clock.ts';

const burst = 30;
const refillMs = 2_000;
const maxAddresses = 10_000;
const maxProven = 100;
const provenForMs = 24 * 60 * 60 * 1000;

interface Address {
  /** The remaining wrong guesses. */
  left: number;
  refilledAt: number;
  /** Hashes of secrets that have been right from here, with the time of the last use. */
  proven: Map<string, number>;
}

/**
 * Limits how many tokens an address can try. A wrong one costs, and beyond 30 one is checked every two seconds; the others are
 * refused unread. A secret that has been right from the same address is always checked, so that guesses do not lock out operators who
 * are working.
 */
export interface GuessLimit {
  /** 0 = check it; else refuse it unread: the next may be tried in so many ms. */
  refusedForMs(address: string, secretHash: string): number;
  /** Counts a wrong guess; to be called before the secret is looked up. Returns its undo, for one that was not wrong. */
  wrong(address: string): () => void;
  right(address: string, secretHash: string): void;
}

export function createGuessLimit(clock: Pick<Clock, 'monotonic'>): GuessLimit {
  const addresses = new Map<string, Address>();
  const of = (name: string): Address => {
    const now = clock.monotonic();
    const known = addresses.get(name) ?? { left: burst, refilledAt: now, proven: new Map() };
    const steps = Math.floor((now - known.refilledAt) / refillMs);
    if (steps > 0) {
      known.left = Math.min(burst, known.left + steps);
      known.refilledAt += steps * refillMs;
    }
    addresses.delete(name);
    addresses.set(name, known);
    const [oldest] = addresses.keys();
    if (addresses.size > maxAddresses && oldest !== undefined) addresses.delete(oldest);
    return known;
  };
  return {
    refusedForMs(address, secretHash) {
      const known = of(address);
      const now = clock.monotonic();
      const provenAt = known.proven.get(secretHash);
      if (provenAt !== undefined && now - provenAt < provenForMs) return 0;
      return known.left > 0 ? 0 : known.refilledAt + refillMs - now;
    },
    wrong(address) {
      const known = of(address);
      if (known.left === 0) return () => {};
      known.left -= 1;
      return () => {
        known.left = Math.min(burst, known.left + 1);
      };
    },
    right(address, secretHash) {
      const { proven } = of(address);
      proven.delete(secretHash);
      proven.set(secretHash, clock.monotonic());
      const [oldest] = proven.keys();
      if (proven.size > maxProven && oldest !== undefined) proven.delete(oldest);
    },
  };
}
