import { affordanceCallViewSchema, callPreviewSchema } from '@countersign/api/affordance-call';
import { mcpClientListSchema } from '@countersign/api/mcp-client';
import type { JsonObject } from '@countersign/json/json-object';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prune } from '../../journal/prune-operation.ts';
import { listEnvironment } from '../../store/environment-entries.ts';
import { taskRow } from '../../store/task-rows.ts';
import { type EnvironmentRoom, openEnvironmentRoom } from '../../testing/environment-room.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { forgetCall } from '../ledger-operations.ts';

let room: EnvironmentRoom;
let agent: Client;
beforeEach(async () => {
  room = await openEnvironmentRoom();
  await room.registerAll();
  await connect();
});
afterEach(() => room.close());

let token: string;
async function connect(again = false) {
  if (!again) token = await room.token('Executor');
  agent = await room.connect('/mcp/environment', token);
  await room.call(agent, 'register_profile', { profile_id: 'executor', context: 'work' });
}

const invoke = (signifier: string, more: JsonObject = {}) =>
  room.call(agent, 'invoke_signifier', { profile_id: 'executor', signifier, ...more });
const move = (more: JsonObject = {}) =>
  invoke('arm_utcp_operation', { arguments: 'move(10)', ...more });
/** Begins a call that asks, and returns its question. */
async function begun(more: JsonObject = {}, begin = move) {
  const call = await begin({ wait_seconds: 0, ...more });
  expect(call).toMatchObject({ state: 'waiting' });
  const id = String(call['call_id']);
  return { id, prompt: await room.harness().untilPrompt(id, 'open') };
}
const outcome = (id: string) => room.call(agent, 'get_call', { call_id: id });
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
/** The agent begins a task of its own: it asks something in it. */
async function ownTask(name: string) {
  const client = await room.connect('/mcp', token);
  const asking = client.callTool({
    name: 'ask_human',
    arguments: { message: `May I begin with ${name}?`, task: name },
  });
  asking.catch(() => {});
  return (await room.asked()).taskId;
}
const operations = () =>
  room.robot.received.filter(({ line }) => line.endsWith(' /operation')).map(({ body }) => body);

