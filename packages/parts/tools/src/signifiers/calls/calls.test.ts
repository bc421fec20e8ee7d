import { type Caller, openCaller, operationsOf } from '@countersign/bff/testing/caller';
import {
  type EnvironmentRoom,
  openEnvironmentRoom,
} from '@countersign/bff/testing/environment-room';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import type { JsonObject } from '@countersign/json/json-object';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let room: EnvironmentRoom;
let caller: Caller;
beforeEach(async () => {
  room = await openEnvironmentRoom();
  await room.registerAll();
  caller = await openCaller(room);
});
afterEach(() => room.close());

/** Decides as the administrator how calls of a service are approved. */
async function putPolicy(name: string, policy: JsonObject) {
  const { request, services } = room.harness();
  const artifacts = await services.environment.artifacts();
  const { id } = artifacts.find(({ artifact }) => artifact.name === name)?.artifact ?? {};
  const { status } = await request('PUT', `/api/environment/artifacts/${id}/policy`, {
    ...{ isTrusted: false, isActuator: false, direct: [], ...policy },
  });
  expect(status).toBe(200);
}

describe('a call of a signifier', () => {
  it('that changes nothing is made at once', async () => {
    expect(await caller.invoke('arm_utcp_pose')).toMatchObject({
      ...{ state: 'done', result: { x: 20, y: 0 } },
    });
    expect(await caller.invoke('arm_wot_pose')).toMatchObject({ state: 'done' });
  });

  it('that changes something is made when a person approves the request as it is shown', async () => {
    const { id, prompt } = await caller.begun();
    expect(prompt.ask).toBe('Call arm_utcp_operation on arm_utcp?');
    expect(prompt.message.explanation).toContain(
      `> POST ${room.robot.origin}/operation\n> Content-Type: text/plain\n> \n> move(10)`,
    );
    expect(prompt.message.explanation).toContain('Executor requests this call.');
    expect(operationsOf(room)).toEqual([]);
    expect((await room.decide(prompt, { type: 'approve' })).status).toBe(201);
    expect(await caller.outcome(id)).toMatchObject({
      state: 'done',
      result: { pose: { x: 30, y: 0 } },
    });
    expect(operationsOf(room)).toEqual(['move(10)']);
    expect(room.robot.pose).toEqual({ x: 30, y: 0 });
  });

  it('is made with the arguments as a person has changed them, if they fit', async () => {
    const { id, prompt } = await caller.begun();
    const edit = (body: string) =>
      room.decide(prompt, { type: 'edit', content: { value: { body } } });
    expect((await edit('explode()')).status).toBe(422);
    expect((await edit('move(2)')).status).toBe(201);
    expect(await caller.outcome(id)).toMatchObject({
      state: 'done',
      result: { pose: { x: 22, y: 0 } },
    });
    expect(operationsOf(room)).toEqual(['move(2)']);
  });

  it('that a person rejects is not made, and the reason is the answer', async () => {
    const { id, prompt } = await caller.begun();
    await room.decide(prompt, { type: 'reject', content: { reason: 'Somebody stands there.' } });
    expect(await caller.outcome(id)).toMatchObject({
      ...{ state: 'rejected', reason: 'Somebody stands there.' },
    });
    expect(operationsOf(room)).toEqual([]);
  });

  it('can be approved for all calls in a task of the agent', async () => {
    const task = await caller.ownTask('work');
    const { id, prompt } = await caller.begun({ task });
    expect(prompt.message.explanation).toContain('Executor requests this call in its task “');
    const value = { arguments: { body: 'move(10)' }, scope: 'task' };
    await room.decide(prompt, { type: 'edit', content: { value } });
    await caller.outcome(id);
    expect(await caller.move({ task, arguments: 'move(5)' })).toMatchObject({ state: 'done' });
    expect(room.robot.pose).toEqual({ x: 35, y: 0 });
    await caller.begun();
  });

  it('is for nothing more if what it names is no task of its own', async () => {
    const task = await caller.ownTask('work');
    caller = await openCaller(room, 'Other');
    const sentences = [
      [task, 'Other requests this call for “', 'a task of Executor.'],
      [
        'whatever',
        'Other requests this call for “whatever”, which is none of its open tasks here.',
      ],
    ];
    for (const [named, ...words] of sentences) {
      const { id, prompt } = await caller.begun({ task: named, arguments: 'move(1)' });
      for (const said of words) expect(prompt.message.explanation).toContain(said);
      expect(JSON.stringify(prompt.message.upContext)).not.toContain('scope');
      await room.decide(prompt, { type: 'reject' });
      await caller.outcome(id);
    }
  });

  it('of an actuator is asked about each time, and its name is typed', async () => {
    const operate = (more: JsonObject = {}) =>
      caller.invoke('arm_wot_operation', { arguments: 'move(10)', task: 'mine', ...more });
    const { id, prompt } = await caller.begun({}, operate);
    const { explanation } = prompt.message;
    expect(explanation).toContain('rotate(a) operation on the robot.\n\nIt moves or switches');
    // It never said so.
    expect(explanation).not.toContain('The server says');
    expect((await room.decide(prompt, { type: 'approve' })).status).toBe(422);
    const answer = (confirmation: string) =>
      room.decide(prompt, {
        type: 'edit',
        content: { value: { arguments: { body: 'move(10)' }, confirmation } },
      });
    expect((await answer('yes')).status).toBe(422);
    expect((await answer('arm_wot_operation')).status).toBe(201);
    expect(await caller.outcome(id)).toMatchObject({ state: 'done' });
    await caller.begun({}, operate);
    expect(room.robot.pose).toEqual({ x: 30, y: 0 });
  });

  it('is asked about as an administrator has decided about its service', async () => {
    const signifierId = await room.idOf('arm_utcp_operation');
    await putPolicy('arm_utcp', { direct: [signifierId] });
    expect(await caller.move()).toMatchObject({ state: 'done' });
    await putPolicy('arm_utcp', { direct: [signifierId], isActuator: true });
    const { prompt } = await caller.begun();
    expect(prompt.message.upPrompt?.allowed).not.toContain('approve');
  });

  it('is decided about one point at a time: what another administrator has decided stays', async () => {
    const { request, services } = room.harness();
    const [first] = await services.environment.artifacts();
    const path = `/api/environment/artifacts/${first?.artifact.id}/policy`;
    await request('PUT', path, { isActuator: true });
    const { status, body } = await request('PUT', path, { isTrusted: true });
    expect([status, body]).toEqual([200, { isTrusted: true, isActuator: true, direct: [] }]);
  });

  it('of an action is asked about although its method only reads, and a reading one of an actuator', async () => {
    const forms = [{ href: '/relay?turn=on', 'htv:methodName': 'GET' }];
    await room.register({
      ...{ name: 'relay', kind: 'wot', url: `${room.robot.origin}/relay-description` },
      content: { ...{ title: 'Relay', security: 'none' }, actions: { on: { forms } } },
    });
    expect(await caller.invoke('relay_on', { wait_seconds: 0 })).toMatchObject({
      state: 'waiting',
    });
    const pose = await room.idOf('arm_utcp_pose');
    await putPolicy('arm_utcp', { isActuator: true });
    expect(await caller.invoke('arm_utcp_pose', { wait_seconds: 0 })).toMatchObject({
      state: 'waiting',
    });
    expect(await caller.invoke('arm_wot_pose')).toMatchObject({ state: 'done' });
    expect(room.robot.received.map(({ line }) => line)).not.toContain('GET /relay?turn=on');
    await putPolicy('arm_utcp', { isActuator: true, direct: [pose] });
    expect(await caller.invoke('arm_utcp_pose', { idempotency_key: 'other' })).toMatchObject({
      state: 'done',
    });
  });

  it('with arguments that do not fit is refused, and nothing is sent', async () => {
    const said = JSON.stringify(await caller.move({ arguments: 'explode()' }));
    expect(said).toContain('The arguments do not fit');
    expect(JSON.stringify(await caller.invoke('nothing'))).toContain(
      'There is no signifier nothing.',
    );
    expect(operationsOf(room)).toEqual([]);
  });
});

