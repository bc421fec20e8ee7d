import type { StorePart } from '@countersign/api/store-state';
import { readPastDamage } from '../past-damage.ts';
import type { Reading } from '../port.ts';
import type { PostgresConnection } from './connection.ts';
import { ConnectionLostError } from './connection-lost-error.ts';
import type { Pool } from './pool.ts';

/** How often a read is sent again over another connection, as after a restart of the database all of them are lost. */
const repeats = 2;

/** Reads of what is committed. */
export function createReading(pool: Pool, onLost: (part: StorePart) => void): Reading {
  const read = async <Value>(
    work: (connection: PostgresConnection) => Promise<Value>,
  ): Promise<Value> => {
    for (let left = repeats; ; left--) {
      try {
        return await pool.use(work);
      } catch (error) {
        if (!(error instanceof ConnectionLostError) || left === 0) throw error;
      }
    }
  };
  return {
    get: (sql, ...values) => read((connection) => connection.get(sql, ...values)),
    all: (sql, ...values) => read((connection) => connection.all(sql, ...values)),
    ...readPastDamage(onLost),
  };
}