describe('a call of a signifier', () => {
  it('that changes nothing is made at once', async () => {
    expect(await invoke('arm_utcp_pose')).toMatchObject({
      ...{ state: 'done', result: { x: 20, y: 0 } },
    });
    expect(await invoke('arm_wot_pose')).toMatchObject({ state: 'done' });
  });

  it('that changes something is made when a person approves the request as it is shown', async () => {
    const { id, prompt } = await begun();
    expect(prompt.ask).toBe('Call arm_utcp_operation on arm_utcp?');
    expect(prompt.message.explanation).toContain(
      `> POST ${room.robot.origin}/operation\n> Content-Type: text/plain\n> \n> move(10)`,
    );
    expect(prompt.message.explanation).toContain('Executor requests this call.');
    expect(operations()).toEqual([]);
    expect((await room.decide(prompt, { type: 'approve' })).status).toBe(201);
    expect(await outcome(id)).toMatchObject({ state: 'done', result: { pose: { x: 30, y: 0 } } });
    expect(operations()).toEqual(['move(10)']);
    expect(room.robot.pose).toEqual({ x: 30, y: 0 });
  });

  it('is made with the arguments as a person has changed them, if they fit', async () => {
    const { id, prompt } = await begun();
    const edit = (body: string) =>
      room.decide(prompt, { type: 'edit', content: { value: { body } } });
    expect((await edit('explode()')).status).toBe(422);
    expect((await edit('move(2)')).status).toBe(201);
    expect(await outcome(id)).toMatchObject({ state: 'done', result: { pose: { x: 22, y: 0 } } });
    expect(operations()).toEqual(['move(2)']);
  });

  it('that a person rejects is not made, and the reason is the answer', async () => {
    const { id, prompt } = await begun();
    await room.decide(prompt, { type: 'reject', content: { reason: 'Somebody stands there.' } });
    expect(await outcome(id)).toMatchObject({
      ...{ state: 'rejected', reason: 'Somebody stands there.' },
    });
    expect(operations()).toEqual([]);
  });

  it('can be approved for all calls in a task of the agent', async () => {
    const task = await ownTask('work');
    const { id, prompt } = await begun({ task });
    expect(prompt.message.explanation).toContain('Executor, in its task “');
    const value = { arguments: { body: 'move(10)' }, scope: 'task' };
    await room.decide(prompt, { type: 'edit', content: { value } });
    await outcome(id);
    expect(await move({ task, arguments: 'move(5)' })).toMatchObject({ state: 'done' });
    expect(room.robot.pose).toEqual({ x: 35, y: 0 });
    await begun();
  });

  it('is for nothing more if what it names is no task of its own', async () => {
    const task = await ownTask('work');
    const other = await room.token('Other');
    agent = await room.connect('/mcp/environment', other);
    await room.call(agent, 'register_profile', { profile_id: 'other', context: 'work' });
    for (const named of [task, 'whatever']) {
      const { id, prompt } = await begun({
        task: named,
        profile_id: 'other',
        arguments: 'move(1)',
      });
      expect(prompt.message.explanation).toContain(
        `Other, for “${named}”, which is no open task of its own here, requests this call.`,
      );
      expect(JSON.stringify(prompt.message.upContext)).not.toContain('scope');
      await room.decide(prompt, { type: 'reject' });
      await outcome(id);
    }
  });

  it('of an actuator is asked about each time, and its name is typed', async () => {
    const operate = (more: JsonObject = {}) =>
      invoke('arm_wot_operation', { arguments: 'move(10)', task: 'mine', ...more });
    const { id, prompt } = await begun({}, operate);
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
    expect(await outcome(id)).toMatchObject({ state: 'done' });
    await begun({}, operate);
    expect(room.robot.pose).toEqual({ x: 30, y: 0 });
  });

  it('is asked about as an administrator has decided about its service', async () => {
    const signifierId = await room.idOf('arm_utcp_operation');
    await putPolicy('arm_utcp', { direct: [signifierId] });
    expect(await move()).toMatchObject({ state: 'done' });
    await putPolicy('arm_utcp', { direct: [signifierId], isActuator: true });
    const { prompt } = await begun();
    expect(prompt.message.upPrompt?.allowed).not.toContain('approve');
  });

  it('of an action is asked about although its method only reads, and a reading one of an actuator', async () => {
    const forms = [{ href: '/relay?turn=on', 'htv:methodName': 'GET' }];
    await room.register({
      ...{ name: 'relay', kind: 'wot', url: `${room.robot.origin}/relay-description` },
      content: { ...{ title: 'Relay', security: 'none' }, actions: { on: { forms } } },
    });
    expect(await invoke('relay_on', { wait_seconds: 0 })).toMatchObject({ state: 'waiting' });
    const pose = await room.idOf('arm_utcp_pose');
    await putPolicy('arm_utcp', { isActuator: true });
    expect(await invoke('arm_utcp_pose', { wait_seconds: 0 })).toMatchObject({ state: 'waiting' });
    expect(await invoke('arm_wot_pose')).toMatchObject({ state: 'done' });
    expect(room.robot.received.map(({ line }) => line)).not.toContain('GET /relay?turn=on');
    await putPolicy('arm_utcp', { isActuator: true, direct: [pose] });
    expect(await invoke('arm_utcp_pose', { idempotency_key: 'other' })).toMatchObject({
      state: 'done',
    });
  });

  it('with arguments that do not fit is refused, and nothing is sent', async () => {
    const said = JSON.stringify(await move({ arguments: 'explode()' }));
    expect(said).toContain('The arguments do not fit');
    expect(JSON.stringify(await invoke('nothing'))).toContain('There is no signifier nothing.');
    expect(operations()).toEqual([]);
  });
});

