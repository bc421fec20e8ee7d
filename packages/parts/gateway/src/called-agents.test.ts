import { createAgent } from '@countersign/agent/agent';
import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import type { JsonObject } from '@countersign/json/json-object';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { approvalLog } from './approvals.ts';

/** An agent that notes the secret of each request. */
async function serveVault() {
  const secrets: (string | null)[] = [];
  const agent = createAgent({
    ...{ id: 'vault', name: 'Vault', description: 'Opens with a secret.' },
    async run(context) {
      await context.say('Open.');
    },
  });
  const served = await gateway.serve(agent, (request) => {
    if (request.method === 'POST') secrets.push(request.headers.get('x-secret'));
    return agent.fetch(request);
  });
  const descriptor = agent.descriptor(`http://127.0.0.1:${served['port']}`) as JsonObject;
  const service = (more: JsonObject = {}) => ({
    ...served,
    agent_info: { agent_descriptor: { ...descriptor, ...more } },
  });
  return { secrets, descriptor, service, url: String(descriptor['url']) };
}

let gateway: GatewayHarness;
let vault: Awaited<ReturnType<typeof serveVault>>;
beforeEach(async () => {
  gateway = await startGatewayHarness();
  vault = await serveVault();
});
afterEach(() => gateway.close());

const send = (text: string, service = 'vault') =>
  gateway.a2a(
    'message/send',
    {
      message: {
        ...{ kind: 'message', messageId: crypto.randomUUID(), role: 'user' },
        parts: [{ kind: 'text', text }],
      },
      configuration: { blocking: text !== 'held' },
    },
    { service },
  );
const errorOf = (answer: JsonObject) => answer['error'] as { code: number; message: string };
describe('the agent that a call reaches', () => {
  it('is called with the secrets of an agent at the same address only if the policy names it', async () => {
    const { status } = await gateway.request('POST', '/api/agents', {
      ...vault.descriptor,
      ...{ id: 'vault-of-admin', headers: { 'x-secret': 's3cret' } },
    });
    expect(status).toBe(201);
    await gateway.open(vault.service());
    expect((await send('hello'))['result']).toMatchObject({ status: { state: 'completed' } });
    expect(vault.secrets).toEqual([null]);
    await gateway.open(vault.service(), { agent: 'vault-of-admin' });
    await send('hello again');
    expect(vault.secrets).toEqual([null, 's3cret']);
  });

  it('is marked when its service is not registered any more', async () => {
    await gateway.open(vault.service());
    await send('hello');
    const agents = async () => (await gateway.request('GET', '/api/agents')).body['items'];
    const [agent] = await agents();
    expect(agent).toMatchObject({ name: 'Vault', service: 'registered' });
    const id = String(agent?.id);
    await gateway.request('DELETE', `/api/uap/services/${id.replace('uap-', '')}`);
    expect(await agents()).toMatchObject([{ id, service: 'gone' }]);
    expect((await gateway.request('GET', `/api/agents/${id}`)).body).toMatchObject({
      service: 'gone',
    });
  });

  it('is no program, and has no name in front of its host', async () => {
    for (const [url, reason] of [
      ['stdio://entrypoint.sh%20x@127.0.0.1', /http/],
      [vault.url.replace('://', '://painter@'), /./],
    ] as const) {
      await gateway.open(
        { ...vault.service({ url }), name: `bad-${reason.source.length}` },
        {
          hosts: ['127.0.0.1'],
        },
      );
      const { code, message } = errorOf(await send('x', `bad-${reason.source.length}`));
      expect([code, message]).toEqual([-32_040, expect.stringMatching(reason)]);
    }
    expect(vault.secrets).toEqual([]);
  });

  it('is changed as its service describes itself, also when that leaves something out', async () => {
    const control = { url: `${vault.url}/control`, actions: ['pause', 'stop'] };
    const hosts = ['127.0.0.1'];
    await gateway.open(vault.service({ control }), { hosts });
    await send('one');
    await send('two');
    const { body } = await gateway.request('GET', '/api/uap/services');
    const [{ id } = { id: '' }] = z.array(z.looseObject({ id: z.string() })).parse(body);
    const shown = async () => (await gateway.request('GET', `/api/agents/uap-${id}`)).body;
    const changes = async () =>
      JSON.stringify((await gateway.request('GET', '/api/audit')).body).split('"agent:change"')
        .length - 1;
    expect(await shown()).toMatchObject({ controlActions: ['pause', 'stop'] });
    expect(await changes()).toBe(0);
    const { control: _, ...without } = vault.descriptor;
    const plain = { ...vault.service(), agent_info: { agent_descriptor: without } };
    const changed = { id, ...plain };
    const { status } = await gateway.request('PATCH', `/api/uap/services/${id}`, changed);
    expect(status).toBeLessThan(300);
    await send('three');
    expect(await changes()).toBe(1);
    expect(await shown()).not.toMatchObject({ controlActions: ['pause', 'stop'] });
  });
});

