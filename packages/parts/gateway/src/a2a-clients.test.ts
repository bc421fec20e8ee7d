import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import { type JsonObject, memberOf } from '@countersign/json/json-object';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approvalLog } from './approvals.ts';

let gateway: GatewayHarness;
let painter: JsonObject;
beforeEach(async () => {
  gateway = await startGatewayHarness();
  painter = await gateway.servePainter();
});
afterEach(() => gateway.close());

let messages = 0;
const message = (text: string, more: JsonObject = {}): JsonObject => {
  messages += 1;
  const parts = [{ kind: 'text', text }];
  return { message: { kind: 'message', messageId: `m-${messages}`, role: 'user', parts, ...more } };
};
const resultOf = (answer: JsonObject): JsonObject => {
  const result = answer['result'];
  if (typeof result !== 'object') throw new Error(JSON.stringify(answer));
  return result as JsonObject;
};
const idOf = (answer: JsonObject) => String(resultOf(answer)['id']);
const stateOf = (answer: JsonObject) => memberOf(resultOf(answer)['status'], 'state');
const errorOf = (answer: JsonObject) => answer['error'] as { code: number; message: string };

describe('an A2A client that calls a HAI agent', () => {
  it('is informed that a person is asked, and gets the result when the person has answered', async () => {
    await gateway.open(painter);
    const sent = message('the hall', { contextId: 'house-7' });
    const waiting = await gateway.a2a('message/send', sent);
    expect(resultOf(waiting)).toMatchObject({
      kind: 'task',
      contextId: 'house-7',
      status: {
        state: 'input-required',
        message: {
          role: 'agent',
          parts: [
            { kind: 'text', text: 'Paint for “the hall”?' },
            { kind: 'data', data: { question: { proposal: { colour: 'red' } } } },
          ],
        },
      },
    });
    const taskId = idOf(waiting);
    await gateway.decide(await gateway.asked(taskId), { type: 'approve' });
    await gateway.untilStatus(taskId, 'finished');
    expect(resultOf(await gateway.a2a('tasks/get', { id: taskId }))).toMatchObject({
      status: { state: 'completed' },
      artifacts: [
        { parts: [{ kind: 'text', text: 'The wall is painted.' }] },
        { name: 'payload', parts: [{ kind: 'data', data: { walls: 1 } }] },
      ],
    });
    // In the journal, like everything that an agent was asked: with who asked.
    expect(gateway.events(taskId).length).toBeGreaterThan(5);
    const { body } = await gateway.request('GET', `/api/tasks/${taskId}`);
    expect(body).toMatchObject({ title: 'the hall', agentName: 'Painter' });
    const audit = await gateway.request('GET', '/api/audit');
    expect(audit.body['items']).toContainEqual(
      expect.objectContaining({ action: 'task:start', operator: 'registrant', threadId: taskId }),
    );
  });

  it('receives a rejection as a canceled task', async () => {
    await gateway.open(painter);
    const taskId = idOf(await gateway.a2a('message/send', message('the roof')));
    await gateway.decide(await gateway.asked(taskId), { type: 'reject' });
    await gateway.untilStatus(taskId, 'finished');
    expect(stateOf(await gateway.a2a('tasks/get', { id: taskId }))).toBe('canceled');
  });

  it('follows a stream up to the question, and from there to the end', async () => {
    await gateway.open(painter);
    const first = await gateway.stream('message/stream', message('the door'));
    const states = first.map((event) => memberOf(resultOf(event)['status'], 'state'));
    expect([states[0], states.at(-1)]).toEqual(['submitted', 'input-required']);
    expect(resultOf(first.at(-1) ?? {})['final']).toBe(true);
    const taskId = String(resultOf(first[0] ?? {})['id']);
    await gateway.decide(await gateway.asked(taskId), { type: 'approve' });
    await gateway.untilStatus(taskId, 'finished');
    const rest = await gateway.stream('tasks/resubscribe', { id: taskId });
    expect(rest.map((event) => resultOf(event)['kind'])).toContain('artifact-update');
    expect(stateOf(rest.at(-1) ?? {})).toBe('completed');
  });

  it('may answer itself if the policy says so, and not otherwise', async () => {
    await gateway.open(painter);
    const waiting = await gateway.a2a('message/send', message('the hall'));
    const taskId = idOf(waiting);
    const questionId = /"question":\{"id":"([^"]+)"/.exec(JSON.stringify(waiting))?.[1];
    const data = [{ kind: 'data', data: { type: 'approve' } }];
    const answer = message('', { taskId, parts: data, metadata: { questionId } });
    const refused = await gateway.a2a('message/send', answer);
    expect(errorOf(refused)).toMatchObject({
      code: -32_004,
      message: expect.stringMatching(/^People answer this question/),
    });
    await gateway.open(painter, { callerMayAnswer: true });
    const done = await gateway.a2a('message/send', answer);
    expect(stateOf(done)).toBe('completed');
    const { body } = await gateway.request('GET', `/api/tasks/${taskId}`);
    expect(body).toMatchObject({ runStatus: 'finished' });
  });

  it('starts a task once, however often it sends the message', async () => {
    await gateway.open(painter);
    const same = message('the hall');
    const [one, two] = [
      await gateway.a2a('message/send', same),
      await gateway.a2a('message/send', same),
    ];
    expect(idOf(two)).toBe(idOf(one));
    expect((await gateway.request('GET', '/api/tasks')).body['items']).toHaveLength(1);
  });

  it('stops its task', async () => {
    await gateway.open(painter);
    const taskId = idOf(await gateway.a2a('message/send', message('the hall')));
    await gateway.a2a('tasks/cancel', { id: taskId });
    await gateway.untilStatus(taskId, 'stopped');
    expect(stateOf(await gateway.a2a('tasks/get', { id: taskId }))).toBe('canceled');
  });

  it('reads a card with the address of the gateway', async () => {
    await gateway.open(painter);
    const card = `${gateway.origin}/api/gateway/a2a/painter/.well-known/agent-card.json`;
    const headers = { authorization: 'Bearer token-of-registrants-A1b2C3' };
    expect(await (await fetch(card, { headers })).json()).toMatchObject({
      name: 'Painter',
      protocolVersion: '0.3.0',
      url: `${gateway.origin}/api/gateway/a2a/painter`,
      capabilities: { streaming: true, pushNotifications: false },
    });
    expect((await fetch(card)).status).toBe(401);
  });
});

