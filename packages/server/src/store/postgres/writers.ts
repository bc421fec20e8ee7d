import type { PostgresConnection } from './connection/connection.ts';
import type { Pool } from './connection/pool.ts';

/** A row of a server that was not removed is of no use after that time, ms. */
const keptMs = 7 * 86_400_000;

const epochMs = 'CAST(EXTRACT(EPOCH FROM now()) * 1000 AS bigint)';

/** The row of this server, which holds the number of the last group of operations that it has committed. */
export async function registerWriter(pool: Pool, id: string) {
  let groups = 0;
  await pool.use(async (connection) => {
    await connection.run(`DELETE FROM writers WHERE at < ${epochMs} - ${keptMs}`);
    await connection.run(`INSERT INTO writers(id, groups, at) VALUES(?, 0, ${epochMs})`, id);
  });
  return {
    /** Notes one more group in its transaction, and the time of its last operation; returns its number. */
    async note(connection: PostgresConnection, now: number | null): Promise<number> {
      groups += 1;
      await connection.run(
        `INSERT INTO writers(id, groups, at) VALUES(?, ?, ${epochMs})
         ON CONFLICT(id) DO UPDATE SET groups = excluded.groups, at = excluded.at`,
        id,
        groups,
      );
      if (now !== null) await connection.run(noteClock, `${now}`);
      return groups;
    },
    /**
     * The number of the last committed group. Waits for a transaction that still holds the row: it may be the one whose server lost
     * its connection.
     */
    async lastGroup(connection: PostgresConnection): Promise<number> {
      const row = await connection.get<{ groups: number }>(
        'SELECT groups FROM writers WHERE id = ? FOR UPDATE',
        id,
      );
      return row?.groups ?? 0;
    },
    async leave(connection: PostgresConnection): Promise<void> {
      await connection.run('DELETE FROM writers WHERE id = ?', id);
    },
  };
}

/** The time of the last write: a server that finds it in the future knows that the clock was set back. */
const noteClock = `INSERT INTO meta(key, value) VALUES('clock', ?)
  ON CONFLICT(key) DO UPDATE SET value = excluded.value`;
