import type { Transaction } from './transaction.ts';

/**
 * One intent, executed whole inside the writer: it reads, decides and writes with nobody in between.
 * It returns its outcome as a value; throwing undoes it. Input and outcome cross a thread: plain data only.
 */
export interface Operation<Input, Outcome> {
  /** The name under which the writer's thread knows it; one of its kind. */
  readonly name: string;
  /** Waits for a store that takes no writes, as long as it takes; else who asks is told at once. */
  readonly waits: boolean;
  /** As a part of another operation. */
  run(transaction: Transaction, input: Input): Outcome;
}

/** Any operation, as the writer holds it: what it is given comes from the one who named it. */
export type AnyOperation = Operation<never, unknown>;

/**
 * Names an intent. What the server has to record whatever happens, and nobody would ask for again, `waits`: who asks for one of
 * these awaits it before the next, so that what waits stays bounded. Everything else is somebody's command.
 */
export const operation = <Input, Outcome>(
  name: string,
  run: (transaction: Transaction, input: Input) => Outcome,
  { waits = false }: { waits?: boolean } = {},
): Operation<Input, Outcome> => ({ name, waits, run });
