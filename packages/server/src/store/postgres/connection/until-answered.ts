import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConnectionLostError } from './connection-lost-error.ts';

const againMs = 1_000;

/** The database starts or ends, has no room for another connection, or took too long. */
const passing = /^(08...|57P0[1-5]|53...|40...|55P03|57014|25P03)$/;
/** Of the network. A wrong name or a wrong secret does not pass. */
const network = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;
/** What the driver says without a code. */
const driver = /timeout|timed out|connection terminated|connection ended/i;

function passes(error: unknown): boolean {
  if (error instanceof ConnectionLostError) return passes(error.cause);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return passing.test(code);
  if (error instanceof AggregateError) return error.errors.every(passes);
  return network.test(code) || (code === '' && driver.test(error.message));
}

/**
 * Does a step of a start, again and again while the database is away or too slow: as at run time, it is waited for. `onWait` is called
 * once. Everything else is for a person, and rejects.
 */
export async function untilAnswered<Value>(
  step: () => Promise<Value>,
  onWait: (error: unknown) => void,
): Promise<Value> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await step();
    } catch (error) {
      if (!passes(error)) throw error;
      if (isFirst) onWait(error);
      await sleep(againMs);
    }
  }
}
