import type { Control, RunStatus } from '@countersign/api/task';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  type Script,
  type ScriptedAgent,
  startScriptedAgent,
} from '@countersign/bff/testing/scripted-agent';
import { bodyHash } from '@countersign/server/http/body-hash';
import { afterEach, expect, it } from 'vitest';
import { requestControl } from './control-operations.ts';

let harness: Harness;
let agent: ScriptedAgent;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
});

async function setUp(script: Script = {}, control = true) {
  // Only its events say how a stop goes, unless a test has its replies say it.
  agent = await startScriptedAgent({ controlSays: 'running', ...script });
  harness = await startHarness({ agents: [describeAgent(agent, { control })] });
  const { taskId, runId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  await harness.untilStatus(taskId, 'running');
  return { taskId, runId, run };
}
const press = (taskId: string, action: string, key = `key-${action}`, reason?: string) =>
  harness.request('POST', `/api/tasks/${taskId}/control`, { action, idempotencyKey: key, reason });
const ladder = (taskId: string, action: string) =>
  harness.facts(taskId, 'countersign.control').flatMap((fact) => {
    const control = fact['control'] as Control;
    return control.action === action ? [{ change: fact.change, control }] : [];
  });
const untilRung = (taskId: string, action: string, change: string) =>
  harness.until(() => ladder(taskId, action).find((rung) => rung.change === change)?.control);
const confirm = (action: string, status: string) => ({
  type: 'CUSTOM',
  name: 'hai.control',
  value: { action, status },
});

it('advances its state only as the agent confirms', async () => {
  const { taskId, run } = await setUp();
  const pressed = await press(taskId, 'pause', 'key-pause', 'Look at this');
  expect(pressed.status).toBe(202);
  expect(pressed.body.control).toMatchObject({
    state: 'requested',
    means: 'agent',
    eventsSince: 0,
  });
  expect(await agent.control(0)).toMatchObject({
    action: 'pause',
    threadId: taskId,
    operator: 'admin',
    reason: 'Look at this',
    idempotencyKey: pressed.body.controlId,
  });
  const delivered = await untilRung(taskId, 'pause', 'delivered');
  expect(delivered.acknowledgedAt).toBeNull();
  run.send({ type: 'STEP_STARTED', stepName: 'one more' });
  run.send(confirm('pause', 'paused'));
  const settled = await untilRung(taskId, 'pause', 'settled');
  expect(settled.eventsSince).toBe(1);
  expect(
    ladder(taskId, 'pause')
      .map((rung) => rung.change)
      .filter((change) => change !== 'counted'),
  ).toEqual(['requested', 'delivered', 'acknowledged', 'settled']);
  await harness.untilStatus(taskId, 'paused');
  expect((await press(taskId, 'pause', 'key-pause-2')).body.type).toMatch(/control-not-possible$/);
  await press(taskId, 'resume');
  run.send(confirm('resume', 'running'));
  await harness.untilStatus(taskId, 'running');
});

it('is the same control for the same key', async () => {
  const { taskId } = await setUp();
  const first = await press(taskId, 'pause');
  const second = await press(taskId, 'pause');
  expect(second.status).toBe(202);
  expect(second.body.controlId).toBe(first.body.controlId);
  expect((await press(taskId, 'stop', 'key-pause')).body.type).toMatch(/idempotency-conflict$/);
  await agent.control(0);
  await untilRung(taskId, 'pause', 'delivered');
  expect(agent.controls).toHaveLength(1);
});

it('counts events after a stop, also when it has settled', async () => {
  const { taskId, run } = await setUp();
  await press(taskId, 'stop');
  await untilRung(taskId, 'stop', 'delivered');
  for (let index = 0; index < 3; index += 1)
    run.send({ type: 'STEP_STARTED', stepName: `s${index}` });
  run.send(confirm('stop', 'stopped'));
  run.send({ type: 'RUN_ERROR', message: 'Stopped', code: 'stopped' });
  const settled = await untilRung(taskId, 'stop', 'settled');
  expect(settled.eventsSince).toBe(3);
  await harness.untilStatus(taskId, 'stopped');
  run.send({ type: 'STEP_STARTED', stepName: 'a straggler' });
  await harness.until(() => ladder(taskId, 'stop').some((rung) => rung.control.eventsSince === 4));
});

it('reports that the agent refuses', async () => {
  const { taskId } = await setUp({ controlStatus: () => 409 });
  await press(taskId, 'pause');
  const failed = await untilRung(taskId, 'pause', 'failed');
  expect(failed.failure).toMatch(/409/);
  expect(failed.settledAt).toBeNull();
});

it('reports that the agent does not respond', async () => {
  const { taskId } = await setUp({ controlStatus: () => 503 });
  await press(taskId, 'stop');
  expect((await untilRung(taskId, 'stop', 'failed')).failure).toMatch(/503/);
  expect(agent.controls).toHaveLength(2);
  await harness.untilStatus(taskId, 'running');
});

it('holds and releases an agent without pause', async () => {
  const { taskId, run } = await setUp({}, false);
  const { body } = await press(taskId, 'pause');
  expect(body.control.means).toBe('hold');
  await harness.untilStatus(taskId, 'held');
  await press(taskId, 'resume');
  run.send({ type: 'STEP_STARTED', stepName: 'after' });
  await harness.untilEvent(taskId, (event) => event.type === 'STEP_STARTED');
  expect(harness.facts(taskId, 'countersign.agent').map((fact) => fact.change)).toEqual([
    'connected',
    'held',
    'released',
  ]);
});

it('closes the stream of an agent without stop', async () => {
  const { taskId, run } = await setUp({}, false);
  const gone = new Promise((resolve) => run.response.on('close', resolve));
  const { body } = await press(taskId, 'stop');
  expect(body.control.means).toBe('close');
  await gone;
  const cutOff = await untilRung(taskId, 'stop', 'cut-off');
  expect(cutOff).toMatchObject({ acknowledgedAt: null, settledAt: null, state: 'cut-off' });
  const task = await harness.untilStatus(taskId, 'cut-off');
  expect(task.endedAt).not.toBeNull();
  expect((await press(taskId, 'stop', 'key-stop-2')).status).toBe(409);
  const found = await harness.request('GET', '/api/tasks?state=cut-off');
  expect(found.body.items).toMatchObject([{ id: taskId, runStatus: 'cut-off' }]);
  const thread = await harness.services.snapshots.threadAt(taskId);
  expect(thread.run.status).toBe('cut-off');
  expect(thread.items.find((item) => item.kind === 'run')).not.toHaveProperty('stopped');
});

it('does not claim to have stopped a run that ended before its stream was closed', async () => {
  const { taskId, runId, run } = await setUp({}, false);
  await harness.services.journal.commit(requestControl, {
    createdIds: ['control-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11'],
    threadId: taskId,
    action: 'stop',
    can: { pause: 'hold', stop: 'close' },
    reason: null,
    operatorId: 'admin',
    key: 'key-stop',
    bodyHash: 'hash',
  });
  run.send({ type: 'RUN_FINISHED', threadId: taskId, runId });
  await harness.untilStatus(taskId, 'finished');
  expect((await untilRung(taskId, 'stop', 'failed')).failure).toMatch(/ended first/);
});

const ending = {
  finished: { type: 'RUN_FINISHED' },
  cancelled: { type: 'RUN_FINISHED', outcome: { type: 'cancelled' } },
  failed: { type: 'RUN_ERROR', message: 'aborted' },
};

it.each<[string, keyof typeof ending, string, RunStatus]>([
  ['stopped if its agent says that it stops', 'finished', 'stopping', 'stopped'],
  ['stopped if its agent says that it has stopped', 'finished', 'stopped', 'stopped'],
  ['stopped if it broke off', 'failed', 'running', 'stopped'],
  ['finished if its agent only received the stop', 'finished', 'running', 'finished'],
])('shows a run that ended before its agent had answered the stop as %s', async (...row) => {
  const [, how, controlSays, status] = row;
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { taskId, run } = await setUp({ beforeControl: () => asked, controlSays });
  await press(taskId, 'stop');
  await agent.control(0);
  run.send(ending[how]);
  await harness.untilStatus(taskId, how);
  answer();
  await untilRung(taskId, 'stop', status === 'stopped' ? 'settled' : 'failed');
  await harness.untilStatus(taskId, status);
  expect((await harness.services.snapshots.threadAt(taskId)).run.status).toBe(status);
});

it.each<[string, keyof typeof ending, object[], RunStatus]>([
  ['finished, and its stop as not followed, if it ends by itself', 'finished', [], 'finished'],
  ['stopped if its agent said that it stops', 'finished', [confirm('stop', 'stopping')], 'stopped'],
  ['stopped if it breaks off', 'failed', [], 'stopped'],
  ['stopped if its agent cancelled it', 'cancelled', [], 'stopped'],
])('shows a run that was asked to stop as %s', async (_, how, confirmations, status) => {
  const { taskId, run } = await setUp();
  await press(taskId, 'stop');
  await untilRung(taskId, 'stop', 'delivered');
  for (const said of confirmations) run.send(said);
  run.send(ending[how]);
  await harness.untilStatus(taskId, status);
  const rung = await untilRung(taskId, 'stop', status === 'stopped' ? 'settled' : 'failed');
  if (status === 'finished') expect(rung.failure).toMatch(/did not follow it/);
  expect((await harness.services.snapshots.threadAt(taskId)).run.status).toBe(status);
});

it.each<[string, object[], RunStatus]>([
  ['an error before its end', [ending.failed, ending.finished], 'failed'],
  ['an error after its end', [ending.finished, ending.failed], 'failed'],
  ['a cancelled end', [ending.cancelled], 'cancelled'],
])('shows a run in the list as on its page: %s', async (_, events, status) => {
  const { taskId, run } = await setUp();
  for (const event of events) run.send(event);
  await harness.untilStatus(taskId, status);
  const types = events.map((event) => ('type' in event ? event.type : ''));
  await harness.untilEvent(taskId, (event) => event.type === types.at(-1));
  const found = await harness.request('GET', `/api/tasks?state=${status}`);
  expect(found.body.items).toMatchObject([{ id: taskId, runStatus: status }]);
  expect((await harness.services.snapshots.threadAt(taskId)).run.status).toBe(status);
});

it('sends a message to the running agent, and starts a new run after it has ended', async () => {
  const { taskId, runId, run } = await setUp();
  const say = (content: string, idempotencyKey: string) =>
    harness.request('POST', `/api/tasks/${taskId}/messages`, { content, idempotencyKey });
  const first = await say('Only Berlin, please', 'message-1');
  expect(first.body).toMatchObject({ to: 'running', runId });
  expect((await say('Only Berlin, please', 'message-1')).body).toEqual(first.body);
  expect((await agent.feedback(0)).message.upFeedback).toEqual({
    type: 'instruction',
    content: { text: 'Only Berlin, please' },
  });
  run.send({ type: 'RUN_FINISHED', threadId: taskId, runId });
  await harness.untilStatus(taskId, 'finished');
  const second = await say('And now Rome', 'message-2');
  expect(second.body.to).toBe('new-run');
  const next = await agent.run(1);
  expect(next.input.runId).toBe(second.body.runId);
  expect(next.input.messages.at(-1)).toMatchObject({ role: 'user', content: 'And now Rome' });
});

it('carries out a control that was in doubt when its request is repeated, and once', async () => {
  const { taskId } = await setUp();
  await harness.services.journal.commit(requestControl, {
    createdIds: ['control-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11'],
    threadId: taskId,
    action: 'pause',
    can: { pause: 'agent', stop: 'agent' },
    reason: null,
    operatorId: 'admin',
    key: 'key-pause',
    bodyHash: bodyHash([taskId, 'pause', null]),
  });
  const pressed = await Promise.all([press(taskId, 'pause'), press(taskId, 'pause')]);
  expect(pressed.map(({ status }) => status)).toEqual([202, 202]);
  expect(await agent.control(0)).toMatchObject({ idempotencyKey: pressed[0]?.body.controlId });
  await untilRung(taskId, 'pause', 'delivered');
  await press(taskId, 'pause');
  expect(agent.controls).toHaveLength(1);
});
