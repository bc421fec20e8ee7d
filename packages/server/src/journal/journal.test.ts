import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeWriter } from '@countersign/bff/store-writer';
import { LentThread, messageListeners } from '@countersign/bff/testing/lent-thread';
import type { Envelope } from '@countersign/hai/envelope';
import type { IngestItem } from '@countersign/part-desk/runs/intake/ingest-item';
import { ingest } from '@countersign/part-desk/runs/intake/ingest-operation';
import { startTask } from '@countersign/part-desk/tasks/task-operations';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../runtime/clock.ts';
import { envelopeText } from '../store/row.ts';
import { DataDirectoryBusyError } from '../store/sqlite/lock.ts';
import { type EmbeddedJournal, openJournal } from './journal.ts';
import { createSnapshots } from './snapshots.ts';

let directory: string;
let journal: EmbeddedJournal;
const open = () =>
  openJournal({ writer: storeWriter, directory, clock: systemClock, createId: randomUUID });
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-journal-'));
  journal = open();
});
afterEach(async () => {
  await journal.close();
  rmSync(directory, { recursive: true, force: true });
});

const newTask = (threadId: string) =>
  journal.commit(startTask, {
    title: threadId,
    agentId: 'a',
    operatorId: 'admin',
    input: { threadId, runId: `${threadId}-run`, messages: [] },
    words: null,
    key: null,
    bodyHash: '',
  });
const event = (json: object): IngestItem => ({
  kind: 'event',
  json: JSON.stringify(json),
  speaker: 'a',
  relayedFor: null,
  sourceRun: null,
  notable: false,
  lifecycle: null,
  up: null,
  asks: [],
  settlesCall: null,
  control: null,
});
const record = (threadId: string, items: IngestItem[]) =>
  journal.commit(ingest, {
    threadId,
    runId: `${threadId}-run`,
    agentId: 'a',
    items,
    lastEventId: null,
  });

it('numbers a log-wide position and a sequence per thread, both without gaps', async () => {
  await Promise.all([newTask('one'), newTask('two')]);
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      record(index % 3 === 0 ? 'one' : 'two', [
        event({ type: 'STEP_STARTED', stepName: `${index}` }),
        event({ type: 'STEP_FINISHED', stepName: `${index}` }),
      ]),
    ),
  );
  const rows = journal.since(
    0,
    journal.head(),
    { threads: '*', facts: false },
    { rows: 1_000, bytes: 1e6 },
  );
  expect(rows.map((row) => row.position)).toEqual(rows.map((_, index) => index + 1));
  for (const thread of ['one', 'two']) {
    const sequences = journal.ofThread(thread, 0, 1_000).map((row) => row.sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  }
  expect(journal.ofThread('one', 0, 1_000)).toHaveLength(40);
});

it('undoes an operation that fails, and only that one of its batch', async () => {
  await newTask('good');
  const results = await Promise.allSettled([
    record('good', [event({ type: 'STEP_STARTED', stepName: 'before' })]),
    // The run id is in use: the insert fails after the task was written.
    journal.commit(startTask, {
      title: 'other',
      agentId: 'a',
      operatorId: 'admin',
      input: { threadId: 'other', runId: 'good-run', messages: [] },
      words: null,
      key: null,
      bodyHash: '',
    }),
    record('good', [event({ type: 'STEP_STARTED', stepName: 'after' })]),
  ]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const rows = journal.ofThread('good', 0, 10);
  expect(rows.map((row) => row.sequence)).toEqual([1, 2]);
  expect(rows.map((row) => JSON.parse(row.data).stepName)).toEqual(['before', 'after']);
  expect(journal.head()).toBe(2);
});

it('refuses a second server on the same data directory, with a clear message', () => {
  expect(open).toThrow(DataDirectoryBusyError);
  expect(open).toThrow(/Another Countersign server is using/);
});

it('keeps everything, and its own identity, over a restart', async () => {
  await newTask('kept');
  await record('kept', [event({ type: 'STEP_STARTED', stepName: 's' })]);
  const { storeId } = journal;
  await journal.close();
  journal = open();
  expect(journal.storeId).toBe(storeId);
  expect(journal.head()).toBe(1);
  await record('kept', [event({ type: 'STEP_FINISHED', stepName: 's' })]);
  expect(journal.ofThread('kept', 0, 10).map((row) => row.sequence)).toEqual([1, 2]);
});

it('refuses requests after it was closed', async () => {
  await journal.close();
  await expect(newTask('late')).rejects.toThrow(/closed/);
  journal = open();
});

it('folds from kept snapshots to the same thread as from the beginning, at every position', async () => {
  await newTask('long');
  const snapshots = createSnapshots(journal);
  const kept = async () =>
    (await journal.read.get<{ count: number }>('SELECT COUNT(*) AS count FROM snapshots'))?.count ??
    0;
  const start = event({ type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' });
  await record('long', [start]);
  for (let batch = 0; batch < 12; batch += 1) {
    await record(
      'long',
      Array.from({ length: 250 }, (_, index) =>
        event({ type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: `${batch}.${index} ` }),
      ),
    );
  }
  await record('long', [event({ type: 'BUSINESS_DATA_END', messageId: 'm' })]);
  await vi.waitUntil(async () => (await kept()) > 0, { timeout: 20_000 });
  const fresh = createSnapshots(journal);
  const whole = await snapshots.threadAt('long');
  expect(await fresh.threadAt('long')).toEqual(whole);
  expect(whole.sequence).toBe(3_002);
  const envelopes: Envelope[] = journal
    .ofThread('long', 0, 4_000)
    .map((row) => JSON.parse(envelopeText(row)));
  for (const at of [1, 500, 1_700, 3_001]) {
    const replayed = foldThread(emptyThread('long'), envelopes.slice(0, at));
    expect(await fresh.threadAt('long', at)).toEqual(JSON.parse(JSON.stringify(replayed)));
  }
  await snapshots.close();
  await fresh.close();
});

it('asks the fold to end while it reads, instead of terminating it', async () => {
  await newTask('long');
  await record(
    'long',
    Array.from({ length: 900 }, (_, index) =>
      event({ type: 'CUSTOM', name: 'note', value: { index } }),
    ),
  );
  const terminate = vi.spyOn(LentThread.prototype, 'terminate');
  const messages: unknown[] = [];
  const listen = (module: string, message: unknown) => {
    if (module === 'fold-thread') messages.push(message);
  };
  messageListeners.add(listen);
  const snapshots = createSnapshots(journal);
  const reading = snapshots.threadAt('long').then(
    () => 'read',
    (error: Error) => error.message,
  );
  await snapshots.close();
  messageListeners.delete(listen);
  expect(messages.at(-1)).toBe('close');
  expect(terminate).not.toHaveBeenCalled();
  terminate.mockRestore();
  // Either it was done already, or its reader gets the error that there is no fold.
  expect(['read', 'fold: The fold is closed.', 'The fold is not running.']).toContain(
    await reading,
  );
});
