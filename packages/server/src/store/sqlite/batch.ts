import type { StorePart } from '@countersign/api/store-state';
import type { Awaitable } from '../awaitable.ts';
import {
  continueEvents,
  type EventChain,
  saveEventsEnd,
  selectEventsEnd,
  unbound,
} from '../event-chain.ts';
import { createLeftOut, type LeftOut, MetDamageError } from '../faults/past-damage.ts';
import { faultOf, type StoreFault } from '../faults/store-fault.ts';
import type { StreamRow } from '../row.ts';
import type { Transaction } from '../transaction.ts';
import type { WriterRequest, WriterResult } from '../writer-protocol.ts';
import type { Connection } from './database.ts';
import { beginTransaction, type Numbering } from './transaction.ts';

/** The result of a batch: all of it is committed, with the outcome of each operation, and none is `left`; or nothing. */
export type BatchOutcome =
  | { done: true; results: WriterResult[]; rows: StreamRow[]; lost: StorePart[]; left: number[] }
  | { done: false; fault: StoreFault };

/** What a batch is written with. */
export interface BatchWriter {
  connection: Connection;
  numbering: Numbering;
  /** Seals the ends of the audit and of the events. */
  auditKey?: string | undefined;
  /** By the names in requests. */
  operations: ReadonlyMap<
    string,
    { run(transaction: Transaction, input: never): Awaitable<unknown> }
  >;
}

/** Writes a batch in one transaction, each operation in its savepoint: a failing one does not affect the others. */
export async function writeBatch(
  writer: BatchWriter,
  batch: readonly WriterRequest[],
): Promise<BatchOutcome> {
  const { connection, numbering } = writer;
  const works = batch.map((request) => ({ request, leftOut: createLeftOut() }));
  for (;;) {
    const rows: StreamRow[] = [];
    try {
      connection.exec('BEGIN IMMEDIATE');
      // An empty batch tests whether the store is writable: a transaction without a write needs no disk space.
      if (batch.length === 0) connection.run(probe, `${Date.now()}`);
      const before = changesOf(connection);
      const results: WriterResult[] = [];
      const chain = chainOf(writer);
      for (const work of works) results.push(await perform({ ...writer, chain }, work, rows));
      const end = chain.sealed();
      if (end !== null) connection.run(saveEventsEnd, end);
      const last = batch.at(-1);
      if (last !== undefined && changesOf(connection) !== before) {
        connection.run(noteClock, `${last.now}`);
      }
      connection.exec('COMMIT');
      const lost = new Set(works.flatMap(({ leftOut }) => leftOut.parts()));
      return { done: true, results, rows, lost: [...lost], left: [] };
    } catch (error) {
      try {
        connection.exec('ROLLBACK');
      } catch {
        // SQLite has already rolled back on its own.
      }
      numbering.forget();
      // Each repetition leaves out more, so the loop ends.
      if (!(error instanceof MetDamageError)) return { done: false, fault: faultOf(error) };
    }
  }
}

const chainOf = ({ connection, numbering, auditKey }: BatchWriter): EventChain =>
  auditKey === undefined
    ? unbound
    : continueEvents(auditKey, {
        stored: connection.get<{ value: string }>(selectEventsEnd)?.value,
        head: numbering.position(),
      });

const probe = `INSERT INTO meta(key, value) VALUES('written', ?)
  ON CONFLICT(key) DO UPDATE SET value = excluded.value`;

/** The time of the last write: a server that finds it in the future knows that the clock was set back. */
const noteClock = `INSERT INTO meta(key, value) VALUES('clock', ?)
  ON CONFLICT(key) DO UPDATE SET value = excluded.value`;

const changesOf = (connection: Connection): number =>
  connection.get<{ changes: number }>('SELECT total_changes() AS changes')?.changes ?? 0;

async function perform(
  { connection, numbering, operations, auditKey, chain }: BatchWriter & { chain: EventChain },
  { request, leftOut }: { request: WriterRequest; leftOut: LeftOut },
  rows: StreamRow[],
): Promise<WriterResult> {
  leftOut.restart();
  const { pastDamage } = leftOut;
  const work = beginTransaction(connection, numbering, {
    ...{ now: request.now, pastDamage, auditKey, chain },
  });
  const before = chain.mark();
  connection.exec('SAVEPOINT operation');
  try {
    const operation = operations.get(request.name);
    if (operation === undefined) throw new Error(`The writer was not given ${request.name}.`);
    const value = await operation.run(work.transaction, request.input as never);
    work.finish();
    connection.exec('RELEASE operation');
    rows.push(...work.rows);
    return { id: request.id, ok: true, value };
  } catch (error) {
    if (error instanceof MetDamageError) throw error;
    const fault = faultOf(error);
    // Not this operation's fault: SQLite may have undone the whole transaction, and later statements would fail too.
    if (fault.kind === 'passing') throw error;
    connection.exec('ROLLBACK TO operation; RELEASE operation;');
    numbering.forget();
    chain.undo(before);
    return { id: request.id, ok: false, fault };
  }
}