describe('a policy', () => {
  it('is only for the service that the route led to when it was set', async () => {
    await gateway.open(vault.service());
    await gateway.post('/uap/services', { ...vault.service(), name: 'other', port: 1 });
    const led = { name: 'to-vault', service: 'other', protocols: ['http'] };
    const { status } = await gateway.request('PUT', '/api/uap/routes/to-vault', led);
    expect(status).toBe(201);
    const { code, message } = errorOf(await send('x', 'other'));
    expect([code, message]).toEqual([-32_040, expect.stringMatching(/set for another service/)]);
  });

  it('has its refusals said with their own status over ACP', async () => {
    await gateway.open(vault.service(), { callsPerMinute: 1 });
    const input = [{ role: 'user', parts: [{ content_type: 'text/plain', content: 'x' }] }];
    const run = { agent_name: 'vault', input, mode: 'sync' };
    expect((await gateway.post('/gateway/acp/runs', run)).status).toBe(200);
    expect((await gateway.post('/gateway/acp/runs', run)).status).toBe(429);
    await gateway.open(vault.service(), { callers: [] });
    expect((await gateway.post('/gateway/acp/runs', run)).status).toBe(403);
  });
});

it('does not confirm that a call is cancelled which a person has just allowed', async () => {
  await gateway.open(vault.service(), { approval: true });
  const taskId = String(((await send('held'))['result'] as JsonObject)['id']);
  // Approved, and on its way to the gateway.
  const { auth } = gateway.services;
  const byId = auth.byId.bind(auth);
  let letGo = () => {};
  const cancelled = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  vi.spyOn(auth, 'byId').mockImplementation(async (id) => {
    await cancelled;
    return byId(id);
  });
  await gateway.decide(await gateway.asked(approvalLog), { type: 'approve' });
  const refused = await gateway.a2a('tasks/cancel', { id: taskId }, { service: 'vault' });
  letGo();
  expect(errorOf(refused)).toMatchObject({ code: -32_002 });
  await gateway.untilStatus(taskId, 'finished');
});

it('ends a stream that fails on the way with one error, and without a second start', async () => {
  await gateway.open(vault.service());
  const { follow } = gateway.services.gateway;
  vi.spyOn(gateway.services.gateway, 'follow').mockImplementation(async function* (...given) {
    for await (const { task } of follow(...given)) {
      yield { task: { ...task, state: 'working', said: [] }, words: [] };
      throw new Error('The store is gone.');
    }
  });
  const response = await gateway.post('/gateway/hai/vault', {
    ...{ threadId: 't-1', runId: 'r-1' },
    messages: [{ id: 'u-1', role: 'user', content: 'x' }],
  });
  const text = await response.text();
  expect(text.match(/RUN_\w+/g)).toEqual(['RUN_STARTED', 'RUN_ERROR']);
});