describe('a call is never made twice', () => {
  it('if it is repeated before its outcome was fetched', async () => {
    const { id, prompt } = await begun();
    expect(await move({ wait_seconds: 0 })).toMatchObject({ call_id: id });
    await room.decide(prompt, { type: 'approve' });
    expect(await move()).toMatchObject({ call_id: id, state: 'done' });
    // Its outcome is known: the same request is another call.
    const { id: next } = await begun();
    expect(next).not.toBe(id);
    expect(operations()).toEqual(['move(10)']);
  });

  it('if it has the same key, at any time', async () => {
    const { id, prompt } = await begun({ idempotency_key: 'first' });
    await room.decide(prompt, { type: 'approve' });
    expect(await outcome(id)).toMatchObject({ state: 'done' });
    expect(await move({ idempotency_key: 'first' })).toMatchObject({ call_id: id, state: 'done' });
    const other = await move({ idempotency_key: 'first', arguments: 'move(1)' });
    expect(JSON.stringify(other)).toContain('idempotency key');
    expect(operations()).toEqual(['move(10)']);
  });

  it('if its outcome is not known, and an approval for the task does not count for it', async () => {
    const task = await ownTask('mine');
    const { id, prompt } = await begun({ task });
    room.robot.answers.set('/operation', 'never');
    const value = { arguments: { body: 'move(10)' }, scope: 'task' };
    await room.decide(prompt, { type: 'edit', content: { value } });
    await expect.poll(operations).toEqual(['move(10)']);
    await room.restart();
    await connect(true);
    const { state, error } = await outcome(id);
    expect(state).toBe('unknown');
    expect(error).toContain('not called a second time');
    room.robot.answers.clear();
    const again = await begun({ task });
    expect(again.prompt.message.explanation).toContain('its outcome is not known');
    expect(operations()).toEqual(['move(10)']);
    await room.decide(again.prompt, { type: 'approve' });
    expect(await outcome(again.id)).toMatchObject({ state: 'done' });
  });
});

describe('after an outcome that is not known', () => {
  const doubt = 'its outcome is not known';
  const approveEach = async ({ prompt, id }: Awaited<ReturnType<typeof begun>>) => {
    await room.decide(prompt, { type: 'approve' });
    return outcome(id);
  };
  const broken = async (more: JsonObject = {}) => {
    room.robot.answers.set('/operation', 'hang-up');
    const first = await begun(more);
    expect(await approveEach(first)).toMatchObject({ state: 'unknown' });
    room.robot.answers.clear();
    return first;
  };

  it('the next call is joined by those that repeat it, until its outcome was fetched', async () => {
    const first = await broken();
    const next = await begun();
    expect(next.id).not.toBe(first.id);
    expect(next.prompt.message.explanation).toContain(doubt);
    // To read the old one again changes nothing.
    expect(await outcome(first.id)).toMatchObject({ state: 'unknown' });
    expect(await move({ wait_seconds: 0 })).toMatchObject({ call_id: next.id });
    expect(await move({ wait_seconds: 0 })).toMatchObject({ call_id: next.id });
    await room.decide(next.prompt, { type: 'reject' });
    expect(await outcome(next.id)).toMatchObject({ state: 'rejected' });
    const last = await begun();
    expect(last.prompt.message.explanation).toContain(doubt);
    expect(await approveEach(last)).toMatchObject({ state: 'done' });
    expect(operations()).toEqual(['move(10)', 'move(10)']);
    expect(await outcome(first.id)).toMatchObject({ state: 'unknown' });
    expect((await begun()).prompt.message.explanation).not.toContain(doubt);
  });

  it('a call with a key that is done is the known one', async () => {
    await broken({ idempotency_key: 'first' });
    const next = await begun({ idempotency_key: 'second' });
    expect(next.prompt.message.explanation).toContain(doubt);
    expect(await approveEach(next)).toMatchObject({ state: 'done' });
    const last = await begun({ idempotency_key: 'third' });
    expect(last.prompt.message.explanation).not.toContain(doubt);
  });
});

