import type { Transaction } from './transaction.ts';

/**
 * One intent, executed whole inside the writer: it reads, decides and writes with nobody in between.
 * It returns its outcome as a value; throwing undoes it. Input and outcome cross a thread: plain data only.
 */
export type Operation<Input, Outcome> = (transaction: Transaction, input: Input) => Outcome;
