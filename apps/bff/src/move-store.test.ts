import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Envelope } from '@countersign/hai/envelope';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChildServer, childToken, startChildServer } from './testing/child-server.ts';
import { describeAgent } from './testing/harness.ts';
import { createDatabase, hasPostgres, startMs, type TestDatabase } from './testing/postgres.ts';
import { type ScriptedAgent, startScriptedAgent, upMessage } from './testing/scripted-agent.ts';
import { openStream } from './testing/stream-frames.ts';

const run = promisify(execFile);
/** The program as `npm run export` and `npm run import` start it. */
const moveStore = (
  way: 'export' | 'import',
  file: string,
  environment: Record<string, string>,
  ...options: string[]
) =>
  run(process.execPath, [...options, 'dist-server/countersign.mjs', way, file], {
    env: { ...process.env, ...environment },
  });
const refusal = (moving: Promise<{ stdout: string }>): Promise<string> =>
  moving.then(
    () => 'it was moved',
    (error: { stderr: string }) => error.stderr,
  );

let root: string;
let agent: ScriptedAgent;
let server: ChildServer | null = null;
let database: TestDatabase;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'countersign-move-'));
  agent = await startScriptedAgent({
    headers: { 'hai-resume': 'last-event-id' },
    onRun(stream) {
      const { runId, threadId } = stream.input;
      if (Number(stream.headers['last-event-id'] ?? 0) > 0) return;
      const messageId = `message-of-${runId}`;
      stream.send({ type: 'RUN_STARTED', threadId, runId });
      stream.send({ type: 'STATE_SNAPSHOT', snapshot: { supplier: 'Öl & Söhne' } });
      stream.send({ type: 'BUSINESS_DATA_START', messageId });
      stream.send({ type: 'BUSINESS_DATA_CONTENT', messageId, delta: 'three offers, 20 % apart' });
      stream.send({ type: 'BUSINESS_DATA_END', messageId });
      const question = { messageId: `question-of-${runId}`, ask: 'Shall I?' };
      stream.send(upMessage(threadId, { ...question, state: 'needsHumanDecision' }));
    },
  });
}, startMs);
afterEach(async () => {
  await server?.kill('SIGKILL');
  server = null;
  await agent.close();
  rmSync(root, { recursive: true, force: true });
});

const start = async (directory: string, environment: Record<string, string> = {}) => {
  server = await startChildServer(directory, [describeAgent(agent)], environment);
  return server;
};

/** Starts a task and answers its question; returns its id. */
async function work(on: ChildServer): Promise<string> {
  const { body: task } = await on.request('/api/tasks', { agentId: 'demo', message: 'Go.' });
  for (;;) {
    const { body } = await on.request('/api/prompts?state=open');
    const open = body.items.find(({ taskId }: { taskId: string }) => taskId === task.taskId);
    if (open === undefined) continue;
    const path = `/api/prompts/${encodeURIComponent(open.id)}`;
    const key = `key-${task.taskId}`;
    await on.request(`${path}/comments`, {
      feedback: { type: 'remark', comment: 'Seen.' },
      idempotencyKey: `comment-${key}`,
    });
    const { status } = await on.request(`${path}/decisions`, {
      feedback: { type: 'approve' },
      digest: open.digest,
      idempotencyKey: key,
    });
    expect(status).toBe(201);
    return task.taskId;
  }
}

async function eventsOf(on: ChildServer, taskId: string): Promise<Envelope[]> {
  return (await on.request(`/api/tasks/${taskId}/events?limit=1000`)).body.items;
}

/** Follows the log from a cursor until there is an event of this task, and closes: the positions, and the last cursor. */
async function follow(on: ChildServer, after: string | null, taskId: string) {
  const query = `tasks=*&facts=all${after === null ? '' : `&after=${after}`}`;
  const stream = await openStream(on.url, { authorization: `Bearer ${childToken}` }, query);
  await stream.until((frames) =>
    frames.some(({ event, data }) => event === undefined && data.includes(taskId)),
  );
  stream.close();
  expect(stream.news('reset')).toEqual([]);
  const events = stream.frames.filter(({ event }) => event === undefined);
  const positions = events.map(({ data }) => (JSON.parse(data) as Envelope).position);
  return { positions, cursor: events.at(-1)?.id ?? '' };
}

describe.runIf(hasPostgres)('a store that is moved', () => {
  beforeEach(async () => {
    database = await createDatabase('empty');
  }, startMs);
  afterEach(() => database.drop());

  it('is served by the other engine as before, and back: tasks, answers, audit, cursors', async () => {
    const embedded = join(root, 'embedded');
    mkdirSync(embedded);
    const onPostgres = { COUNTERSIGN_DATA: embedded, DATABASE_URL: database.url };
    let now = await start(embedded);
    const first = await work(now);
    const { cursor } = await follow(now, null, first);
    const at = Number(cursor.slice(cursor.lastIndexOf('.') + 1));
    const file = join(root, 'first.jsonl.gz');
    expect(await refusal(moveStore('export', file, { COUNTERSIGN_DATA: embedded }))).toMatch(
      /^Another Countersign server is using/,
    );
    await now.kill('SIGTERM');
    const before = await moveStore('export', file, { COUNTERSIGN_DATA: embedded });
    expect(before.stdout).toMatch(/rows of \d+ tables, up to position \d+\.\nIt contains secrets/);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect((await moveStore('import', file, onPostgres)).stdout).toContain(
      'compared with the file',
    );

    // A moved store acts when it is said that it is to.
    const acts = { COUNTERSIGN_DUTY: 'on' };
    now = await start(embedded, { DATABASE_URL: database.url, ...acts });
    const second = await work(now);
    const resumed = await follow(now, cursor, second);
    expect(resumed.positions[0]).toBe(at + 1);
    expect(resumed.positions).toEqual(resumed.positions.map((_, index) => at + 1 + index));
    const events = await eventsOf(now, first);
    const back = join(root, 'back.jsonl');
    expect(await refusal(moveStore('export', back, onPostgres))).toMatch(
      /^A Countersign server is using the database/,
    );
    expect(await refusal(moveStore('import', file, onPostgres))).toMatch(/using the database/);
    await now.kill('SIGTERM');
    expect(await refusal(moveStore('import', file, onPostgres))).toMatch(/is not empty/);
    await moveStore('export', back, onPostgres);
    const last = join(root, 'last');
    await moveStore('import', back, { COUNTERSIGN_DATA: last });
    // Without the keys, headers of agents would be lost.
    copyFileSync(join(embedded, 'secret.key'), join(last, 'secret.key'));

    now = await start(last, acts);
    expect((await eventsOf(now, first)).slice(0, events.length)).toEqual(events);
    const third = await work(now);
    const again = await follow(now, resumed.cursor, third);
    expect(again.positions[0]).toBe((resumed.positions.at(-1) ?? 0) + 1);
    expect((await now.request('/api/audit/verify')).body.ok).toBe(true);
    expect((await now.request('/api/queue?show=answered')).body.items).toHaveLength(3);
  }, 120_000);
});
