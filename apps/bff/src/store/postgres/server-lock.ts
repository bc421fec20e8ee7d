import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StoreStartError } from '../start-error.ts';

/** The lock of the database that a server holds while it runs. */
const serverLock = 4_400_000_002;
/** How long a server waits for one that is ending, and how often it looks, ms. */
const defaultPatience = { forMs: 15_000, everyMs: 250 };

/**
 * Holds a database for this server: another one would take over its runs and deliveries. A lock of a session, which ends with the
 * connection of a killed server. When the connection is lost, the lock is taken again as soon as possible. Returns its undo; throws
 * `StoreStartError` if another server holds it.
 */
export async function holdDatabase(
  url: string,
  patience: typeof defaultPatience = defaultPatience,
): Promise<() => Promise<void>> {
  let closed = false;
  let client = await connect(url, patience);
  const takeAgain = async () => {
    while (!closed) {
      try {
        client = await connect(url, patience);
        watch();
        return;
      } catch {
        await sleep(patience.everyMs, undefined, { ref: false });
      }
    }
  };
  const watch = () => client.once('end', () => closed || void takeAgain());
  watch();
  return async () => {
    closed = true;
    await client.end().catch(() => {});
  };
}

async function connect(url: string, patience: typeof defaultPatience): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'countersign server',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  await client.connect();
  for (let waitedMs = 0; ; waitedMs += patience.everyMs) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [serverLock]);
    if (rows[0]?.held === true) return client;
    if (waitedMs >= patience.forMs) break;
    await sleep(patience.everyMs);
  }
  await client.end();
  throw new StoreStartError(
    'Another Countersign server is using the database of DATABASE_URL. Stop it, or give this one a database of its own.',
  );
}
