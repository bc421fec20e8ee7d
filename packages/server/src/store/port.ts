import type { Awaitable } from './awaitable.ts';
import type { Tolerant } from './faults/past-damage.ts';

/** The type of a column's value, read or written. */
export type SqlValue = string | number | Uint8Array | null;

/**
 * Reads of the store: of what is committed, or of what a transaction sees. The statements are SQL with `?` for values, and are kept in
 * this folder only: the rest of the server calls the named functions here, each of which takes a `Reading` or a `Writing`.
 */
export interface Reading extends Tolerant {
  /** The first row. */
  get<Row>(sql: string, ...values: SqlValue[]): Awaitable<Row | undefined>;
  all<Row>(sql: string, ...values: SqlValue[]): Awaitable<Row[]>;
}

/** A transaction, as the functions that write it need it. */
export interface Writing extends Reading {
  /** The server's clock when the operation was requested, epoch ms. */
  readonly now: number;
  /** Rows changed. */
  run(sql: string, ...values: SqlValue[]): Awaitable<number>;
}
