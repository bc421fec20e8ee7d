import type { EntryKey } from '../../servers/word.ts';
import type { Awaitable } from '../awaitable.ts';
import { type LeftOut, MetDamageError } from '../past-damage.ts';
import type { StreamRow } from '../row.ts';
import { faultOf } from '../store-fault.ts';
import type { Transaction } from '../transaction.ts';
import type { WriterResult } from '../writer-protocol.ts';
import type { PostgresConnection } from './connection.ts';
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

/** Executes one operation of the group whose transaction is open. Rejects if the group must be undone. */
export async function perform(
  { work, leftOut }: Prepared,
  {
    connection,
    numbering,
    savepoints,
  }: { connection: PostgresConnection; numbering: Numbering; savepoints: boolean },
): Promise<{ result: WriterResult; rows: StreamRow[]; changed: boolean }> {
  leftOut.restart();
  const before = numbering.position();
  const { now } = work;
  const begun = beginTransaction(connection, numbering, { now, pastDamage: leftOut.pastDamage });
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
    numbering.undo(before);
    return { result: { id: work.id, ok: false, fault }, rows: [], changed: false };
  }
}
