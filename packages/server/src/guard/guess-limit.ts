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
  /** How often each secret is being looked up now, by its hash. */
  pending: Map<string, number>;
  /** Hashes of secrets that have been right from here, with the time of the last use. */
  proven: Map<string, number>;
}

/**
 * Limits how many tokens an address can try. A wrong one costs, and beyond 30 one is checked every two seconds; the others are
 * refused unread. One that is being looked up counts as wrong until the result is known, so that many at once are no way around. A
 * secret that has been right from the same address is always checked, so that guesses do not lock out operators who are working.
 */
export interface GuessLimit {
  /** A wrong secret was given from there to another server. */
  wrongElsewhere(address: string): void;
  /** 0 = look it up, and call `end` afterwards; else refuse it unread: the next may be tried in so many ms. */
  begin(address: string, secretHash: string): number;
  end(address: string, secretHash: string, result: 'right' | 'wrong' | 'unknown'): void;
}

export function createGuessLimit(
  clock: Pick<Clock, 'monotonic'>,
  onWrong: (address: string) => void = () => {},
): GuessLimit {
  const addresses = new Map<string, Address>();
  const of = (name: string): Address => {
    const now = clock.monotonic();
    const known = addresses.get(name) ?? {
      left: burst,
      refilledAt: now,
      pending: new Map(),
      proven: new Map(),
    };
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
    wrongElsewhere(address) {
      const known = of(address);
      known.left = Math.max(0, known.left - 1);
    },
    begin(address, secretHash) {
      const known = of(address);
      const { pending, proven } = known;
      const now = clock.monotonic();
      const provenAt = proven.get(secretHash);
      const isProven = provenAt !== undefined && now - provenAt < provenForMs;
      // The same secret sent several times at once is one guess.
      const isGuess = !isProven && !pending.has(secretHash);
      if (isGuess && known.left <= pending.size) return known.refilledAt + refillMs - now;
      if (!isProven) pending.set(secretHash, (pending.get(secretHash) ?? 0) + 1);
      return 0;
    },
    end(address, secretHash, result) {
      const known = of(address);
      const { pending, proven } = known;
      const others = (pending.get(secretHash) ?? 0) - 1;
      if (others > 0) pending.set(secretHash, others);
      else pending.delete(secretHash);
      if (result === 'wrong') {
        known.left = Math.max(0, known.left - 1);
        onWrong(address);
      }
      if (result !== 'right') return;
      proven.delete(secretHash);
      proven.set(secretHash, clock.monotonic());
      const [oldest] = proven.keys();
      if (proven.size > maxProven && oldest !== undefined) proven.delete(oldest);
    },
  };
}
