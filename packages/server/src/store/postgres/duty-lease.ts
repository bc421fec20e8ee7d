import { performance } from 'node:perf_hooks';
import { textOfWord } from '../../servers/other-servers.ts';
import { StoreTakenError } from '../faults/store-taken-error.ts';
import { loneConnection } from './connection/lone-connection.ts';
import { serversChannel } from './group-writer.ts';

/** The lease on the duty, as one server sees it. */
export interface DutyLease {
  /** The number of this server since it has the lease; null = it has not had it. It stays when another one takes it over. */
  number(): number | null;
  /** Looks at the lease now: it may be free. */
  look(): void;
  /** From now on this server does not take it; what it has it keeps. */
  decline(): void;
  /** Lets another server have it, and looks no more. */
  release(): Promise<void>;
}

interface LeaseRow {
  owner: number;
  beats: number;
  holder: string | null;
}

/** In which a lease is renewed so often before it is lost. */
const beatsPerLease = 5;
const answerMs = 2_000;

/** Waits for the group that is being written, by the lock of each group. */
const takeover = `
  WITH locked AS (SELECT owner FROM positions WHERE id = 1 FOR UPDATE),
  taken AS (
    UPDATE leases SET owner = locked.owner + 1, beats = beats + 1, holder = $1 FROM locked
    WHERE name = 'duty' AND leases.owner = $2 AND beats = $3 RETURNING leases.owner
  )
  UPDATE positions SET owner = taken.owner FROM taken WHERE id = 1 RETURNING taken.owner`;

/**
 * Competes for the lease: the server that holds it counts its beats on, and another one takes it when they have not advanced for
 * `lostAfterMs` by its own clock, in which it could read them all the time. So neither clocks that differ nor an absence of the database
 * move it. Taking it changes the owner in the row of `positions`, under the lock of each group: a write with an older number is either
 * committed before, or refused. Resolves when it has looked once; rejects if that fails.
 */
export async function competeForDuty(options: {
  url: string;
  /** The id of this server. */
  server: string;
  lostAfterMs: number;
  /** Called once. */
  onTaken: () => void;
  /** Another server has it. Called once. */
  onLost: (error: StoreTakenError) => void;
  /** The lease could not be checked; it is tried again. */
  onError: (error: unknown) => void;
}): Promise<DutyLease> {
  const { server, lostAfterMs } = options;
  const everyMs = lostAfterMs / beatsPerLease;
  const connection = loneConnection(options.url, { name: 'countersign duty', answerMs });
  const { query } = connection;
  let mine: number | null = null;
  let seen: (LeaseRow & { at: number }) | null = null;
  let closed = false;
  let declines = false;
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;
  let again = false;

  /**
   * Takes it unless it is not as it was `seen`. In one statement: a server that is stopped after a part of it would hold the lock of
   * all groups.
   */
  async function take({ owner, beats }: LeaseRow): Promise<void> {
    const { rows } = await query(takeover, [server, owner, beats]);
    if (rows[0] !== undefined) have(Number(rows[0]['owner']));
  }

  function have(number: number): void {
    mine = number;
    options.onTaken();
  }

  async function renew(): Promise<void> {
    const { rowCount } = await query(
      `UPDATE leases SET beats = beats + 1 WHERE name = 'duty' AND owner = $1`,
      [mine],
    );
    if (rowCount === 0) {
      closed = true;
      options.onLost(new StoreTakenError());
    }
  }

  async function observe(): Promise<void> {
    const { rows } = await query(`SELECT owner, beats, holder FROM leases WHERE name = 'duty'`);
    const row = {
      owner: Number(rows[0]?.['owner']),
      beats: Number(rows[0]?.['beats']),
      holder: (rows[0]?.['holder'] ?? null) as string | null,
    };
    // It was taken, and the reply of that was lost.
    if (row.holder === server) return have(row.owner);
    const now = performance.now();
    const isSame = seen?.owner === row.owner && seen.beats === row.beats;
    if (seen === null || !isSame) seen = { ...row, at: now };
    if (declines) return;
    if (row.holder === null || now - seen.at >= lostAfterMs) await take(row);
  }

  async function beat(): Promise<void> {
    try {
      await (mine === null ? observe() : renew());
    } catch (error) {
      // What was seen before says nothing: its holder may not have reached the database either.
      seen = null;
      connection.giveUp();
      throw error;
    }
  }

  function look(): void {
    if (closed) return;
    if (looking !== null) {
      again = true;
      return;
    }
    if (timer !== null) clearTimeout(timer);
    again = false;
    looking = beat()
      .catch((error) => {
        if (!closed) options.onError(error);
      })
      .then(() => {
        looking = null;
        if (closed) return;
        if (again && mine === null) return look();
        timer = setTimeout(look, everyMs);
        timer.unref();
      });
  }

  await beat();
  timer = setTimeout(look, everyMs);
  timer.unref();

  return {
    number: () => mine,
    look,
    decline() {
      declines = true;
    },
    async release() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      await looking;
      try {
        if (mine !== null) {
          const free = textOfWord(server, { kind: 'duty-free' });
          await query(`UPDATE leases SET holder = NULL WHERE name = 'duty' AND owner = $1`, [mine]);
          await query('SELECT pg_notify($1, $2)', [serversChannel, free]);
        }
      } catch (error) {
        options.onError(error);
      }
      await connection.close();
    },
  };
}
