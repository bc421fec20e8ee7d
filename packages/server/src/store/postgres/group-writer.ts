import type { StorePart } from '@countersign/api/store-state';
import { textOfKeys } from '../../servers/other-servers.ts';
import { continueEvents, saveEventsEnd, selectEventsEnd } from '../event-chain.ts';
import { createLeftOut, MetDamageError } from '../faults/past-damage.ts';
import { faultOf, type StoreFault } from '../faults/store-fault.ts';
import { StoreTakenError } from '../faults/store-taken-error.ts';
import type { StreamRow } from '../row.ts';
import type { WriterResult } from '../writer-protocol.ts';
import type { Pool } from './connection/pool.ts';
import { createNumbering } from './numbering.ts';
import {
  type GroupLimits,
  type GroupWork,
  NeedsSavepointsError,
  type Prepared,
  performAll,
} from './perform.ts';
import { registerWriter } from './writers.ts';

interface Done {
  done: true;
  results: WriterResult[];
  rows: StreamRow[];
  lost: StorePart[];
}

/**
 * The result of a group: it is committed, with the outcome of each operation, but for those `left` at its end, which it had no room for;
 * or nothing is.
 */
export type GroupOutcome = (Done & { left: number[] }) | { done: false; fault: StoreFault };

const defaultLimits: GroupLimits = { statements: 1_000, ms: 1_000 };

/**
 * The lock that servers queue for, in order. Waiting for a row has no order: a server that writes without a pause could keep the others
 * away from it.
 */
const turnsLock = 4_400_000_002;

const moveHead = 'UPDATE positions SET head = ? WHERE id = 1';

/**
 * The channel on which each commit is announced: `first-last server`, positions and who has written. Without events, the last position is
 * before the first.
 */
export const channel = 'countersign';
/** The channel on which servers send each other what is not journalled. */
export const serversChannel = 'countersign_servers';

/** How often a group is written again that the database has undone in favour of another transaction. */
const repeats = 5;
/** It was undone in favour of another one: serialization failure, deadlock. */
const undone = /^40/;

/**
 * Writes groups of operations, one group of all servers at a time: it begins by locking the row of `positions`. So an operation sees
 * everything that was committed before it, and no other one meanwhile, as in the embedded store; and positions become visible in their
 * order. An operation with a fence is written only as long as that is the number of the server on duty. `server`: who writes, for those
 * who are notified; default: `id`, the name of this writer in the store.
 */
export async function createGroupWriter(
  pool: Pool,
  options: { id: string; server?: string; limits?: GroupLimits; auditKey?: string | undefined },
) {
  const writer = await registerWriter(pool, options.id);
  const { server = options.id, limits = defaultLimits, auditKey } = options;
  const numbering = createNumbering();
  /** A group whose commit got no reply. */
  let doubtful: { group: number; outcome: Done } | null = null;
  /** Committed, and not returned yet: what came after it could not be written. */
  let unreturned: Done | null = null;

  async function attempt(works: readonly Prepared[], savepoints: boolean): Promise<Done> {
    return pool.use(async (connection) => {
      let committing = false;
      try {
        await connection.exec(`BEGIN; SELECT pg_advisory_xact_lock(${turnsLock})`);
        const at = await connection.get<{ head: number; owner: number; end: string | null }>(
          `SELECT head, owner, (${selectEventsEnd}) AS "end" FROM positions WHERE id = 1 FOR UPDATE`,
        );
        const isPast = ({ work: { fence } }: Prepared) =>
          fence !== undefined && fence !== at?.owner;
        if (works.some(isPast)) throw new StoreTakenError();
        const before = at?.head ?? 0;
        numbering.begin(before);
        const chain = continueEvents(auditKey, { stored: at?.end ?? undefined, head: before });
        const performed = await performAll(works, {
          ...{ connection, numbering, savepoints, limits, auditKey, chain },
        });
        const { changed, announced, now, ...rest } = performed;
        const outcome: Done = { done: true, ...rest };
        if (works.length > 0 && !changed) {
          await connection.exec('COMMIT');
          return outcome;
        }
        const group = await writer.note(connection, now);
        const head = numbering.position();
        if (head > before) {
          const end = chain.sealed();
          if (end === null) await connection.run(moveHead, head);
          else await connection.run(`WITH moved AS (${moveHead}) ${saveEventsEnd}`, head, end);
        }
        await connection.get('SELECT pg_notify(?, ?)', channel, `${before + 1}-${head} ${server}`);
        if (announced.length > 0) {
          await connection.get(
            'SELECT pg_notify(?, ?)',
            serversChannel,
            textOfKeys(server, announced),
          );
        }
        doubtful = { group, outcome };
        committing = true;
        await connection.exec('COMMIT');
        doubtful = null;
        return outcome;
      } catch (error) {
        numbering.undo(-1);
        if (!committing) doubtful = null;
        // Over a lost connection nothing is sent; the database undoes the transaction on its own.
        await connection.exec('ROLLBACK').catch(() => {});
        throw error;
      }
    });
  }

  /** Finds out whether the doubtful group was committed; if so, its outcome is kept to be returned. */
  async function settleDoubt(): Promise<boolean> {
    if (doubtful === null) return false;
    const { group, outcome } = doubtful;
    const last = await pool.use(writer.lastGroup);
    doubtful = null;
    if (last !== group) return false;
    unreturned = joined(unreturned, outcome);
    return true;
  }

  /** A group; an empty one finds out whether the store is writable. */
  async function writeAll(works: readonly GroupWork[]): Promise<Done> {
    const prepared = works.map((work) => ({ work, leftOut: createLeftOut() }));
    let savepoints = false;
    for (let left = repeats; ; ) {
      try {
        return await attempt(prepared, savepoints);
      } catch (error) {
        // Each repetition leaves out more, so the loop ends.
        if (error instanceof MetDamageError) continue;
        if (error instanceof NeedsSavepointsError) {
          savepoints = true;
          continue;
        }
        if (!undone.test(faultOf(error).code) || left === 0) throw error;
        left -= 1;
      }
    }
  }

  return {
    /**
     * Writes a group. If a commit got no reply, it is found out whether it has happened, now or with the next call, which is to contain
     * the same operations: those that were committed are not executed again. Rejects with `StoreTakenError`, and only with that.
     */
    async write(works: readonly GroupWork[]): Promise<GroupOutcome> {
      try {
        await settleDoubt();
        const done = new Set(unreturned?.results.map(({ id }) => id));
        const open = works.filter(({ id }) => !done.has(id));
        if (unreturned === null || open.length > 0) {
          const now = await writeAll(open).catch(async (error) => {
            if (!(await settleDoubt())) throw error;
            return nothing;
          });
          unreturned = joined(unreturned, now);
        }
        const outcome = unreturned;
        unreturned = null;
        const had = new Set(outcome.results.map(({ id }) => id));
        return { ...outcome, left: works.map(({ id }) => id).filter((id) => !had.has(id)) };
      } catch (error) {
        if (error instanceof StoreTakenError) throw error;
        const fault = faultOf(error);
        return { done: false, fault: doubtful === null ? fault : { ...fault, inDoubt: true } };
      }
    },
    close: () => pool.use(writer.leave),
  };
}

const nothing: Done = { done: true, results: [], rows: [], lost: [] };

const joined = (first: Done | null, second: Done): Done =>
  first === null
    ? second
    : {
        done: true,
        results: [...first.results, ...second.results],
        rows: [...first.rows, ...second.rows],
        lost: [...new Set([...first.lost, ...second.lost])],
      };
