import type { Awaitable } from '../store/awaitable.ts';
import { mapInOrder } from '../store/in-order.ts';
import type { Transaction } from '../store/transaction.ts';

/**
 * Something that happens within an operation, and what other subjects of the server do about it in the same transaction. The one in which
 * it happens knows none of them. Each part says whom it follows (`part.ts`), which is read where the operations are listed, so that no operation runs without.
 */
export interface Occasion<Input, Result> {
  /** `name`: of the subject; what it did before under this name is replaced. */
  follow(name: string, take: (transaction: Transaction, input: Input) => Awaitable<Result>): void;
  /** One after another. */
  happens(transaction: Transaction, input: Input): Promise<Result[]>;
}

export function occasion<Input, Result = void>(): Occasion<Input, Result> {
  const followers = new Map<
    string,
    (transaction: Transaction, input: Input) => Awaitable<Result>
  >();
  return {
    follow: (name, take) => void followers.set(name, take),
    happens: (transaction, input) =>
      mapInOrder([...followers.values()], async (take) => take(transaction, input)),
  };
}
