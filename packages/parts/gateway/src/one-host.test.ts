import { createServer, request as requestTo } from 'node:http';
import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import type { JsonObject } from '@countersign/json/json-object';
import { memberOf } from '@countersign/json/json-object';
import { listenLocally } from '@countersign/testkit/local-server';
import { startMcpServer } from '@countersign/testkit/mcp-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

/** Several agents on one host: the one at its root has the only card there. */
const places = ['/rpc', '/hr', '/hr/rpc', '/legal', '/legal/de'];
type Spoken = 'a2a 1.0' | 'a2a 0.3' | 'hai' | 'ag-ui' | 'acp';
const protocols = ['a2a 1.0', 'a2a 0.3', 'hai', 'ag-ui', 'acp'] as const;

let gateway: GatewayHarness;
let origin = '';
let close = async () => {};
/** What was called: method and path, and the method of JSON-RPC. */
let calls: string[] = [];

const cardOf = (place: string, spoken: Spoken): JsonObject => {
  const url = `${origin}${place}`;
  const said = {
    ...{ name: `At ${place}`, description: 'One of several.', version: '1', skills: [] },
    ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'], capabilities: {} },
  };
  return spoken === 'a2a 0.3'
    ? { ...said, url, protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' }
    : {
        ...said,
        supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      };
};

/** What an agent answers at a path: its own path. */
function replyTo(path: string, sent: JsonObject): { type: string; body: string } {
  const json = (body: unknown) => ({ type: 'application/json', body: JSON.stringify(body) });
  const { jsonrpc, id, method } = sent;
  if (jsonrpc === '2.0') {
    const old = method === 'message/send';
    const message = old
      ? { kind: 'message', role: 'agent', messageId: path, parts: [{ kind: 'text', text: path }] }
      : { role: 'ROLE_AGENT', messageId: path, parts: [{ text: path }] };
    return json({ jsonrpc, id, result: old ? message : { message } });
  }
  const { threadId, runId } = sent;
  const place = { threadId, runId };
  const events = [
    { type: 'RUN_STARTED', ...place },
    { type: 'TEXT_MESSAGE_START', messageId: path, role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: path, delta: path },
    { type: 'TEXT_MESSAGE_END', messageId: path },
    { type: 'RUN_FINISHED', ...place },
  ];
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  return { type: 'text/event-stream', body };
}

beforeAll(async () => {
  const host = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { url = '', method } = request;
    if (method === 'GET') {
      const card = url === '/.well-known/agent-card.json' ? cardOf('/rpc', 'a2a 1.0') : null;
      response.writeHead(card === null ? 404 : 200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(card ?? {}));
    }
    const sent = JSON.parse(text) as JsonObject;
    calls.push(`${url} ${sent['method'] ?? ''}`.trim());
    const { type, body } = replyTo(url, sent);
    response.writeHead(200, { 'content-type': type });
    return response.end(body);
  });
  ({ origin, close } = await listenLocally(host));
  gateway = await startGatewayHarness();
});
afterAll(async () => {
  await gateway.close();
  await close();
});

const infoOf = (place: string, spoken: Spoken): JsonObject => {
  if (spoken.startsWith('a2a')) return { a2a_agent_card: cardOf(place, spoken) };
  const url = `${origin}${place}`;
  return { agent_descriptor: { id: 'one', name: 'One', protocol: spoken, url } };
};

async function open(name: string, place: string, spoken: Spoken): Promise<void> {
  const { port } = new URL(origin);
  await gateway.open({
    ...{ name, protocol: 'http', host: '127.0.0.1', port: Number(port), path: place },
    agent_protocol: spoken.split(' ')[0] ?? '',
    ...(spoken === 'acp' ? {} : { agent_info: infoOf(place, spoken) }),
  });
}

const message = (text: string) => ({
  ...{ kind: 'message', messageId: crypto.randomUUID(), role: 'user' },
  parts: [{ kind: 'text', text }],
});

async function previewed(service: string) {
  const request = { method: 'message/send', params: { message: message('hello') } };
  const asked = { protocol: 'a2a', service, request };
  const { body } = await gateway.request('POST', '/api/gateway/preview', asked);
  const { url, body: sent } = (memberOf(body, 'sent') ?? {}) as JsonObject;
  return { refusal: memberOf(body, 'refusal'), url, method: memberOf(sent, 'method') };
}

/** All orders of some agents, begun by each of them. */
const orders = (count: number): number[][] =>
  Array.from({ length: count }, (_, first) =>
    Array.from({ length: count }, (__, index) => (first + index) % count),
  );

