import { createServer } from 'node:http';
import { startHarness } from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { promptsOf } from '@countersign/bff/testing/prompts-of';
import { openWorkshop } from '@countersign/bff/testing/workshop';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import type { JsonObject } from '@countersign/json/json-object';
import { listenLocally } from '@countersign/testkit/local-server';
import { startMcpServer } from '@countersign/testkit/mcp-server';
import { ProtocolError } from '@modelcontextprotocol/server';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { connectMcp } from './connect.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const shown = (value: unknown): JsonObject => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
});

it('a request that is not known here is refused as such, and the call continues', async () => {
  const refused: unknown[] = [];
  const shop = await openWorkshop('2025', {
    ask: {
      listed: {},
      async call({ context }) {
        const request = { method: 'workshop/inspect', params: { part: 'door' } };
        await context.mcpReq
          .send(request, z.looseObject({}))
          .catch((error: ProtocolError) => refused.push(error.code));
        return shown('went on');
      },
    },
  });
  closing.push(shop.close);
  const taskId = await shop.call('ask');
  await shop.harness().untilStatus(taskId, 'finished');
  expect(refused).toEqual([-32_601]);
  expect(shop.resultOf(taskId)).toMatchObject({ content: '"went on"' });
});

it('an address that a call requires is asked for, and the call is repeated in the same session', async () => {
  const sessions: unknown[] = [];
  const required = { url: 'https://bank.example/sign-in', message: 'Sign in first.' };
  const elicitations = [{ mode: 'url', elicitationId: 'sign-in-1', ...required }];
  const shop = await openWorkshop('2025', {
    pay: {
      listed: {},
      async call({ context }) {
        sessions.push(context.sessionId);
        if (sessions.length === 1) throw new ProtocolError(-32_042, 'Sign in', { elicitations });
        return shown('paid');
      },
    },
  });
  closing.push(shop.close);
  const taskId = await shop.call('pay');
  const prompt = await shop.harness().untilPrompt(taskId, 'open');
  expect(prompt.origin).toMatchObject({ kind: 'url' });
  expect(prompt.message.upPrompt?.outputs).toMatchObject([
    { url: required.url, name: 'bank.example' },
  ]);
  await shop.decide(prompt, { type: 'approve' });
  await shop.harness().untilStatus(taskId, 'finished');
  expect(shop.resultOf(taskId)).toMatchObject({ content: '"paid"' });
  expect(sessions).toHaveLength(2);
  expect(new Set(sessions).size).toBe(1);
});

it('addresses that are required in several rounds of one call are questions of their own', async () => {
  const requestedSchema = { type: 'object', properties: { amount: { type: 'integer' } } };
  const params = { mode: 'form', message: 'How much?', requestedSchema };
  const amount = { method: 'elicitation/create', params };
  const server = await startMcpServer('current', {
    pay: {
      listed: {},
      call: async ({ context }) =>
        context.mcpReq.inputResponses?.['it'] === undefined
          ? { resultType: 'input_required', inputRequests: { it: amount } }
          : shown('paid'),
    },
  });
  closing.push(server.close);
  const gateway = await signInGateway(server.url, new Set([1, 3]));
  closing.push(gateway.close);
  const described = { id: 'shop', name: 'Shop', protocol: 'mcp', url: `${gateway.origin}/mcp` };
  const agent = agentDescriptorSchema.parse({ ...described, mcp: { direct: ['pay'] } });
  const { request, services, until, untilStatus, events, close } = await startHarness({
    agents: [agent],
  });
  closing.push(close);
  const input = { tool: 'pay', arguments: {} };
  const { body } = await request('POST', '/api/tasks', { agentId: 'shop', input });
  const taskId = String(body['taskId']);
  const asked = new Set<string>();
  for (const feedback of [
    { type: 'approve' },
    { type: 'edit', content: { value: { amount: 5 } } },
    { type: 'approve' },
  ]) {
    const { id, digest, message } = await until(
      async () => (await promptsOf(services.journal.read, taskId, 'open'))[0],
    );
    asked.add(message.messageId);
    const decision = { feedback, digest, idempotencyKey: `answer-${asked.size}` };
    expect((await request('POST', `/api/prompts/${id}/decisions`, decision)).status).toBe(201);
  }
  await untilStatus(taskId, 'finished');
  expect(asked.size).toBe(3);
  expect(JSON.stringify(events(taskId))).toContain('paid');
});

