import pg from 'pg';
import { types } from '../values.ts';
import { type AskedConnection, askedConnection } from './asked-connection.ts';
import { connectionOf, type PostgresConnection } from './connection.ts';
import { ConnectionLostError, readError } from './connection-lost-error.ts';

/** Connections to the database. */
export interface Pool {
  /** Runs `work` with a connection of its own. One that was lost is not used again. */
  use<Value>(work: (connection: PostgresConnection) => Promise<Value>): Promise<Value>;
  /** Another connection to the database is dead: none that nobody uses is trusted, and what is asked over the others has little time. */
  doubt(): void;
  close(): Promise<void>;
}

/** How long a connection may take to be opened, ms: also what one that is opened into a silent network costs after that is back. */
const connectMs = 2_000;

const limits = {
  connectionTimeoutMillis: connectMs,
  // A network that forgets silent connections does not forget these.
  keepAliveInitialDelayMillis: 10_000,
  /** Of the database: a transaction whose server is silent holds no locks for longer. */
  idle_in_transaction_session_timeout: 4_000,
};

/**
 * How long a statement may take, ms. `database`: it ends one that hangs, which then holds no locks for longer. `driver`: a connection over
 * which nothing comes is lost.
 */
export interface StatementLimits {
  database: number;
  driver: number;
}
const ofReads: StatementLimits = { database: 30_000, driver: 35_000 };

/** `onIdleLost`: connections are lost while nobody uses them. Called once until one was used again. */
export function openPool(
  url: string,
  max: number,
  {
    statements = ofReads,
    onIdleLost = () => {},
  }: { statements?: StatementLimits; onIdleLost?: (error: Error) => void } = {},
): Pool {
  let isReported = false;
  const open = new Set<pg.PoolClient>();
  const used = new Map<pg.PoolClient, AskedConnection>();
  const doubted = new WeakSet<pg.PoolClient>();
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'countersign',
    keepAlive: true,
    max,
    types,
    statement_timeout: statements.database,
    query_timeout: statements.driver,
    ...limits,
  });
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  // A connection that is lost while nobody uses it is replaced when the next one is needed.
  pool.on('error', (error, client) => {
    if (doubted.has(client)) return;
    if (!isReported) onIdleLost(error);
    isReported = true;
  });
  return {
    async use(work) {
      const client = await pool.connect().catch((error) => {
        throw readError(error);
      });
      // Its query is rejected too; without a listener, the process would end.
      const ignore = () => {};
      client.on('error', ignore);
      const asked = askedConnection(client);
      used.set(client, asked);
      let lost = false;
      try {
        const value = await work(connectionOf(asked));
        isReported = false;
        return value;
      } catch (error) {
        lost = error instanceof ConnectionLostError;
        throw error;
      } finally {
        used.delete(client);
        client.off('error', ignore);
        client.release(lost);
      }
    },
    doubt() {
      for (const client of open) {
        const asked = used.get(client);
        if (asked !== undefined) {
          asked.doubt();
          continue;
        }
        doubted.add(client);
        client.connection.stream.destroy();
      }
    },
    close: () => pool.end(),
  };
}