describe('a call whose outcome nobody fetches', () => {
  const count = async () =>
    (await listEnvironment(room.harness().services.journal.read, 'call')).length;
  const prunedAll = async () => {
    while (await room.harness().services.journal.commit(prune, null));
  };
  const ended = (id: string) =>
    room.harness().until(async () => {
      const { read } = room.harness().services.journal;
      return (await taskRow(read, id))?.ended ?? undefined;
    });

  it('is no answer to one that is requested long after it, and goes', async () => {
    await room.close();
    const clock = createManualClock();
    room = await openEnvironmentRoom({ clock, idleMs: 1e12 });
    await room.registerAll();
    await connect();
    const reading = await invoke('arm_utcp_pose', { wait_seconds: 0 });
    await ended(String(reading['call_id']));
    expect(await invoke('arm_utcp_pose', { wait_seconds: 0 })).toMatchObject({
      call_id: reading['call_id'],
    });
    room.robot.answers.set('/operation', 'hang-up');
    const acting = await begun();
    await room.decide(acting.prompt, { type: 'approve' });
    await ended(acting.id);
    const another = await invoke('arm_wot_pose', { wait_seconds: 0 });
    await ended(String(another['call_id']));
    clock.advance(11 * 60_000);
    room.robot.pose.x = 77;
    expect(await invoke('arm_utcp_pose')).toMatchObject({ result: { x: 77 } });
    expect(await count()).toBe(2);
    await prunedAll();
    expect(await count()).toBe(1);
    clock.advance(25 * 60 * 60_000);
    await prunedAll();
    // That nobody knows what it did is kept.
    const again = await begun();
    expect(again.prompt.message.explanation).toContain('its outcome is not known');
    expect(operations()).toEqual(['move(10)']);
  });

  it('takes the room of its caller only', async () => {
    const { services, request } = room.harness();
    const { body } = await request('GET', '/api/mcp-clients');
    const [client] = mcpClientListSchema.parse(body).items;
    const caller = client?.id ?? '';
    const call = {
      ...{ signifierId: 'any', sourceHash: '', label: 'any', artifactId: 'any', profile: null },
      ...{ caller, callerName: 'Executor', task: null, approved: null },
    };
    const unknown = { taskId: 'gone', startedAt: Date.now(), state: 'unknown' } as const;
    await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        services.journal.commit(forgetCall, {
          ...{ ...unknown, call: { ...call, argumentsHash: String(index) } },
        }),
      ),
    );
    const refused = await move({ wait_seconds: 0 });
    expect(JSON.stringify(refused)).not.toContain('waiting');
    token = await room.token('Other');
    agent = await room.connect('/mcp/environment', token);
    await room.call(agent, 'register_profile', { profile_id: 'other', context: 'work' });
    expect(await move({ profile_id: 'other', wait_seconds: 0 })).toMatchObject({
      state: 'waiting',
    });
  });
});

it('a call whose connection broke off is said to be unknown, a reading one to have failed', async () => {
  room.robot.answers.set('/operation', 'hang-up').set('/pose', 'hang-up');
  const { id, prompt } = await begun();
  await room.decide(prompt, { type: 'approve' });
  const { state, error } = await outcome(id);
  expect(state).toBe('unknown');
  expect(error).toContain('It is not sent a second time.');
  expect(operations()).toEqual(['move(10)']);
  expect(await invoke('arm_utcp_pose')).toMatchObject({ state: 'failed' });
});

it.each([502, 504, 408])(
  'a call is said to be unknown if something between answers with %i',
  async (status) => {
    const given = { status, type: 'text/plain', body: 'gave up' };
    room.robot.answers.set('/operation', given).set('/pose', given);
    const { id, prompt } = await begun();
    await room.decide(prompt, { type: 'approve' });
    const { state, error } = await outcome(id);
    expect([state, error]).toEqual(['unknown', expect.stringContaining(`HTTP ${status}`)]);
    expect(await invoke('arm_utcp_pose')).toMatchObject({ state: 'failed' });
  },
);

it('a call that was redirected is said to be unknown if it cannot be followed', async () => {
  // Nothing listens at the port of the discard protocol.
  const location = 'http://127.0.0.1:9/elsewhere';
  room.robot.answers.set('/operation', { status: 303, type: 'text/plain', body: '', location });
  const { id, prompt } = await begun();
  await room.decide(prompt, { type: 'approve' });
  expect(await outcome(id)).toMatchObject({ state: 'unknown' });
});

it('a call that the service refuses has failed', async () => {
  room.robot.answers.set('/operation', { status: 409, type: 'text/plain', body: 'not now' });
  const { id, prompt } = await begun();
  await room.decide(prompt, { type: 'approve' });
  expect(await outcome(id)).toMatchObject({ state: 'failed' });
});

it('a tool that has acted, and whose result is too large, is said to be unknown', async () => {
  const { id, prompt } = await begun({ arguments: { achieved: true } }, (more) =>
    invoke('goal_mcp_provide_feedback', more),
  );
  room.goals.thanks = 'x'.repeat(5 * 1024 * 1024);
  await room.decide(prompt, { type: 'approve' });
  expect(await outcome(id)).toMatchObject({ state: 'unknown' });
  expect(room.goals.goal).toBeNull();
});

