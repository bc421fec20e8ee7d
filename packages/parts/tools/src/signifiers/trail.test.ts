import { environmentTrailSchema } from '@countersign/api/affordance-call';
import { taskSchema } from '@countersign/api/task';
import {
  type EnvironmentRoom,
  openEnvironmentRoom,
} from '@countersign/bff/testing/environment-room';
import type { JsonObject } from '@countersign/json/json-object';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, it } from 'vitest';

let room: EnvironmentRoom;
let agent: Client;
beforeEach(async () => {
  room = await openEnvironmentRoom();
  await room.registerAll();
  agent = await room.connect('/mcp/environment', await room.token('Executor'));
  await call('register_profile', { context: 'The agent wants to control a robot' });
});
afterEach(() => room.close());

const call = (name: string, args: JsonObject) =>
  room.call(agent, name, { profile_id: 'executor', ...args });

async function trail() {
  const { body } = await room.harness().request('GET', '/api/environment/profile/executor/trail');
  return environmentTrailSchema.parse(body).items;
}

/** Begins a call, and answers its question. */
async function answered(args: string, feedback: JsonObject) {
  const begun = await call('invoke_signifier', {
    ...{ signifier: 'arm_utcp_operation', arguments: args, wait_seconds: 0 },
  });
  const id = String(begun['call_id']);
  const prompt = await room.harness().untilPrompt(id, 'open');
  expect((await trail()).at(-1)).toMatchObject({ kind: 'question', callId: id, asked: prompt.ask });
  expect((await room.decide(prompt, feedback)).status).toBe(201);
  await call('get_call', { call_id: id });
  return { id, prompt };
}

it('has all steps from the context to the result, in the order in which they happened', async () => {
  await call('read_signifiers', {});
  const { id, prompt } = await answered('move(10)', { type: 'approve' });
  const steps = await trail();
  expect(steps.map(({ kind }) => kind)).toEqual([
    ...['context', 'selection', 'call', 'question', 'approval', 'result'],
  ]);
  expect(steps.slice(2)).toMatchObject([
    { arguments: { body: 'move(10)' } },
    {
      ...{ callId: id, asked: prompt.ask, digest: prompt.digest },
      stated: { code: 'mcp-ask.call', params: { tool: 'arm_utcp_operation' } },
    },
    { callId: id, by: 'Administrator', decision: 'approved', isForTask: false, reason: null },
    { callId: id, by: 'arm_utcp', state: 'done', result: { pose: { x: 30, y: 0 } } },
  ]);
  const times = steps.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

it('says what a person has changed, and why one has rejected', async () => {
  await answered('move(10)', { type: 'edit', content: { value: { body: 'move(2)' } } });
  await answered('move(9)', { type: 'reject', content: { reason: 'Somebody stands there.' } });
  const steps = await trail();
  expect(steps.filter(({ kind }) => kind === 'approval')).toMatchObject([
    { decision: 'changed', arguments: { body: 'move(2)' } },
    { decision: 'rejected', reason: 'Somebody stands there.' },
  ]);
  expect(steps.filter(({ kind }) => kind === 'result')).toMatchObject([
    { state: 'done', result: { pose: { x: 22, y: 0 } } },
    { state: 'rejected', reason: 'Somebody stands there.' },
  ]);
});

it('has no question for what only reads, and the withdrawal of one that is stopped', async () => {
  const read = await call('invoke_signifier', { signifier: 'arm_utcp_pose' });
  const taskOf = async (id: unknown) =>
    taskSchema.parse((await room.harness().request('GET', `/api/tasks/${id}`)).body);
  // Lists of tasks leave it out.
  expect(await taskOf(read['call_id'])).toMatchObject({ reads: true });
  expect((await trail()).slice(-2)).toMatchObject([
    { kind: 'call', label: 'arm_utcp_pose' },
    { kind: 'result', state: 'done' },
  ]);
  const begun = await call('invoke_signifier', {
    ...{ signifier: 'arm_utcp_operation', arguments: 'move(1)', wait_seconds: 0 },
  });
  expect(await taskOf(begun['call_id'])).not.toHaveProperty('reads');
  await call('cancel_call', { call_id: begun['call_id'] });
  await call('get_call', { call_id: begun['call_id'] });
  expect((await trail()).slice(-3)).toMatchObject([
    { kind: 'question' },
    { kind: 'approval', decision: 'withdrawn' },
    { kind: 'result', state: 'stopped' },
  ]);
});
