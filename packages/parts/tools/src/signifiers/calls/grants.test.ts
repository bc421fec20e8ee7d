import { grantListSchema } from '@countersign/api/affordance-call';
import {
  type EnvironmentRoom,
  openEnvironmentRoom,
} from '@countersign/bff/testing/environment-room';
import type { JsonObject } from '@countersign/json/json-object';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, it } from 'vitest';

let room: EnvironmentRoom;
let agent: Client;
/** The agent's own task, which is open: it asks something in it. */
let task: string;
beforeEach(async () => {
  room = await openEnvironmentRoom();
  await room.registerAll();
  const token = await room.token('Executor');
  agent = await room.connect('/mcp/environment', token);
  await room.call(agent, 'register_profile', { profile_id: 'executor', context: 'work' });
  const client = await room.connect('/mcp', token);
  const asking = client.callTool({
    name: 'ask_human',
    arguments: { message: 'May I begin?', task: 'work' },
  });
  asking.catch(() => {});
  task = (await room.asked()).taskId;
});
afterEach(() => room.close());

const move = (args: string, more: JsonObject = {}) =>
  room.call(agent, 'invoke_signifier', {
    ...{ profile_id: 'executor', signifier: 'arm_utcp_operation', arguments: args, task },
    ...more,
  });

async function grants() {
  const { body } = await room.harness().request('GET', '/api/environment/grants');
  return grantListSchema.parse(body).items;
}

/** Approves a call for the whole task. */
async function allow() {
  const { call_id: id } = await move('move(10)', { wait_seconds: 0 });
  const prompt = await room.harness().untilPrompt(String(id), 'open');
  const value = { arguments: { body: 'move(10)' }, scope: 'task' };
  await room.decide(prompt, { type: 'edit', content: { value } });
  await room.call(agent, 'get_call', { call_id: id });
}

it('what is allowed for a task is listed with who allowed it, and counts until it is taken back', async () => {
  expect(await grants()).toEqual([]);
  await allow();
  const [grant, ...others] = await grants();
  expect(others).toEqual([]);
  expect(grant).toMatchObject({
    ...{ label: 'arm_utcp_operation', callerName: 'Executor', profile: 'executor' },
    // The person, not the agent.
    ...{ by: 'Administrator', task: { id: task } },
  });
  expect(await move('move(5)')).toMatchObject({ state: 'done' });

  const { request } = room.harness();
  const path = `/api/environment/grants/${grant?.id}`;
  expect((await request('DELETE', path)).status).toBe(204);
  expect((await request('DELETE', path)).status).toBe(404);
  expect(await grants()).toEqual([]);
  expect(await move('move(1)', { wait_seconds: 0 })).toMatchObject({ state: 'waiting' });
  expect(room.robot.pose).toEqual({ x: 35, y: 0 });
});

it('is not listed any more when the task has ended', async () => {
  await allow();
  expect(await grants()).toHaveLength(1);
  await room.harness().request('POST', `/api/tasks/${task}/control`, {
    ...{ action: 'stop', idempotencyKey: 'stop-the-task' },
  });
  await expect.poll(grants).toEqual([]);
  expect(await move('move(5)', { wait_seconds: 0 })).toMatchObject({ state: 'waiting' });
});
