import pg from 'pg';

/** The database did not answer: it, or the network to it, is down. A statement that was sent may have been executed. */
export class ConnectionLostError extends Error {
  readonly code = 'POSTGRES_AWAY';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'ConnectionLostError';
  }
}

/** The database ends the connection; or the tables were changed under a prepared statement, which cannot be used any more. */
const ending = /^(08...|57P0[1-5]|25P03|0A000)$/;

/** An error of the driver: the answer of the database, or that there is none. */
export function readError(error: unknown): unknown {
  if (error instanceof RangeError) return error;
  return error instanceof pg.DatabaseError && !ending.test(error.code ?? '')
    ? error
    : new ConnectionLostError(error);
}
