import type { EntryKey } from '../servers/word.ts';
import type { Awaitable } from '../store/awaitable.ts';
import type { Transaction } from '../store/transaction.ts';

/**
 * One change, executed completely inside the writer: it reads, decides and writes, and no other operation runs meanwhile. It returns
 * its outcome as a value; throwing undoes it. It awaits the store only, one statement after another: never a clock, a network, or two
 * statements at once. Input and outcome cross a thread: plain data only.
 */
export interface Operation<Input, Outcome> {
  /** The name under which the writer's thread finds it; unique. */
  readonly name: string;
  /** Waits as long as necessary for a store that is not writable; else the caller gets an error at once. */
  readonly waits: boolean;
  /** What is announced to the other servers when it has changed something, as they keep it in memory: kinds and ids. */
  readonly announced: ((input: Input) => readonly EntryKey[]) | undefined;
  /** As a part of another operation. */
  run(transaction: Transaction, input: Input): Awaitable<Outcome>;
}

/** Any operation, as stored by the writer: its input comes from the caller who named it. */
export type AnyOperation = Operation<never, unknown>;

/**
 * Defines an operation. What the server must record in any case, and no client would request again, `waits`: its caller awaits it
 * before the next one, so that the number of waiting operations is bounded. Everything else is a command of a client.
 */
export const operation = <Input, Outcome>(
  name: string,
  run: (transaction: Transaction, input: Input) => Awaitable<Outcome>,
  {
    waits = false,
    announced,
  }: { waits?: boolean; announced?: (input: Input) => readonly EntryKey[] } = {},
): Operation<Input, Outcome> => ({ name, waits, announced, run });