describe('the policy of a route', () => {
  it('lets nobody call without a route, without a policy, or under another name', async () => {
    const send = async (options = {}) =>
      errorOf(await gateway.a2a('message/send', message('x'), options)).message;
    expect(await send()).toBe('No service painter is registered.');
    await gateway.open(painter);
    expect(await send({ token: gateway.otherToken })).toBe('You may not call painter.');
    await gateway.request('DELETE', '/api/gateway/policies/to-painter');
    expect(await send()).toBe('The route to painter has no policy, so nobody may use it.');
    await gateway.request('DELETE', '/api/uap/routes/to-painter');
    expect(await send()).toBe('No route leads to painter.');
    expect((await gateway.request('GET', '/api/tasks')).body['items']).toEqual([]);
  });

  it('calls only the hosts it names, whatever was registered', async () => {
    await gateway.open(painter, { hosts: ['10.0.0.5'] });
    const { message: reason } = errorOf(await gateway.a2a('message/send', message('x')));
    expect(reason).toMatch(
      /^The policy of the route to-painter does not allow calls to 127\.0\.0\.1:/,
    );
  });

  it('limits the calls of a caller in a minute', async () => {
    await gateway.open(painter, { callsPerMinute: 1 });
    const first = await gateway.a2a('message/send', message('one'));
    expect(stateOf(first)).toBe('input-required');
    expect(errorOf(await gateway.a2a('message/send', message('two'))).message).toMatch(
      /^You have made 1 calls/,
    );
  });

  it('hides the tasks of a caller from others, and those that no call began from all', async () => {
    await gateway.open(painter, { callers: ['*'] });
    const taskId = idOf(await gateway.a2a('message/send', message('the hall')));
    for (const method of ['tasks/get', 'tasks/cancel']) {
      const { code } = errorOf(
        await gateway.a2a(method, { id: taskId }, { token: gateway.otherToken }),
      );
      expect(code).toBe(-32_001);
    }
    expect(errorOf(await gateway.a2a('tasks/get', { id: 'nothing' })).code).toBe(-32_001);
  });

  it('has a person allow each call first', async () => {
    await gateway.open(painter, { approval: true });
    const held = await gateway.a2a('message/send', {
      ...message('the hall'),
      configuration: { blocking: false },
    });
    expect(resultOf(held)).toMatchObject({ status: { state: 'submitted' } });
    const taskId = idOf(held);
    expect((await gateway.request('GET', '/api/tasks')).body['items']).toEqual([]);
    const prompt = await gateway.asked(approvalLog);
    expect(prompt.message).toMatchObject({
      payload: { caller: 'registrant', service: 'painter', message: 'the hall' },
      upPrompt: { ask: 'May Registrant call painter?' },
    });
    await gateway.decide(prompt, { type: 'approve' });
    await gateway.decide(await gateway.asked(taskId), { type: 'approve' });
    await gateway.untilStatus(taskId, 'finished');
    expect(stateOf(await gateway.a2a('tasks/get', { id: taskId }))).toBe('completed');
  });

  it('informs the caller that a person did not allow it, and why', async () => {
    await gateway.open(painter, { approval: true });
    const quick = { configuration: { blocking: false } };
    const taskId = idOf(await gateway.a2a('message/send', { ...message('the hall'), ...quick }));
    const reason = 'Not in winter.';
    await gateway.decide(await gateway.asked(approvalLog), { type: 'reject', content: { reason } });
    expect(resultOf(await gateway.a2a('tasks/get', { id: taskId }))).toMatchObject({
      status: {
        state: 'rejected',
        message: { parts: [{ text: `A person did not allow this call: ${reason}` }] },
      },
    });
    expect((await gateway.request('GET', '/api/tasks')).body['items']).toEqual([]);
  });
});