describe.each(protocols.filter((one) => one !== 'acp'))('agents of %s on one host', (spoken) => {
  it.each([2, 3, 4, 5])(
    '%i of them, registered in any order: each call goes to the one it is for',
    async (count) => {
      for (const order of orders(count)) {
        const run = `${spoken}-${count}-${order[0]}`.replaceAll(/[^a-z0-9-]/g, '-');
        for (const index of order) await open(`${run}-${index}`, places[index] ?? '', spoken);
        for (const index of order) {
          const place = places[index] ?? '';
          const service = `${run}-${index}`;
          const method = spoken === 'a2a 0.3' ? 'message/send' : 'SendMessage';
          const rpc = spoken.startsWith('a2a') ? method : undefined;
          expect(await previewed(service)).toEqual({
            ...{ refusal: null, url: `${origin}${place}`, method: rpc },
          });
          calls = [];
          const params = { message: message('hello'), configuration: { blocking: true } };
          const { result } = await gateway.a2a('message/send', params, { service });
          expect(JSON.stringify(result)).toContain(`"text":"${place}"`);
          expect(calls).toEqual([rpc === undefined ? place : `${place} ${rpc}`]);
        }
      }
    },
    120_000,
  );
});

/** A host that has several servers of MCP, each at its path; the tool of each says which it is. */
async function hostOfTools(paths: readonly string[]): Promise<string> {
  const servers = await Promise.all(
    paths.map((path) =>
      startMcpServer('current', {
        paint: {
          listed: { description: 'Paints.' },
          call: async () => ({ content: [{ type: 'text', text: `Painted at ${path}.` }] }),
        },
      }),
    ),
  );
  const host = createServer((request, response) => {
    const { url = '', method, headers } = request;
    const target = servers[paths.indexOf(url)]?.url;
    if (target === undefined) return response.writeHead(404).end();
    const { host: name } = new URL(target);
    const sent = requestTo(target, { method, headers: { ...headers, host: name } }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    request.pipe(sent);
  });
  const listening = await listenLocally(host);
  onTestFinished(async () => {
    await listening.close();
    for (const server of servers) await server.close();
  });
  return listening.origin;
}

it('servers of MCP on one host: each call goes to the one it is for, registered in any order', async () => {
  const paths = ['/mcp', '/hr/mcp', '/hr'];
  const at = await hostOfTools(paths);
  for (const order of orders(paths.length)) {
    const nameOf = (index: number) => `mcp-${order[0]}-${index}`;
    for (const index of order) {
      const path = paths[index] ?? '';
      const info = { serverInfo: { name: 'mcp', version: '1' }, url: `${at}${path}` };
      await gateway.open({
        ...{ name: nameOf(index), protocol: 'http', host: '127.0.0.1', path },
        ...{ port: Number(new URL(at).port), agent_protocol: 'mcp' },
        agent_info: { mcp_server_info: info },
      });
    }
    for (const index of order) {
      const parts = [{ kind: 'data', data: { tool: 'paint', arguments: {} } }];
      const params = { message: { ...message(''), parts }, configuration: { blocking: false } };
      const { result } = await gateway.a2a('message/send', params, { service: nameOf(index) });
      const id = String(memberOf(result, 'id'));
      await gateway.decide(await gateway.asked(id), { type: 'approve' });
      await gateway.untilStatus(id, 'finished');
      const read = await gateway.a2a('tasks/get', { id }, { service: nameOf(index) });
      expect(JSON.stringify(read)).toContain(`Painted at ${paths[index]}.`);
    }
  }
}, 120_000);

it('agents of ACP on one host are distinguished by their names', async () => {
  await open('acp-hr', '/agents/hr', 'acp');
  await open('acp-legal', '/agents/legal', 'acp');
  const { refusal } = await previewed('acp-hr');
  // It has no manifest there, and another one is not called in its place.
  expect(String(refusal)).toContain('404');
});

it('an agent without a registered card is not called by the card of another', async () => {
  const { port } = new URL(origin);
  await gateway.open({
    ...{ name: 'bare', protocol: 'http', host: '127.0.0.1', port: Number(port), path: '/hr/rpc' },
    agent_protocol: 'a2a',
  });
  expect(String((await previewed('bare')).refusal)).toContain('is of another agent');
  calls = [];
  const params = { message: message('hello'), configuration: { blocking: true } };
  const { result } = await gateway.a2a('message/send', params, { service: 'bare' });
  expect(result).toMatchObject({ status: { state: 'failed' } });
  expect(calls).toEqual([]);
});
