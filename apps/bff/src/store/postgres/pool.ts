import pg from 'pg';
import { connectionOf, type PostgresConnection } from './connection.ts';
import { ConnectionLostError, readError } from './connection-lost-error.ts';
import { types } from './values.ts';

/** Connections to the database. */
export interface Pool {
  /** Runs `work` with a connection of its own. One that was lost is not used again. */
  use<Value>(work: (connection: PostgresConnection) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

const limits = {
  connectionTimeoutMillis: 5_000,
  /** Of the database: a statement that hangs, and a transaction whose server is silent, hold no locks for longer. */
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 10_000,
  /** Of the driver, for a connection over which nothing comes any more. */
  query_timeout: 35_000,
};

/** `onIdleLost`: connections are lost while nobody uses them. Called once until one was used again. */
export function openPool(
  url: string,
  max: number,
  onIdleLost: (error: Error) => void = () => {},
): Pool {
  let isReported = false;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'countersign',
    keepAlive: true,
    max,
    types,
    ...limits,
  });
  // A connection that is lost while nobody uses it is replaced when the next one is needed.
  pool.on('error', (error) => {
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
      let lost = false;
      try {
        const value = await work(connectionOf(client));
        isReported = false;
        return value;
      } catch (error) {
        lost = error instanceof ConnectionLostError;
        throw error;
      } finally {
        client.off('error', ignore);
        client.release(lost);
      }
    },
    close: () => pool.end(),
  };
}
