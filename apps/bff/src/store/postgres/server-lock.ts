import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StoreStartError } from '../start-error.ts';
import { StoreTakenError } from '../store-taken-error.ts';

/** The lock of the database that a server holds while it runs. */
const serverLock = 4_400_000_002;
/** How long a server waits for one that is ending, and how often it looks, ms. */
const defaultPatience = { forMs: 15_000, everyMs: 250 };

const heldByAnother =
  'Another Countersign server is using the database of DATABASE_URL. Stop it, or give this one a database of its own.';

/** A database that is held for this server. */
export interface HeldDatabase {
  /**
   * Makes this server the owner, by a number in the row of `positions` that each of its groups is checked with: one that was the owner
   * before writes nothing more. To be called when the tables are there; returns the number.
   */
  own(): Promise<number>;
  /** Resolves when another server has become the owner. */
  readonly taken: Promise<StoreTakenError>;
  release(): Promise<void>;
}

/**
 * Holds a database for this server: another one would take over its runs and deliveries. A lock of a session, which ends with the
 * connection of a killed server. When the connection is lost, which `onLost` is told, the lock is taken again as soon as possible. Throws
 * `StoreStartError` if another server holds it.
 */
export async function holdDatabase(
  url: string,
  {
    patience = defaultPatience,
    onLost = () => {},
  }: { patience?: typeof defaultPatience; onLost?: (error: Error) => void } = {},
): Promise<HeldDatabase> {
  let closed = false;
  let owner: number | null = null;
  let tellTaken = (_error: StoreTakenError) => {};
  const taken = new Promise<StoreTakenError>((resolve) => {
    tellTaken = resolve;
  });

  /** Connects and takes the lock. Whoever owns the database now is looked up while another session has the lock, too. */
  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'countersign server',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      // Longer than a dead server holds the row of `positions`.
      query_timeout: 15_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      for (let waitedMs = 0; ; waitedMs += patience.everyMs) {
        if (owner !== null && (await ownerNow(client)) !== owner) throw new StoreTakenError();
        const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [
          serverLock,
        ]);
        if (rows[0]?.held === true) return client;
        if (closed || waitedMs >= patience.forMs) throw new StoreStartError(heldByAnother);
        await sleep(patience.everyMs);
      }
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  let client = await connect();
  let taking = Promise.resolve();
  const takeAgain = async () => {
    while (!closed) {
      try {
        client = await connect();
        watch();
        return;
      } catch (error) {
        if (error instanceof StoreTakenError) return tellTaken(error);
        await sleep(patience.everyMs, undefined, { ref: false });
      }
    }
  };
  const watch = () =>
    client.once('end', () => {
      if (closed) return;
      onLost(new Error('The connection that holds the database for this server was lost.'));
      taking = takeAgain();
    });
  watch();

  return {
    async own() {
      const { rows } = await client.query(
        'UPDATE positions SET owner = owner + 1 WHERE id = 1 RETURNING owner',
      );
      owner = Number(rows[0]?.owner);
      return owner;
    },
    taken,
    async release() {
      closed = true;
      // It may be about to have another connection.
      await taking;
      await client.end().catch(() => {});
    },
  };
}

async function ownerNow(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SELECT owner FROM positions WHERE id = 1');
  return Number(rows[0]?.owner);
}
