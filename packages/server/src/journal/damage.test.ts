import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  adminToken,
  describeAgent,
  type Harness,
  startHarness,
} from '@countersign/bff/testing/harness';
import { type ScriptedAgent, startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import type { Envelope } from '@countersign/hai/envelope';
import { createSseParser } from '@countersign/hai/sse';
import { publishCounts } from '@countersign/part-desk/controls/control-operations';
import { afterEach, expect, it } from 'vitest';
import type { StreamRow } from '../store/row.ts';

let harness: Harness | null = null;
let agent: ScriptedAgent | null = null;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
  harness = null;
  agent = null;
});

/** Overwrites the page of the database file that contains `text`; the text must occur in the file once. */
function damagePageOf(directory: string, text: string): void {
  const path = join(directory, 'countersign.db');
  const file = readFileSync(path);
  const pageBytes = file.readUInt16BE(16);
  const at = file.indexOf(text);
  expect(at).toBeGreaterThan(0);
  expect(file.indexOf(text, at + 1)).toBe(-1);
  const handle = openSync(path, 'r+');
  writeSync(handle, Buffer.alloc(pageBytes), 0, pageBytes, Math.floor(at / pageBytes) * pageBytes);
  closeSync(handle);
}

/** Every event of a task, page by page: after damage the pages are small. */
function rowsOf({ services: { journal } }: Harness, taskId: string): StreamRow[] {
  const all: StreamRow[] = [];
  for (let after = 0; ; ) {
    const rows = journal.ofThread(taskId, after, 1_000);
    if (rows instanceof Promise) throw new Error('The embedded store answers at once.');
    const read: readonly StreamRow[] = rows;
    const last = rows.at(-1);
    if (last === undefined) return all;
    all.push(...read);
    after = last.sequence;
  }
}
const sequencesOf = (of: Harness, taskId: string): number[] =>
  rowsOf(of, taskId).map(({ sequence }) => sequence);

/** All frames of the stream from a cursor, until `enough`. */
async function follow(url: string, cursor: string, enough: (envelope: Envelope) => boolean) {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/stream?tasks=*`, {
    headers: { authorization: `Bearer ${adminToken}`, 'last-event-id': cursor },
    signal: abort.signal,
  });
  const envelopes: Envelope[] = [];
  let done = false;
  const parser = createSseParser({
    onFrame(frame) {
      if (frame.event !== undefined || done) return;
      const envelope: Envelope = JSON.parse(frame.data);
      envelopes.push(envelope);
      done = enough(envelope);
    },
  });
  const decoder = new TextDecoder();
  if (response.body === null) throw new Error('no body');
  for await (const chunk of response.body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (done) break;
  }
  abort.abort();
  return envelopes;
}

it('reads on past a damaged page: its task is marked, everything else continues', async () => {
  agent = await startScriptedAgent();
  const agents = [describeAgent(agent)];
  harness = await startHarness({ agents });
  const tasks: { taskId: string; runId: string }[] = [];
  for (const name of ['first', 'second']) {
    const task = await harness.start();
    const run = await agent.run(tasks.length);
    tasks.push(task);
    run.send({ type: 'RUN_STARTED', runId: task.runId });
    for (let index = 0; index < 120; index += 1) {
      const value = `${name}-marker-${index} ${'x'.repeat(300)}`;
      run.send({ type: 'CUSTOM', name: 'note', value });
    }
    run.send({ type: 'RUN_FINISHED', runId: task.runId });
    await harness.untilStatus(task.taskId, 'finished');
  }
  const [first, second] = tasks;
  const { directory } = harness;
  const before = sequencesOf(harness, first!.taskId).length;
  await harness.close('keep-directory');
  damagePageOf(directory, 'first-marker-57 ');

  harness = await startHarness({ agents, directory });
  const url = await harness.listen();
  const { journal } = harness.services;
  // A reader with a cursor from before the damage does not crash the server.
  const fresh = follow(url, `${journal.storeId}.0`, ({ event }) =>
    JSON.stringify(event).includes('third-marker'),
  );
  const said = 'A part of this task could not be read';
  await harness.until(() =>
    rowsOf(harness!, first!.taskId).some(({ data }) => data.includes(said)),
  );
  const third = await harness.start();
  const run = await agent.run(2);
  run.send({ type: 'RUN_STARTED', runId: third.runId });
  run.send({ type: 'CUSTOM', name: 'note', value: 'third-marker' });
  const seen = await fresh;
  expect(seen.map(({ position }) => position)).toEqual(seen.map((_, index) => index + 1));
  const lost = seen.filter(({ event }) => JSON.stringify(event).includes('event-unreadable'));
  expect(lost.length).toBeGreaterThan(1);
  // The events of one page, and the anomaly about it.
  expect(lost.length).toBeLessThan(20);
  expect(new Set(lost.map(({ threadId }) => threadId))).toEqual(new Set([first!.taskId]));

  const sequences = sequencesOf(harness, first!.taskId);
  expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  expect(sequences.length).toBe(before + 1);
  expect((await harness.request('GET', `/api/tasks/${first!.taskId}/snapshot`)).status).toBe(200);
  const { body } = await harness.request('GET', '/api/tasks');
  const damaged = new Map(body.items.map(({ id, damaged }) => [id, damaged]));
  expect(damaged.get(first!.taskId)).toBe(true);
  expect(damaged.get(second!.taskId)).toBeUndefined();
  // It is recorded once, however often the task is read.
  await harness.close('keep-directory');
  harness = await startHarness({ agents, directory });
  expect(sequencesOf(harness, first!.taskId)).toHaveLength(before + 1);
  await harness.services.journal.commit(publishCounts, null);
  expect(sequencesOf(harness, first!.taskId)).toHaveLength(before + 1);
}, 60_000);
