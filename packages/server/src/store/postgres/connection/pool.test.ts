import { type FaultyProxy, startFaultyProxy } from '@countersign/bff/testing/faults/faulty-proxy';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPool, type Pool } from './pool.ts';

let database: TestDatabase;
let proxy: FaultyProxy;
let pool: Pool;
afterEach(async () => {
  await pool?.close();
  await proxy?.close();
  await database?.drop();
});

describe.runIf(hasPostgres)('a pool of connections', () => {
  it(
    'says once that connections were lost while nobody used them, until one was used again',
    async () => {
      database = await createDatabase('empty');
      const target = new URL(database.url);
      proxy = await startFaultyProxy(() => ({ host: target.hostname, port: Number(target.port) }));
      const url = new URL(database.url);
      url.port = `${proxy.port}`;
      const lost: string[] = [];
      pool = openPool(url.href, 3, { onIdleLost: (error) => lost.push(error.message) });
      const askAll = () =>
        Promise.all([1, 2, 3].map((value) => pool.use((one) => one.get('SELECT ?', `${value}`))));
      for (let round = 1; round <= 2; round += 1) {
        await askAll();
        const { connections } = proxy.counts;
        proxy.cut();
        await vi.waitUntil(() => lost.length === round, { timeout: 20_000 });
        // They are replaced.
        await vi.waitUntil(
          async () => {
            await askAll().catch(() => {});
            return proxy.counts.connections === connections + 3;
          },
          { timeout: 20_000 },
        );
      }
      expect(lost).toHaveLength(2);
    },
    startMs,
  );
});