describe('the task of an A2A agent', () => {
  const task = (state: string) => ({
    ...{ jsonrpc: '2.0', id: 1 },
    result: { task: { id: 'task-77', status: { state } } },
  });
  let clock: ReturnType<typeof createManualClock>;
  const formalizing = async () => {
    await room.close();
    clock = createManualClock();
    room = await openEnvironmentRoom({ clock, idleMs: 1e12 });
    await room.registerAll();
    await connect();
    room.formalizer.answers.set('SendMessage', task('TASK_STATE_WORKING'));
    const { id, prompt } = await begun({ arguments: { text: 'go' } }, (more) =>
      invoke('formalizer_Formalize goal', more),
    );
    await room.decide(prompt, { type: 'approve' });
    return id;
  };
  const over = (id: string, stepMs: number) =>
    expect.poll(
      async () => {
        clock.advance(stepMs);
        return room.call(agent, 'get_call', { call_id: id, wait_seconds: 0 });
      },
      { timeout: 10_000 },
    );

  it('that still works at the end of the wait has an unknown outcome', async () => {
    const id = await formalizing();
    room.formalizer.answers.set('GetTask', task('TASK_STATE_WORKING'));
    await over(id, 60_000).toMatchObject({
      ...{ state: 'unknown', error: expect.stringContaining('task-77') },
    });
  });

  it('is looked at again when that has failed', async () => {
    const id = await formalizing();
    const error = { jsonrpc: '2.0', id: 2, error: { code: -32_603, message: 'Busy' } };
    room.formalizer.answers.set('GetTask', error);
    await expect
      .poll(() => {
        clock.advance(1_000);
        return room.formalizer.looks();
      })
      .toBeGreaterThan(1);
    room.formalizer.answers.set('GetTask', task('TASK_STATE_COMPLETED'));
    await over(id, 1_000).toMatchObject({ state: 'done' });
  });
});

describe('nothing is sent', () => {
  it('if the service describes it otherwise while the question is open', async () => {
    const { id, prompt } = await begun();
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
    const { state, error } = await outcome(id);
    expect([state, error]).toEqual([
      'failed',
      'The service describes this otherwise than when it was requested. Nothing was sent.',
    ]);
    expect(JSON.stringify(await move())).toContain('has changed and was not approved again');
    expect(operations()).toEqual([]);
  });

  it('if calls of the service are approved in a stricter way since the question was asked', async () => {
    const { id, prompt } = await begun();
    await putPolicy('arm_utcp', { isActuator: true });
    expect((await room.decide(prompt, { type: 'approve' })).status).toBe(201);
    expect(await outcome(id)).toMatchObject({
      ...{ state: 'failed', error: expect.stringContaining('in a stricter way now') },
    });
    expect(operations()).toEqual([]);
  });

  it('for a profile that an operator has removed, whatever it was allowed', async () => {
    const { id, prompt } = await begun();
    const path = '/api/environment/profile/executor';
    expect((await room.harness().request('DELETE', path)).status).toBe(204);
    await room.decide(prompt, { type: 'approve' });
    expect(await outcome(id)).toMatchObject({
      ...{ state: 'failed', error: expect.stringContaining('is not there any more') },
    });
    expect(operations()).toEqual([]);
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
    const { id, prompt } = await begun({}, (more) =>
      invoke('own_goals_provide_feedback', { arguments: { achieved: true }, ...more }),
    );
    const moved = `${room.goals.url}?elsewhere`;
    const { headers: _, ...changed } = agentOf(moved);
    expect((await request('PATCH', '/api/agents/goals', changed)).status).toBe(200);
    await room.decide(prompt, { type: 'approve' });
    expect(await outcome(id)).toMatchObject({
      ...{ state: 'failed', error: expect.stringContaining('not what was approved') },
    });
    expect(room.goals.goal).not.toBeNull();
  });

  it('to another origin than the one that was approved', async () => {
    const location = `${new URL(room.goals.url).origin}/pose`;
    const before = room.goals.headers.length;
    room.robot.answers.set('/pose', { status: 307, type: 'text/plain', body: '', location });
    const { state, error } = await invoke('arm_utcp_pose');
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
    expect(await invoke('inside_read')).toMatchObject({ state: 'failed' });
  });
});

