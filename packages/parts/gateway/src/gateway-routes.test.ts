import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import type { JsonObject } from '@countersign/json/json-object';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { approvalLog } from './approvals.ts';

let gateway: GatewayHarness;
let painter: JsonObject;
beforeEach(async () => {
  gateway = await startGatewayHarness();
  painter = await gateway.servePainter();
});
afterEach(() => gateway.close());

const routes = async () => (await gateway.request('GET', '/api/gateway/routes')).body['items'];
const lead = (id: string, service: string, agentProtocol = '') =>
  gateway.request('PUT', `/api/gateway/routes/${id}`, { service, agentProtocol });

describe('the routes of the gateway', () => {
  it('say whether calls can use them, and why not', async () => {
    await lead('early', 'painter');
    expect(await routes()).toMatchObject([{ route: 'early', state: 'no-policy', hosts: [] }]);
    await gateway.open(painter);
    const host = `127.0.0.1:${painter['port']}`;
    expect(await routes()).toMatchObject([
      { route: 'early', state: 'no-policy', policy: null, hosts: [host] },
      { route: 'to-painter', state: 'open', policy: { callsPerMinute: 60 }, hosts: [host] },
    ]);
    // Led elsewhere, the policy allows nothing.
    expect((await lead('to-painter', 'sculptor')).body).toMatchObject({ state: 'other-service' });
    await gateway.request('DELETE', '/api/gateway/routes/to-painter');
    expect((await routes())[1]).toMatchObject({
      ...{ route: 'to-painter', service: '', state: 'no-route', policy: { service: 'painter' } },
    });
    await gateway.request('DELETE', '/api/gateway/policies/to-painter');
    expect(await routes()).toHaveLength(1);
  });

  it('have a history of who has changed them, also when they are gone', async () => {
    await gateway.open(painter);
    await lead('to-painter', 'sculptor');
    await gateway.request('DELETE', '/api/gateway/policies/to-painter');
    await gateway.request('DELETE', '/api/gateway/routes/to-painter');
    const { body } = await gateway.request('GET', '/api/gateway/history');
    const change = (action: string, service: string | null) => ({
      ...{ action, route: 'to-painter', service, by: expect.any(String), at: expect.any(Number) },
      call: null,
    });
    expect(body['items']).toEqual([
      change('service-route:remove', null),
      change('gateway:policy-remove', null),
      change('service-route:replace', 'sculptor'),
      change('gateway:policy', 'painter'),
      change('service-route:add', 'painter'),
    ]);
  });

  it('that are led to another service keep what else they say', async () => {
    const route = { name: 'wide', service: 'painter', protocols: ['http'], paths: ['/x'] };
    await gateway.request('POST', '/api/uap/routes', route);
    expect((await lead('wide', 'sculptor', 'mcp')).status).toBe(200);
    expect((await gateway.request('GET', '/api/uap/routes/wide')).body).toMatchObject({
      ...{ service: 'sculptor', agent_protocol: 'mcp', protocols: ['http'], paths: ['/x'] },
    });
  });

  it('of a service that nobody has registered, or that is unhealthy, say so', async () => {
    await gateway.open({ ...painter, health_status: 'unhealthy' });
    expect(await routes()).toMatchObject([{ state: 'unhealthy' }]);
    await gateway.request('DELETE', `/api/uap/services/${await idOf('painter')}`);
    expect(await routes()).toMatchObject([{ state: 'no-service' }]);
  });
});

const idOf = async (name: string): Promise<string> => {
  const { body } = await gateway.request('GET', `/api/uap/services/${name}`);
  const [service] = z.array(z.object({ id: z.string() })).parse(body);
  return service?.id ?? '';
};

describe('a call that an operator makes', () => {
  const call = (protocol: string, request: JsonObject) =>
    gateway.request('POST', '/api/gateway/calls', { protocol, service: 'painter', request });
  const message = (text: string) => ({
    ...{ kind: 'message', messageId: `of ${text}`, role: 'user' },
    parts: [{ kind: 'text', text }],
  });
  const send = (text: string) =>
    call('a2a', { method: 'message/send', params: { message: message(text) } });

  it('is a task, and is answered at once in the words of the protocol', async () => {
    await gateway.open(painter);
    const { body } = await send('the hall');
    expect(body).toMatchObject({ refusal: null, answer: { kind: 'task' } });
    const task = await gateway.request('GET', `/api/tasks/${body['taskId']}`);
    expect(task.body).toMatchObject({ title: 'the hall' });
    // The same message again is the same task.
    expect((await send('the hall')).body['taskId']).toBe(body['taskId']);
  });

  it('can be made as a caller of each protocol', async () => {
    await gateway.open(painter);
    const tool = { name: 'run_agent_task', arguments: { input: 'the roof' } };
    expect((await call('mcp', tool)).body).toMatchObject({
      answer: { structuredContent: { agent: 'painter' }, isError: false },
    });
    const whole = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool };
    expect((await call('mcp', whole)).body).toMatchObject({ refusal: null });
    const parts = [{ content_type: 'text/plain', content: 'the door' }];
    const body = { agent_name: 'painter', input: [{ role: 'user', parts }], mode: 'async' };
    expect((await call('acp', { method: 'POST', path: '/runs', body })).body).toMatchObject({
      ...{ refusal: null, answer: { agent_name: 'painter' } },
    });
    const run = {
      ...{ threadId: 'mine', runId: 'first', state: {}, tools: [], context: [] },
      ...{ messages: [{ id: 'm', role: 'user', content: 'the gate' }], forwardedProps: {} },
    };
    for (const protocol of ['hai', 'ag-ui']) {
      expect((await call(protocol, { ...run, threadId: protocol })).body).toMatchObject({
        ...{ refusal: null, answer: [{ type: 'RUN_STARTED' }] },
      });
    }
  });

  it('that a person has to allow is no task before', async () => {
    await gateway.open(painter, { approval: true });
    expect((await send('the hall')).body).toMatchObject({ state: 'submitted', taskId: null });
    const prompt = await gateway.asked(approvalLog);
    await gateway.decide(prompt, { type: 'approve' });
    await gateway.until(async () => (await send('the hall')).body['taskId'] !== null);
  });

  it('is refused with the reason', async () => {
    expect((await send('the hall')).body).toMatchObject({
      refusal: 'No service painter is registered.',
      refusalStatement: { code: 'relay.no-service', params: { name: 'painter' } },
      taskId: null,
    });
    await gateway.open(painter);
    const unknown = { method: 'tasks/dance', params: {} };
    expect((await call('a2a', unknown)).body).toMatchObject({
      refusalStatement: { code: 'relay.method', params: { method: 'tasks/dance' } },
      taskId: null,
      answer: null,
    });
    const preview = await gateway.request('POST', '/api/gateway/preview', {
      ...{ protocol: 'a2a', service: 'painter', request: unknown },
    });
    expect(preview.body).toMatchObject({
      refusal: 'The method tasks/dance is not relayed.',
      refusalStatement: { code: 'relay.method' },
    });
    expect((await call('mcp', { name: 'list_agents', arguments: {} })).body).toMatchObject({
      refusal: 'This request lists agents and calls none.',
    });
    expect((await gateway.request('GET', '/api/tasks')).body['items']).toEqual([]);
  });
});
