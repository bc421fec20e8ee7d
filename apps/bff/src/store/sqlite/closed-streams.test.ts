import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { expect, it } from 'vitest';
import { readTask } from '../../tasks/records.ts';
import { startHarness } from '../../testing/harness.ts';
import { openDatabase } from './database.ts';

/**
 * A store as written by the server (tables of version 6) that recorded every run as stopped whose stream it had closed: one of an
 * agent without stop, and one of an agent that stopped itself.
 */
const written = new URL('fixtures/closed-streams.sql', import.meta.url);
const plain = '6efdfef5-d465-4a4f-a6db-7b706b28fe0d';
const obeys = '05246d21-aaf3-452b-89e0-6dcb1e914aa8';

it('a run whose stream an earlier version closed is cut off, and one that its agent stopped is stopped', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-closed-'));
  const before = openDatabase(join(directory, 'countersign.db'), 'write');
  const store = readFileSync(written, 'utf8');
  before.exec(store);
  before.close();

  const harness = await startHarness({ directory });
  const { read } = harness.services.journal;
  expect(await readTask(read, plain)).toMatchObject({
    runStatus: 'cut-off',
    controls: [{ action: 'stop', means: 'close', state: 'cut-off' }],
  });
  expect(await readTask(read, obeys)).toMatchObject({
    runStatus: 'stopped',
    controls: [{ action: 'stop', means: 'agent', state: 'settled' }],
  });
  const events = await read.all<{ data: string }>('SELECT data FROM events');
  expect(events).toHaveLength(25);
  for (const { data } of events) expect(store).toContain(`'${data.replaceAll("'", "''")}'`);
  for (const [taskId, status] of [
    [plain, 'cut-off'],
    [obeys, 'stopped'],
  ] as const) {
    const folded = foldThread(emptyThread(taskId), harness.events(taskId));
    expect(folded.run).toMatchObject({ status, endedAt: expect.any(Number) });
    expect(await harness.services.snapshots.threadAt(taskId)).toEqual(folded);
  }
  expect((await harness.services.snapshots.threadAt(plain)).controls).toMatchObject([
    { action: 'stop', state: 'cut-off' },
  ]);
  await harness.close();
});
