import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adminToken, describeAgent, type Harness, startHarness } from './testing/harness.ts';
import { createDatabase, hasPostgres, startMs, type TestDatabase } from './testing/postgres.ts';
import { type ScriptedAgent, startScriptedAgent, upMessage } from './testing/scripted-agent.ts';
import { openStream } from './testing/stream-frames.ts';

const ends: (() => unknown)[] = [];
let agent: ScriptedAgent;
beforeEach(async () => {
  agent = await startScriptedAgent({ headers: { 'hai-resume': 'last-event-id' } });
  ends.push(agent.close);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'countersign-copied-'));
  ends.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

type Options = Parameters<typeof startHarness>[0];
async function start(options: Options): Promise<Harness> {
  const harness = await startHarness({ agents: [describeAgent(agent)], ...options });
  ends.push(() => harness.close('keep-directory').catch(() => {}));
  return harness;
}

/** A run that is open, and an answer that waits to be delivered, in a store that is closed then. */
async function leaveWork(options: Options): Promise<string> {
  const harness = await start({ ...options, policy: { recallMs: 3_600_000 } });
  const { taskId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
  run.send(upMessage(taskId, { messageId: 'p1', state: 'needsHumanDecision', ask: 'Shall I?' }));
  const prompt = await harness.untilPrompt(taskId, 'open');
  const answer = await harness.request(
    'POST',
    `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`,
    { feedback: { type: 'approve' }, digest: prompt.digest, idempotencyKey: 'the-answer' },
  );
  expect(answer.status).toBe(201);
  await harness.close('keep-directory');
  return taskId;
}

/** It shows everything, refuses everything else, gives the reason everywhere, and sends nothing to an agent. */
async function expectOnlyReads(harness: Harness, taskId: string, reason: 'off' | 'elsewhere') {
  const said = [agent.runs.length, agent.feedbacks.length];
  expect((await harness.request('GET', `/api/tasks/${taskId}`)).status).toBe(200);
  for (const [method, path, body] of [
    ['POST', '/api/tasks', { agentId: 'demo', message: 'go' }],
    ['POST', `/api/tasks/${taskId}/control`, { action: 'stop' }],
    ['POST', '/api/uap/services', { name: 'a', host: 'b.example', port: 1, protocol: 'http' }],
    ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }],
  ] as const) {
    const refused = await harness.request(method, path, body);
    expect([path, refused.status]).toEqual([path, 503]);
    if (!path.startsWith('/api/uap')) {
      expect(JSON.stringify(refused.body)).toContain('only reads');
    }
  }
  const health = await harness.request('GET', '/health');
  expect(health.body.store).toMatchObject({ reason });
  // People can sign in to look.
  await harness.signIn({ token: adminToken });
  const stream = await openStream(
    await harness.listen(),
    { authorization: `Bearer ${adminToken}` },
    'tasks=*&facts=all',
  );
  await stream.until((frames) =>
    frames.some(({ event, data }) => event === 'store' && data.includes(`"reason":"${reason}"`)),
  );
  stream.close();
  expect([agent.runs.length, agent.feedbacks.length]).toEqual(said);
}

/** What another server left is taken up: the run is joined again. */
async function expectActs(harness: Harness) {
  const runs = agent.runs.length;
  await agent.run(runs - 1);
  expect((await harness.request('GET', '/health')).body.store).toMatchObject({ reason: null });
  expect(
    (await harness.request('POST', '/api/tasks', { agentId: 'demo', message: 'go' })).status,
  ).toBe(201);
}

it('a server with COUNTERSIGN_DUTY=off only reads; with the usual setting it acts again', async () => {
  const directory = folder();
  const taskId = await leaveWork({ directory });
  const idle = await start({ directory, act: 'off' });
  await expectOnlyReads(idle, taskId, 'off');
  await idle.close('keep-directory');
  await expectActs(await start({ directory }));
});

it('a copied folder does not act until somebody says so, and then belongs where it is', async () => {
  const directory = folder();
  const copy = folder();
  const taskId = await leaveWork({ directory });
  cpSync(directory, copy, { recursive: true });
  const asking = await start({ directory: copy });
  await expectOnlyReads(asking, taskId, 'elsewhere');
  await asking.close('keep-directory');
  const acting = await start({ directory: copy, act: 'on' });
  await expectActs(acting);
  await acting.close('keep-directory');
  await expectActs(await start({ directory: copy }));
  // The original is where it was.
  await expectActs(await start({ directory }));
});

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
    ends.push(() => database.drop());
  }, startMs);

  it('a restored database does not act until somebody says so; COUNTERSIGN_DUTY=off never', async () => {
    const directory = folder();
    const taskId = await leaveWork({ directory, databaseUrl: database.url });
    const off = await start({ directory, databaseUrl: database.url, act: 'off' });
    await expectOnlyReads(off, taskId, 'off');
    await off.close('keep-directory');
    const url = new URL(database.url);
    const name = `${url.pathname.slice(1)}_restored`;
    const admin = new pg.Client({
      connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href,
    });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${url.pathname.slice(1)}`);
    ends.push(async () => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    });
    const restored = Object.assign(new URL(url), { pathname: `/${name}` }).href;
    const asking = await start({ directory, databaseUrl: restored });
    await expectOnlyReads(asking, taskId, 'elsewhere');
    await asking.close('keep-directory');
    await expectActs(await start({ directory, databaseUrl: restored, act: 'on' }));
  }, 60_000);
});