describe('a call is never made twice', () => {
  it('if it is repeated before its outcome was fetched', async () => {
    const { id, prompt } = await caller.begun();
    expect(await caller.move({ wait_seconds: 0 })).toMatchObject({ call_id: id });
    await room.decide(prompt, { type: 'approve' });
    expect(await caller.move()).toMatchObject({ call_id: id, state: 'done' });
    // Its outcome is known: the same request is another call.
    const { id: next } = await caller.begun();
    expect(next).not.toBe(id);
    expect(operationsOf(room)).toEqual(['move(10)']);
  });

  it('if it has the same key, at any time', async () => {
    const { id, prompt } = await caller.begun({ idempotency_key: 'first' });
    await room.decide(prompt, { type: 'approve' });
    expect(await caller.outcome(id)).toMatchObject({ state: 'done' });
    expect(await caller.move({ idempotency_key: 'first' })).toMatchObject({
      call_id: id,
      state: 'done',
    });
    const other = await caller.move({ idempotency_key: 'first', arguments: 'move(1)' });
    expect(JSON.stringify(other)).toContain('idempotency key');
    expect(operationsOf(room)).toEqual(['move(10)']);
  });

  it('if its outcome is not known, and an approval for the task does not count for it', async () => {
    const task = await caller.ownTask('mine');
    const { id, prompt } = await caller.begun({ task });
    room.robot.answers.set('/operation', 'never');
    const value = { arguments: { body: 'move(10)' }, scope: 'task' };
    await room.decide(prompt, { type: 'edit', content: { value } });
    await expect.poll(() => operationsOf(room)).toEqual(['move(10)']);
    await room.restart();
    caller = await openCaller(room, 'Executor', caller.token);
    const { state, error } = await caller.outcome(id);
    expect(state).toBe('unknown');
    expect(error).toContain('not called a second time');
    room.robot.answers.clear();
    const again = await caller.begun({ task });
    expect(again.prompt.message.explanation).toContain('its outcome is unknown');
    expect(operationsOf(room)).toEqual(['move(10)']);
    await room.decide(again.prompt, { type: 'approve' });
    expect(await caller.outcome(again.id)).toMatchObject({ state: 'done' });
  });
});

