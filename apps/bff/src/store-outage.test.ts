import { openDatabase } from '@countersign/server/store/sqlite/database';
import { afterEach, expect, it } from 'vitest';
import { startAsking } from './testing/asking.ts';
import { describeAgent, type Harness, startHarness } from './testing/harness.ts';
import { holdStore, type LockHolder, untilWritable } from './testing/lock-holder.ts';
import { type ScriptedAgent, startScriptedAgent } from './testing/scripted-agent.ts';

let harness: Harness | null = null;
let agent: ScriptedAgent | null = null;
let holder: LockHolder | null = null;
afterEach(async () => {
  await holder?.release();
  await harness?.close();
  await agent?.close();
  harness = null;
  agent = null;
  holder = null;
});

const steps = (harness: Harness, taskId: string) =>
  harness
    .events(taskId)
    .flatMap(({ event }) => (event.type === 'STEP_STARTED' ? [event.stepName] : []));

it('keeps the events of an agent while another program holds the store, and reports that', async () => {
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent)] });
  const { taskId, runId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', runId });
  await harness.untilStatus(taskId, 'running');
  holder = await holdStore(harness.directory);
  const names = Array.from({ length: 300 }, (_, index) => `step ${index}`);
  for (const stepName of names) {
    run.send({ type: 'STEP_STARTED', stepName });
    run.send({ type: 'STEP_FINISHED', stepName });
  }
  await untilWritable(harness, false);

  const ready = await harness.request('GET', '/health/ready');
  expect(ready.status).toBe(503);
  expect(ready.body).toMatchObject({ state: 'store-away', store: { reason: 'locked' } });
  expect(ready.headers['retry-after']).toBeDefined();
  expect(ready.body.detail).toMatch(/The store is not writable since 2\d{3}-.*Z\./);
  const { body: health } = await harness.request('GET', '/health');
  expect(health.store).toMatchObject({ reason: 'locked', notWritableSince: expect.any(Number) });
  const refused = await harness.request('POST', '/api/tasks', { agentId: 'demo', message: 'go' });
  expect(refused).toMatchObject({ status: 503, body: { retryable: true } });
  expect(steps(harness, taskId)).toEqual([]);

  await holder.release();
  await untilWritable(harness, true);
  run.send({ type: 'RUN_FINISHED', runId });
  await harness.untilStatus(taskId, 'finished');
  expect(steps(harness, taskId)).toEqual(names);
  expect(harness.facts(taskId, 'countersign.anomaly')).toEqual([]);
  expect((await harness.request('GET', '/health/ready')).status).toBe(200);
  // The refused command was not executed later.
  expect((await harness.request('GET', '/api/tasks')).body.items).toHaveLength(1);
});

it('notices that the store is writable again, although it has refused all that was asked meanwhile', async () => {
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent)] });
  holder = await holdStore(harness.directory);
  const refused = await harness.request('POST', '/api/tasks', { agentId: 'demo', message: 'go' });
  expect(refused.status).toBe(503);
  await untilWritable(harness, false);
  await holder.release();
  await untilWritable(harness, true);
  const accepted = await harness.request('POST', '/api/tasks', { agentId: 'demo', message: 'go' });
  expect(accepted.status).toBe(201);
});

it('rejoins an agent at the stored position, not at the last read one', async () => {
  agent = await startScriptedAgent({ headers: { 'hai-resume': 'last-event-id' } });
  harness = await startHarness({ agents: [describeAgent(agent)] });
  const { taskId, runId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', runId });
  await harness.untilStatus(taskId, 'running');
  holder = await holdStore(harness.directory);
  run.send({ type: 'STEP_STARTED', stepName: 'heard, not stored' });
  await untilWritable(harness, false);
  // This server is closed before the store is free again.
  await harness.close('keep-directory');
  await holder.release();
  harness = await startHarness({
    agents: [describeAgent(agent)],
    directory: harness.directory,
  });
  const again = await agent.run(1);
  expect(again.headers['last-event-id']).toBe('1');
  again.send({ type: 'STEP_STARTED', stepName: 'heard, not stored' });
  await harness.untilEvent(taskId, (event) => event.type === 'STEP_STARTED');
  expect(steps(harness, taskId)).toEqual(['heard, not stored']);
});

it('isolates an item that the store refuses, and keeps the position of each', async () => {
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent)] });
  const { taskId, runId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', runId });
  await harness.untilStatus(taskId, 'running');
  // An error caused by the item: the table refuses one event, and the third of it the position too.
  const { directory } = harness;
  const database = openDatabase(`${directory}/countersign.db`, 'write');
  database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON events WHEN NEW.data LIKE '%"refuse me"%'
    AND NEW.data LIKE '{"type":"STEP_STARTED"%' BEGIN SELECT RAISE(ABORT, 'this one is refused'); END`);
  const names = ['one', 'refuse me', 'three'];
  run.raw(
    names
      .map(
        (stepName, index) =>
          `id: ${index + 2}\ndata: ${JSON.stringify({ type: 'STEP_STARTED', stepName })}\n\n`,
      )
      .join(''),
  );
  await harness.until(() => steps(harness!, taskId).includes('three'));
  database.exec('DROP TRIGGER refuse');
  database.close();
  expect(steps(harness, taskId)).toEqual(['one', 'three']);
  expect(harness.facts(taskId, 'countersign.anomaly')).toMatchObject([
    { kind: 'frame-rejected', detail: expect.stringContaining('this one is refused') },
  ]);
  const row = await harness.services.journal.read.get<{ last_event: string }>(
    'SELECT last_event FROM runs WHERE id = ?',
    runId,
  );
  expect(row?.last_event).toBe('4');
});

it('applies a default that became due meanwhile afterwards, once', async () => {
  const asking = await startAsking();
  harness = asking.harness;
  agent = asking.agent;
  const expiresAt = new Date(asking.clock.now() + 60_000).toISOString();
  const prompt = await asking.ask({ expiresAt, defaultFeedback: { type: 'reject' } });
  holder = await holdStore(harness.directory);
  asking.clock.advance(120_000);
  await untilWritable(harness, false);
  asking.clock.advance(120_000);
  expect((await asking.prompt(prompt.id)).state).toBe('open');
  await holder.release();
  await asking.agent.feedback(0);
  expect((await asking.prompt(prompt.id)).decision?.by.kind).toBe('default');
  const kept = await harness.services.journal.read.all(
    'SELECT id FROM decisions WHERE prompt = ?',
    prompt.id,
  );
  expect(kept).toHaveLength(1);
  expect(asking.agent.feedbacks).toHaveLength(1);
});