describe('an operator who has seen the request', () => {
  const preview = async (label: string, args: unknown) => {
    const path = `/api/environment/signifiers/${await room.idOf(label)}/preview`;
    const { body } = await room.harness().request('POST', path, { arguments: args });
    return callPreviewSchema.parse(body);
  };
  const call = async (label: string, body: JsonObject) =>
    room.harness().request('POST', '/api/environment/calls', {
      ...{ signifierId: await room.idOf(label), arguments: 'move(10)', ...body },
    });
  const end = async ({ body }: { body: unknown }) => {
    const { callId } = affordanceCallViewSchema.parse(body);
    const path = `/api/environment/calls/${callId}?waitMs=10000`;
    return (await room.harness().request('GET', path)).body;
  };

  it('calls it without being asked again', async () => {
    const shown = await preview('arm_utcp_operation', 'move(10)');
    expect(shown).toMatchObject({
      request: { method: 'POST', url: `${room.robot.origin}/operation`, body: 'move(10)' },
      ...{ faults: [], approval: 'ask', secrets: [], objection: null },
    });
    expect((await preview('arm_utcp_operation', 'explode()')).faults).toHaveLength(1);
    const { digest } = shown;
    const wrong = await call('arm_utcp_operation', {
      ...{ arguments: 'move(11)', approval: { digest } },
    });
    expect(wrong.status).toBe(400);
    const made = await call('arm_utcp_operation', { approval: { digest } });
    expect(await end(made)).toMatchObject({ state: 'done' });
    expect(room.robot.pose.x).toBe(30);
  });

  it('types the name of what moves something', async () => {
    const { digest, confirm, approval } = await preview('arm_wot_operation', 'move(10)');
    expect(approval).toBe('typed');
    expect((await call('arm_wot_operation', { approval: { digest } })).status).toBe(400);
    const made = await call('arm_wot_operation', { approval: { digest, confirmation: confirm } });
    expect(await end(made)).toMatchObject({ state: 'done' });
  });
});

describe.each(['arm_utcp', 'arm_wot'])('G2, B15: from goal to feedback with %s', (arm) => {
  it('takes one call of the formalizer, and the arm moves by what was asked', async () => {
    const own = await room.connect('/mcp/profiles/executor', token);
    const services = ['goal_mcp', 'formalizer', arm];
    const put = (context: string) =>
      room.harness().request('PUT', '/api/environment/profile/executor', { context, services });
    /** Says what it is about to do, and calls what is recommended for that. */
    const step = async (context: string, name: string, args: JsonObject) => {
      await put(context);
      const { tools } = await own.listTools();
      expect(tools.map((tool) => tool.name)).toContain(name);
      const calling = own.callTool({ name, arguments: args });
      const prompt = await room.asked();
      const isTyped = prompt.message.upPrompt?.allowed?.includes('approve') !== true;
      const value = { arguments: args, confirmation: name };
      const answer = isTyped ? { type: 'edit', content: { value } } : { type: 'approve' };
      expect((await room.decide(prompt, answer)).status).toBe(201);
      const { structuredContent } = await calling;
      expect(structuredContent).toMatchObject({ state: 'done' });
      return (structuredContent as JsonObject)['result'];
    };
    const goal = await step('The agent wants to read the user goal', 'goal_mcp_CurrentGoal', {});
    expect(goal).toContain('Move the robot by 10 centimeters');
    const tell = 'The agent wants to provide feedback to the user';
    await step(tell, 'goal_mcp_provide_feedback', { achieved: false });
    const formal = await step(
      'The agent wants to convert the natural language goal into a formal description',
      'formalizer_Formalize_goal',
      { text: String(goal) },
    );
    expect(formal).toMatchObject({ text: 'move(10)' });
    const control = 'The agent wants to control a robot from a formal goal';
    await step(control, `${arm}_operation`, { body: (formal as JsonObject)['text'] });
    // B15: the arm really moves, from where it was.
    expect(room.robot.pose).toEqual({ x: 30, y: 0 });
    await step(tell, 'goal_mcp_provide_feedback', { achieved: true });
    expect(room.goals.goal).toBeNull();
    expect(room.formalized).toHaveLength(1);
  });
});

it('a waiting agent gets progress, and then the answer', async () => {
  await room.close();
  const clock = createManualClock();
  room = await openEnvironmentRoom({ clock });
  await room.registerAll();
  await connect();
  const said: (string | undefined)[] = [];
  const args = { profile_id: 'executor', signifier: 'arm_utcp_operation', arguments: 'move(10)' };
  const calling = agent.callTool(
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
