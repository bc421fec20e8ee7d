import {
  type GatewayHarness,
  registrantToken,
  startGatewayHarness,
} from '@countersign/bff/testing/gateway-harness';
import { memberOf } from '@countersign/json/json-object';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The mandatory requirements of the A2A technology compatibility kit for JSON-RPC; docs/interop.md says how the kit itself is run.
let gateway: GatewayHarness;
beforeAll(async () => {
  gateway = await startGatewayHarness();
  await gateway.open(await gateway.servePainter());
});
afterAll(() => gateway.close());

const headers = { authorization: `Bearer ${registrantToken}`, 'content-type': 'application/json' };
const address = () => `${gateway.origin}/api/gateway/a2a/painter`;

async function post(body: string): Promise<unknown> {
  const response = await gateway.post('/gateway/a2a/painter', body);
  expect(response.status).toBe(200);
  return response.json();
}
const rpc = (more: object) => post(JSON.stringify({ jsonrpc: '2.0', id: 'r-1', ...more }));

describe('a request that is refused', () => {
  it.each([
    ['{"jsonrpc": "2.0", "method": "message/send"', null, -32_700],
    ['', null, -32_700],
    ['[]', null, -32_600],
    ['{"jsonrpc": "1.0", "id": "r-1", "method": "tasks/get"}', 'r-1', -32_600],
    ['{"jsonrpc": "2.0", "id": "r-1", "params": {}}', 'r-1', -32_600],
    ['{"jsonrpc": "2.0", "id": {"bad": 1}, "method": "tasks/get"}', null, -32_600],
    ['{"jsonrpc": "2.0", "id": 7, "method": "message/ssend"}', 7, -32_601],
    ['{"jsonrpc": "2.0", "id": 7, "method": "message/send", "params": {"": 1}}', 7, -32_602],
    ['{"jsonrpc": "2.0", "id": 7, "method": "tasks/get", "params": {"id": "none"}}', 7, -32_001],
  ])('has the error of JSON-RPC, and its id: %s', async (body, id, code) => {
    expect(await post(body)).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
  });

  it.each(['message/stream', 'SendStreamingMessage', 'tasks/resubscribe', 'SubscribeToTask'])(
    'is the only event of a stream for a client that waits for one: %s',
    async (method) => {
      const ask = (accept: string) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 'r-1', method, params: { id: 'none' } });
        return fetch(address(), { method: 'POST', headers: { ...headers, accept }, body });
      };
      const response = await ask('text/event-stream');
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      const [data, ...more] = (await response.text()).split('\n\n');
      expect(JSON.parse(`${data}`.replace(/^data: /, ''))).toMatchObject({
        ...{ jsonrpc: '2.0', id: 'r-1' },
        error: { code: method.includes('ubscribe') ? -32_001 : -32_602 },
      });
      expect(more).toEqual(['']);
      expect((await ask('application/json')).headers.get('content-type')).toContain('json');
    },
  );

  it('says that push notifications are not supported, and neither is an extended card', async () => {
    const push = await rpc({
      method: 'tasks/pushNotificationConfig/set',
      params: { taskId: 't', pushNotificationConfig: { url: 'https://caller.example/' } },
    });
    expect(push).toMatchObject({ id: 'r-1', error: { code: -32_003 } });
    expect(JSON.stringify(push)).toContain('not supported');
    const card = await rpc({ method: 'agent/getAuthenticatedExtendedCard' });
    expect(card).toMatchObject({ error: { code: -32_007 } });
  });
});

it('the card has the members that a card must have, also for an agent that names none', async () => {
  const response = await fetch(`${address()}/.well-known/agent-card.json`, { headers });
  const card: unknown = await response.json();
  expect(card).toMatchObject({
    ...{ protocolVersion: expect.stringMatching(/^0\.3/), name: 'Painter', url: address() },
    ...{ version: expect.stringMatching(/./), description: expect.stringMatching(/./) },
    ...{ preferredTransport: 'JSONRPC', capabilities: { streaming: true } },
    ...{ defaultInputModes: expect.any(Array), defaultOutputModes: expect.any(Array) },
    skills: [{ id: expect.any(String), name: 'Painter', tags: expect.any(Array) }],
  });
});

it('a task is sent, read and cancelled under the same id', async () => {
  const message = { kind: 'message', messageId: 'm-1', role: 'user' };
  const sent = await rpc({
    method: 'message/send',
    params: { message: { ...message, parts: [{ kind: 'text', text: 'the hall' }] } },
  });
  const id = memberOf(memberOf(sent, 'result'), 'id');
  expect(sent).toMatchObject({
    id: 'r-1',
    result: { kind: 'task', contextId: expect.any(String) },
  });
  expect(await rpc({ method: 'tasks/get', params: { id } })).toMatchObject({ result: { id } });
  expect(await rpc({ method: 'tasks/cancel', params: { id } })).toMatchObject({ result: { id } });
});
