import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, rmdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eachFaultRound } from '@countersign/testkit/fault-rounds';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPostgres } from '../../../../scripts/find-postgres.mjs';
import { startCluster } from '../../../../scripts/postgres-cluster.mjs';
import { playScenario } from '../testing/faults/scenario.ts';
import { hasPostgres, startMs } from '../testing/postgres.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A small disk; null = this user may not mount one. */
function mountDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', folder], {
      stdio: 'pipe',
    });
  } catch {
    rmdirSync(folder);
    return null;
  }
  return {
    folder,
    /** Leaves no byte; returns what makes room again. */
    fill() {
      const file = join(folder, 'fill');
      try {
        writeFileSync(file, Buffer.alloc(160_000_000));
      } catch {
        // Filled on purpose.
      }
      return () => rmSync(file);
    },
    unmount() {
      execFileSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}

describe.runIf(hasPostgres)('PostgreSQL', () => {
  let own: Awaited<ReturnType<typeof startCluster>>;
  beforeEach(async () => {
    // What it has confirmed survives a crash.
    own = await startCluster(findPostgres() ?? '', {
      synchronous_commit: 'on',
      shared_buffers: '16MB',
    });
  }, startMs);
  afterEach(() => own.stop());

  it('that crashes, is cut off, away for a while, and behind a divided network loses and doubles nothing', () =>
    eachFaultRound((random) =>
      playScenario(
        { engine: 'postgres', title: 'the database fails', databaseUrl: own.url },
        async ({ storeProxy, until }) => {
          await until(60);
          storeProxy?.cut('reset');
          await until(60);
          await own.crash(() => pause(500 + random() * 1_500) as Promise<void>);
          await until(60);
          storeProxy?.goAway();
          await pause(1_500);
          storeProxy?.restore();
          await until(60);
          storeProxy?.hold();
          await pause(2_000);
          storeProxy?.restore();
          await until(60);
          storeProxy?.cutAfterBytes(Math.floor(random() * 3_000));
          await until(60);
        },
      ),
    ));

  it('whose disk is full: commands are refused, the agent waits, and nothing is lost', async ({
    skip,
  }) => {
    const disk = mountDisk();
    if (disk === null) return skip('It needs a disk of its own, which only root may mount.');
    const small = await startCluster(
      findPostgres() ?? '',
      { synchronous_commit: 'on', shared_buffers: '16MB' },
      disk.folder,
    );
    try {
      await playScenario(
        { engine: 'postgres', title: 'the disk of the database is full', databaseUrl: small.url },
        async ({ server, until }) => {
          const untilReady = async (status: number) => {
            while ((await server().request('/health/ready')).status !== status) await pause(100);
          };
          for (let round = 0; round < 2; round += 1) {
            await until(60);
            const free = disk.fill();
            await untilReady(503);
            // A few rows may still fit where others were.
            const command = () =>
              server().request('/api/tasks', { agentId: 'demo', message: 'now' });
            while ((await command()).status !== 503) await pause(20);
            const reason = async () => (await server().request('/health')).body.store.reason;
            while ((await reason()) !== 'full') await pause(20);
            await pause(1_000);
            free();
            await untilReady(200);
          }
          await until(60);
        },
      );
    } finally {
      await small.stop();
      disk.unmount();
    }
  });

  it(
    'whose connections are silent, and do not end, is found again',
    () =>
      playScenario(
        { engine: 'postgres', title: 'the database is silent', databaseUrl: own.url },
        async ({ storeProxy, until }) => {
          await until(60);
          storeProxy?.silence();
          await until(60);
        },
      ),
    240_000,
  );

  it('with a damaged page: what needs it is answered with 500, and everything else is served', () =>
    playScenario(
      { engine: 'postgres', title: 'a page is damaged', databaseUrl: own.url },
      async ({ server, until }) => {
        // The page of the saved views, which the story does not need.
        await until(100);
        const client = new pg.Client({ connectionString: own.url });
        await client.connect();
        await client.query(
          `INSERT INTO views(id, name, shared, owner, owner_name, search, updated) VALUES('v', 'V', 1, 'o', 'O', '{}', 0)`,
        );
        await client.query('CHECKPOINT');
        const path = (await client.query(`SELECT pg_relation_filepath('views') AS path`)).rows[0]
          ?.path;
        await client.end();
        await own.crash(async () => {
          const file = openSync(join(own.data, String(path)), 'r+');
          writeSync(file, Buffer.alloc(64, 0xa5), 0, 64, 0);
        });
        while ((await server().request('/health/ready')).status !== 200) await pause(200);
        const { status, body } = await server().request('/api/views');
        expect([status, body.type]).toEqual([500, expect.stringContaining('store-damaged')]);
        await until(60);
      },
    ));
});
