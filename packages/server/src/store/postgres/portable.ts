import pg from 'pg';
import { StoreStartError } from '../faults/start-error.ts';
import type { SqlValue } from '../port.ts';
import { TransferError } from '../transfer/format.ts';
import {
  metaTable,
  type PortableTable,
  type ReadableStore,
  schemaKey,
  type WritableStore,
} from '../transfer/portable-store.ts';
import { connectionOf } from './connection/connection.ts';
import { migrateTables, migrationLock } from './migrate.ts';
import { schemaVersion } from './migrations.ts';
import { types } from './values.ts';

/** Rows that are fetched at once. */
const fetchRows = 100;
const typeNames = { INTEGER: 'bigint', TEXT: 'text', BLOB: 'bytea' } as const;

/**
 * Connects, and keeps servers away: one that starts waits for this lock before it migrates. Throws `TransferError` if one is running.
 */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'countersign transfer',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    types,
  });
  // The query that is lost with the connection rejects.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows: locks } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [
      migrationLock,
    ]);
    // Names of applications can be read by every user.
    const { rows: others } = await client.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND application_name LIKE 'countersign%'`,
    );
    if (locks[0]?.held !== 1 || others.length > 0) {
      throw new TransferError(
        'A Countersign server is using the database of DATABASE_URL. Stop it (all of them, if there are several), and try again.',
      );
    }
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Fetched in pieces; rows that were never changed come in the order of their insertion. */
async function* rowsOf(client: pg.Client, table: PortableTable): AsyncGenerator<SqlValue[]> {
  const list = table.columns.map(({ name }) => name).join(', ');
  const where = table.name === metaTable ? ` WHERE key <> '${schemaKey}'` : '';
  await client.query(
    `DECLARE moved NO SCROLL CURSOR FOR SELECT ${list} FROM ${table.name}${where}`,
  );
  for (;;) {
    const { rows } = await client.query<SqlValue[]>({
      text: `FETCH ${fetchRows} FROM moved`,
      rowMode: 'array',
    });
    yield* rows;
    if (rows.length < fetchRows) break;
  }
  await client.query('CLOSE moved');
}

const isStore = `SELECT to_regclass('versions') IS NOT NULL`;
const versionOfTables = 'SELECT MAX(version) FROM versions';

/** The version of the tables of a database that no server uses; null = there is no store. Throws `TransferError` or `StoreStartError`. */
export async function tablesVersion(url: string): Promise<number | null> {
  return opened(async () => {
    const client = await connect(url);
    try {
      const one = async (sql: string) =>
        (await client.query({ text: sql, rowMode: 'array' })).rows[0]?.[0];
      return (await one(isStore)) === 1 ? Number(await one(versionOfTables)) : null;
    } finally {
      await client.end().catch(() => {});
    }
  });
}

/** Opens the store of a database. Throws `TransferError` or `StoreStartError`. */
export async function openForExport(url: string): Promise<ReadableStore> {
  return opened(async () => {
    const client = await connect(url);
    try {
      const one = async (sql: string) =>
        (await client.query({ text: sql, rowMode: 'array' })).rows[0]?.[0];
      const known = await one(isStore);
      if (known !== 1 || Number(await one(versionOfTables)) !== schemaVersion) {
        throw new TransferError(
          'The tables in the database are not of this version of Countersign. Start its server once, which migrates them, and stop it.',
        );
      }
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      // A scan that begins in the middle of a table would change the order of its rows.
      await client.query('SET LOCAL synchronize_seqscans = off');
      return {
        storeId: String(await one(`SELECT value FROM meta WHERE key = 'store'`)),
        head: Number(await one('SELECT head FROM positions WHERE id = 1')),
        rows: (table) => rowsOf(client, table),
        close: () => client.end(),
      };
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  });
}

/** Begins a store in a database that has none, in one transaction. `tables` = those that must be empty. */
export async function openForImport(
  url: string,
  tables: readonly PortableTable[],
): Promise<WritableStore> {
  return opened(async () => {
    const client = await connect(url);
    try {
      // Without an id: one that stayed after a failed import would be that of the next store.
      await migrateTables(client);
      const connection = connectionOf(client);
      await client.query('BEGIN');
      // No other connection writes meanwhile.
      await client.query('SELECT head FROM positions WHERE id = 1 FOR UPDATE');
      await client.query('SET LOCAL synchronize_seqscans = off');
      for (const { name } of tables) {
        if (name === metaTable) continue;
        const { rowCount } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`);
        if (rowCount === 0) continue;
        throw new TransferError(
          `The database of DATABASE_URL is not empty: ${name} has rows. Import into a new one.`,
        );
      }
      await client.query('DELETE FROM meta');
      return {
        rows: (table) => rowsOf(client, table),
        async insert({ name, columns }, rows) {
          const arrays = columns.map((_, at) => rows.map((row) => row[at] ?? null));
          const places = columns.map(({ type }) => `?::${typeNames[type]}[]`);
          await connection.insertColumns(
            `INSERT INTO ${name}(${columns.map((column) => column.name).join()}) SELECT * FROM unnest(${places.join()})`,
            arrays,
          );
        },
        async finish(head) {
          await client.query('UPDATE positions SET head = $1 WHERE id = 1', [head]);
          // Numbers that the database assigns continue after the imported ones.
          await client.query(
            `SELECT setval(pg_get_serial_sequence('mcp_words', 'number'), GREATEST(MAX(number), 1), MAX(number) IS NOT NULL) FROM mcp_words`,
          );
          await client.query('COMMIT');
          await client.query('ANALYZE');
        },
        // What was not committed is undone.
        close: () => client.end(),
      };
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  });
}

async function opened<Store>(open: () => Promise<Store>): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof TransferError || error instanceof StoreStartError) throw error;
    // The address contains a password, and is not repeated.
    const reason = error instanceof Error ? error.message : String(error);
    throw new TransferError(
      `The database of DATABASE_URL cannot be opened (${reason}). Look at the address, the user and its rights, and whether the database is up.`,
    );
  }
}
