import { eachFaultRound } from '@countersign/testkit/fault-rounds';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { findPostgres } from '../../../../scripts/find-postgres.mjs';
import { startCluster } from '../../../../scripts/postgres-cluster.mjs';
import { playStory } from '../testing/faults/story.ts';
import { hasPostgres, startMs } from '../testing/postgres.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
      playStory(
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
});
