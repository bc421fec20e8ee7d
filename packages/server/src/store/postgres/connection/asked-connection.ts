import { performance } from 'node:perf_hooks';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { ConnectionLostError, readError } from './connection-lost-error.ts';

/** A connection over which nothing has come for so long, ms, although it was doubted, is dead. */
const doubtMs = 3_000;

/** A connection in use, which is given up as soon as it is known to be dead. */
export interface AskedConnection {
  query(config: string | QueryConfig): Promise<QueryResult>;
  /** Others are dead: if nothing comes over this one either, it is given up. */
  doubt(): void;
}

/**
 * One that was lost is closed, and asked nothing more: each further question would be waited for again, and what the database has begun
 * for it is undone when it notices. `now`: elapsed time, ms.
 */
export function askedConnection(
  client: PoolClient,
  now: () => number = () => performance.now(),
): AskedConnection {
  let lost: ConnectionLostError | null = null;
  let askedAt: number | null = null;
  let isDoubted = false;
  let timer: NodeJS.Timeout | null = null;

  const giveUp = () => client.connection.stream.destroy();
  const watch = (since: number) => {
    timer ??= setTimeout(giveUp, Math.max(0, since + doubtMs - now()));
  };
  const answered = () => {
    askedAt = null;
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };

  return {
    async query(config) {
      if (lost !== null) throw lost;
      askedAt = now();
      if (isDoubted) watch(askedAt);
      try {
        const result = await client.query(config);
        isDoubted = false;
        return result;
      } catch (error) {
        const read = readError(error);
        if (read instanceof ConnectionLostError) {
          lost = read;
          giveUp();
        }
        throw read;
      } finally {
        answered();
      }
    },
    doubt() {
      isDoubted = true;
      if (askedAt !== null) watch(askedAt);
    },
  };
}
