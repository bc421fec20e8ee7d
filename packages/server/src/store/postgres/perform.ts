import { performance } from 'node:perf_hooks';
import type { StorePart } from '@countersign/api/store-state';
import type { EntryKey } from '../../servers/word.ts';
import type { Awaitable } from '../awaitable.ts';
import type { EventChain } from '../event-chain.ts';
import { type LeftOut, MetDamageError } from '../faults/past-damage.ts';
import { faultOf } from '../faults/store-fault.ts';
import type { StreamRow } from '../row.ts';
import type { Transaction } from '../transaction.ts';
import type { WriterResult } from '../writer-protocol.ts';
import type { PostgresConnection } from './connection/connection.ts';
import type { Numbering } from './numbering.ts';
import { beginTransaction } from './transaction.ts';

/** One operation of a group. */
export interface GroupWork {
  /** Unique in this process. */
  id: number;
  now: number;
  /** The number of the server on duty, without which it is not written. */
  fence?: number | undefined;
  /** What is announced to the other servers if it changes something. */
  announced?: readonly EntryKey[] | undefined;
  run(transaction: Transaction): Awaitable<unknown>;
}

/** With what it leaves out, when it is repeated past damage. */
export interface Prepared {
  work: GroupWork;
  leftOut: LeftOut;
}

/** An operation has failed, and the others of its group must not be undone with it: the group is repeated with savepoints. */
export class NeedsSavepointsError extends Error {}

/** After so much, a group is committed: the other servers wait for its lock, and its first operation for its last one. */
export interface GroupLimits {
  statements: number;
  ms: number;
}

interface On {
  connection: PostgresConnection;
  numbering: Numbering;
  savepoints: boolean;
  auditKey?: string | undefined;
  chain: EventChain;
}

/** What a group has done so far, to be committed. */
interface Performed {
  results: WriterResult[];
  rows: StreamRow[];
  lost: StorePart[];
  changed: boolean;
  announced: EntryKey[];
  /** The time of the last operation. */
  now: number | null;
}

/** Executes operations in their order until the limits are reached, at least one. Rejects if the group must be undone. */
export async function performAll(
  works: readonly Prepared[],
  { limits, ...on }: On & { limits: GroupLimits },
): Promise<Performed> {
  const begun = performance.now();
  const sent = on.connection.statements();
  const isFull = () =>
    performance.now() - begun >= limits.ms ||
    on.connection.statements() - sent >= limits.statements;
  const all: Performed = {
    ...{ results: [], rows: [], lost: [], announced: [] },
    ...{ changed: false, now: null },
  };
  const lost = new Set<StorePart>();
  for (const prepared of works) {
    if (all.results.length > 0 && isFull()) break;
    const { result, rows, changed } = await perform(prepared, on);
    all.results.push(result);
    all.rows.push(...rows);
    all.changed ||= changed;
    all.now = prepared.work.now;
    if (changed) all.announced.push(...(prepared.work.announced ?? []));
    for (const part of prepared.leftOut.parts()) lost.add(part);
  }
  return { ...all, lost: [...lost] };
}

/** Executes one operation of the group whose transaction is open. */
async function perform(
  { work, leftOut }: Prepared,
  { connection, numbering, savepoints, auditKey, chain }: On,
): Promise<{ result: WriterResult; rows: StreamRow[]; changed: boolean }> {
  leftOut.restart();
  const before = { position: numbering.position(), chain: chain.mark() };
  const { now } = work;
  const begun = beginTransaction(connection, numbering, {
    ...{ now, pastDamage: leftOut.pastDamage, auditKey, chain },
  });
  if (savepoints) await connection.exec('SAVEPOINT operation');
  try {
    const value = await work.run(begun.transaction);
    await begun.finish();
    if (savepoints) await connection.exec('RELEASE operation');
    const { rows } = begun;
    return { result: { id: work.id, ok: true, value }, rows, changed: begun.hasChanged() };
  } catch (error) {
    if (error instanceof MetDamageError) throw error;
    const fault = faultOf(error);
    // Not this operation's fault.
    if (fault.kind === 'passing') throw error;
    if (!savepoints) throw new NeedsSavepointsError();
    await connection.exec('ROLLBACK TO operation; RELEASE operation');
    numbering.undo(before.position);
    chain.undo(before.chain);
    return { result: { id: work.id, ok: false, fault }, rows: [], changed: false };
  }
}
