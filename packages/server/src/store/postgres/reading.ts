import { setTimeout as sleep } from 'node:timers/promises';
import type { StorePart } from '@countersign/api/store-state';
import { readPastDamage } from '../faults/past-damage.ts';
import type { Reading } from '../port.ts';
import type { PostgresConnection } from './connection/connection.ts';
import { ConnectionLostError } from './connection/connection-lost-error.ts';
import type { Pool } from './connection/pool.ts';

/** How often a read is sent again over another connection, as after a restart of the database all of them are lost. */
const repeats = 4;
const againMs = 1_000;

/** Reads of what is committed. `waits`: as long as necessary for a database that is away. */
export function createReading(
  pool: Pool,
  onLost: (part: StorePart) => void,
  waits: () => boolean = () => false,
): Reading {
  const read = async <Value>(
    work: (connection: PostgresConnection) => Promise<Value>,
  ): Promise<Value> => {
    for (let left = repeats; ; left--) {
      try {
        return await pool.use(work);
      } catch (error) {
        if (!(error instanceof ConnectionLostError)) throw error;
        if (left <= 0 && !waits()) throw error;
        if (left <= 0) await sleep(againMs);
      }
    }
  };
  return {
    get: (sql, ...values) => read((connection) => connection.get(sql, ...values)),
    all: (sql, ...values) => read((connection) => connection.all(sql, ...values)),
    ...readPastDamage(onLost),
  };
}