/** In front of a server: requires an address for some of the calls of tools, by number, as servers of 2025 do. */
async function signInGateway(url: string, refused: ReadonlySet<number>) {
  const elicitations = [{ mode: 'url', url: 'https://bank.example/', message: 'Sign in.' }];
  const error = { code: -32_042, message: 'Sign in', data: { elicitations } };
  let calls = 0;
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    const { id = null, method = '' } = body === '' ? {} : JSON.parse(body);
    if (method === 'tools/call') calls += 1;
    if (method === 'tools/call' && refused.has(calls)) {
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
      return;
    }
    const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
      /^(accept|content-type|mcp-.*)$/.test(name) ? [[name, String(value)]] : [],
    );
    const reply = await fetch(url, {
      method: incoming.method ?? 'GET',
      headers: Object.fromEntries(headers),
      ...(body === '' ? {} : { body }),
    });
    outgoing.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' });
    outgoing.end(Buffer.from(await reply.arrayBuffer()));
  });
  return listenLocally(server);
}

it('a required address that a person does not open gives the call up', async () => {
  const elicitations = [{ mode: 'url', url: 'https://bank.example/', message: 'Sign in.' }];
  const shop = await openWorkshop('2025', {
    pay: {
      listed: {},
      call: () => Promise.reject(new ProtocolError(-32_042, 'Sign in', { elicitations })),
    },
  });
  closing.push(shop.close);
  const taskId = await shop.call('pay');
  const prompt = await shop.harness().untilPrompt(taskId, 'open');
  await shop.decide(prompt, { type: 'reject' });
  await shop.harness().untilStatus(taskId, 'finished');
  expect(shop.resultOf(taskId)).toMatchObject({
    error: 'The call was given up: The operator did not open the address.',
  });
});

it('a refusal is said in the words of this server, with the text of the other one as a quote', async () => {
  const shop = await openWorkshop('2025', {
    pay: { listed: {}, call: () => Promise.reject(new ProtocolError(-32_000, 'No money')) },
  });
  closing.push(shop.close);
  const taskId = await shop.call('pay');
  await shop.harness().untilStatus(taskId, 'failed');
  const { body } = await shop.harness().request('GET', `/api/tasks/${taskId}/snapshot`);
  expect(body['thread'].run.statement).toMatchObject({ code: 'call.tool-refused' });
  expect(shop.harness().facts(taskId, 'countersign.anomaly')).toEqual([]);
});

it('a server that takes requests and never answers is said to be silent', async () => {
  let requests = 0;
  const server = createServer((request) => {
    request.resume();
    requests += 1;
  });
  const { origin, close } = await listenLocally(server);
  closing.push(close);
  const described = { id: 'silent', name: 'Silent', protocol: 'mcp', url: `${origin}/mcp` };
  const clock = createManualClock();
  const connecting = connectMcp({
    agent: agentDescriptorSchema.parse(described),
    clock,
    signal: new AbortController().signal,
    commands: null,
    answerMs: 60_000,
  });
  const failure = connecting.catch((error: unknown) => error);
  await expect.poll(() => requests).toBe(1);
  clock.advance(60_000);
  expect(await failure).toMatchObject({ code: 'timeout', message: 'It did not answer in time.' });
  expect(requests).toBe(1);
});

it.each([
  ['current', { 'mcp-param-region': 'eu-1', 'mcp-param-note': '=?base64?w6k=?=' }],
  ['2025', {}],
] as const)(
  'arguments are repeated in headers where the revision has that (%s)',
  async (era, given) => {
    const declared = (name: string) => ({ type: 'string', 'x-mcp-header': name });
    const properties = { region: declared('Region'), note: declared('Note'), count: {} };
    const shop = await openWorkshop(era, {
      move: {
        listed: { inputSchema: { type: 'object', properties } },
        call: async ({ arguments: args }) => ({ structuredContent: args }),
      },
    });
    closing.push(shop.close);
    const args = { region: 'eu-1', note: 'é', count: 3 };
    const taskId = await shop.call('move', args);
    await shop.harness().untilStatus(taskId, 'finished');
    expect(shop.resultOf(taskId)).toMatchObject({ content: args });
    const sent = shop.server.headers.flatMap((headers) =>
      Object.entries(headers).filter(([name]) => name.startsWith('mcp-param-')),
    );
    expect(Object.fromEntries(sent)).toEqual(given);
  },
);
