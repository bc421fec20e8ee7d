import pg from 'pg';
import { StoreStartError } from '../faults/start-error.ts';
import { missingSteps } from '../missing-steps.ts';
import { firstVersion, migrations } from './migrations.ts';

/** The lock of the database that a server holds while it migrates: the same for every version of this server. */
export const migrationLock = 4_400_000_001;

/**
 * Brings the tables to the newest version, each step completely or not at all, and returns the id of the store. One server migrates;
 * others that start meanwhile wait for it.
 */
export async function migrate(url: string, createId: () => string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'countersign',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await migrateTables(client);
    await client.query(`INSERT INTO meta(key, value) VALUES('store', $1) ON CONFLICT DO NOTHING`, [
      createId(),
    ]);
    const { rows } = await client.query(`SELECT value FROM meta WHERE key = 'store'`);
    return String(rows[0]?.value);
  } finally {
    // With it ends the lock.
    await client.end().catch(() => {});
  }
}

/** The same over a connection that holds `migrationLock`, without an id. Throws `StoreStartError`. */
export async function migrateTables(client: pg.Client): Promise<void> {
  await requireEncoding(client);
  await client.query(
    'CREATE TABLE IF NOT EXISTS versions(version INTEGER PRIMARY KEY, at TIMESTAMPTZ NOT NULL DEFAULT now())',
  );
  const from = await numberOf(client, 'SELECT COALESCE(MAX(version), 0) FROM versions');
  const missing = missingSteps('The database', from, { first: firstVersion, steps: migrations });
  for (const { step, version } of missing) await apply(client, step, version);
}

async function apply(client: pg.Client, step: string, version: number): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(step);
    await client.query('INSERT INTO versions(version) VALUES($1)', [version]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function requireEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SHOW server_encoding');
  const encoding = String(rows[0]?.server_encoding);
  if (encoding === 'UTF8') return;
  throw new StoreStartError(
    `The database stores texts as ${encoding}, which does not have all characters. Create one with ENCODING 'UTF8', and name that in DATABASE_URL.`,
  );
}

async function numberOf(client: pg.Client, sql: string): Promise<number> {
  const { rows } = await client.query({ text: sql, rowMode: 'array' });
  return Number(rows[0]?.[0]);
}