describe('nothing is sent', () => {
  it('if the service describes it otherwise while the question is open', async () => {
    const { id, prompt } = await caller.begun();
    const { request, services } = room.harness();
    const changed = JSON.parse(
      JSON.stringify({
        utcp_version: '1.0.1',
        tools: [
          {
            ...{
              name: 'operation',
              description: 'Perform an operation',
              inputs: { type: 'string' },
            },
            tool_call_template: {
              ...{ call_template_type: 'http', http_method: 'POST', content_type: 'text/plain' },
              url: `${room.robot.origin}/operation`,
            },
          },
        ],
      }),
    );
    const body = JSON.stringify(changed);
    room.robot.answers.set('/manual', { status: 200, type: 'application/json', body });
    const artifacts = await services.environment.artifacts();
    const arm = artifacts.find(({ artifact }) => artifact.name === 'arm_utcp')?.artifact.id;
    await request('POST', `/api/environment/artifacts/${arm}/synchronisation`, {});
    await room.decide(prompt, { type: 'approve' });
    const { state, error } = await caller.outcome(id);
    expect([state, error]).toEqual([
      'failed',
      'The service has changed its description since this was requested. Nothing was sent.',
    ]);
    expect(JSON.stringify(await caller.move())).toContain('has changed and was not approved again');
    expect(operationsOf(room)).toEqual([]);
  });

  it('if calls of the service are approved in a stricter way since the question was asked', async () => {
    const { id, prompt } = await caller.begun();
    await putPolicy('arm_utcp', { isActuator: true });
    expect((await room.decide(prompt, { type: 'approve' })).status).toBe(201);
    expect(await caller.outcome(id)).toMatchObject({
      ...{ state: 'failed', error: expect.stringContaining('a stricter approval') },
    });
    expect(operationsOf(room)).toEqual([]);
  });

  it('for a profile that an operator has removed, whatever it was allowed', async () => {
    const { id, prompt } = await caller.begun();
    const path = '/api/environment/profile/executor';
    expect((await room.harness().request('DELETE', path)).status).toBe(204);
    await room.decide(prompt, { type: 'approve' });
    expect(await caller.outcome(id)).toMatchObject({
      ...{ state: 'failed', error: expect.stringContaining('no longer exists') },
    });
    expect(operationsOf(room)).toEqual([]);
  });

  it('to the new address of an agent whose old one was approved', async () => {
    const { request } = room.harness();
    const agentOf = (url: string) => ({
      ...{ id: 'goals', name: 'Goals', protocol: 'mcp', url },
      headers: { authorization: 'Bearer of-the-goals' },
    });
    const added = await request('POST', '/api/agents', agentOf(room.goals.url));
    expect(added.status).toBe(201);
    await room.register({ name: 'own_goals', kind: 'mcp', agentId: 'goals' });
    const { id, prompt } = await caller.begun({}, (more) =>
      caller.invoke('own_goals_provide_feedback', { arguments: { achieved: true }, ...more }),
    );
    const moved = `${room.goals.url}?elsewhere`;
    const { headers: _, ...changed } = agentOf(moved);
    expect((await request('PATCH', '/api/agents/goals', changed)).status).toBe(200);
    await room.decide(prompt, { type: 'approve' });
    expect(await caller.outcome(id)).toMatchObject({
      ...{ state: 'failed', error: expect.stringContaining('not what was approved') },
    });
    expect(room.goals.goal).not.toBeNull();
  });

  it('to another origin than the one that was approved', async () => {
    const location = `${new URL(room.goals.url).origin}/pose`;
    const before = room.goals.headers.length;
    room.robot.answers.set('/pose', { status: 307, type: 'text/plain', body: '', location });
    const { state, error } = await caller.invoke('arm_utcp_pose');
    expect([state, error]).toEqual(['failed', expect.stringContaining('It is not followed.')]);
    expect(room.goals.headers).toHaveLength(before);
  });

  it('to an address of a private network that nobody has allowed', async () => {
    const read = {
      ...{ name: 'read', description: 'Reads', inputs: {} },
      tool_call_template: {
        ...{ call_template_type: 'http', http_method: 'GET', url: 'http://10.255.0.1:1/secret' },
      },
    };
    await room.register({
      ...{ name: 'inside', kind: 'utcp', url: `${room.robot.origin}/manual` },
      content: { utcp_version: '1.0.1', tools: [read] },
    });
    expect(await caller.invoke('inside_read')).toMatchObject({ state: 'failed' });
  });
});

it('a waiting agent gets progress, and then the answer', async () => {
  await room.close();
  const clock = createManualClock();
  room = await openEnvironmentRoom({ clock });
  await room.registerAll();
  caller = await openCaller(room);
  const said: (string | undefined)[] = [];
  const args = { profile_id: 'executor', signifier: 'arm_utcp_operation', arguments: 'move(10)' };
  const calling = caller.agent.callTool(
    { name: 'invoke_signifier', arguments: args },
    { onprogress: ({ message }) => said.push(message) },
  );
  const prompt = await room.asked();
  await expect
    .poll(() => {
      clock.advance(10_000);
      return said;
    })
    .toContain('Waiting for a person');
  await room.decide(prompt, { type: 'approve' });
  expect((await calling).structuredContent).toMatchObject({ state: 'done' });
});
