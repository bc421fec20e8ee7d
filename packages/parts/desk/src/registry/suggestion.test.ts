import { createServer, request as httpRequest, type RequestListener } from 'node:http';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { startA2aAgent } from '@countersign/testkit/a2a-agent';
import { listenLocally } from '@countersign/testkit/local-server';
import { startMcpServer } from '@countersign/testkit/mcp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';

let harness: Harness;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  harness = await startHarness();
  closing.push(harness.close);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serving(listener: RequestListener): Promise<string> {
  const { origin, close } = await listenLocally(createServer(listener));
  closing.push(close);
  return origin;
}

/** The suggestions for an address, and all codes of what was found. */
async function tested(body: object) {
  const { findings } = (await harness.request('POST', '/api/agents/test', body)).body;
  return {
    suggestions: findings.flatMap(({ suggestion }) => suggestion ?? []),
    codes: findings.map(({ statement }) => statement?.code),
    texts: findings.map(({ text }) => text),
  };
}

it.each(['2025', 'current'] as const)(
  'an MCP server (%s) is found by its host alone, and suggested by its name',
  async (era) => {
    const shop = await startMcpServer(era, {});
    closing.push(shop.close);
    const { port } = new URL(shop.url);
    const origin = await serving((request, response) => {
      if (request.url !== '/mcp') {
        response.writeHead(404).end();
        return;
      }
      const { method, headers } = request;
      const onward = httpRequest(
        { port, path: '/mcp', method, headers, agent: false },
        (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          response.flushHeaders();
          answer.pipe(response);
        },
      );
      request.pipe(onward.on('error', () => response.destroy()));
    });
    const { suggestions, texts } = await tested({ url: origin });
    expect(texts).toContain(`At ${origin}/mcp is an MCP server.`);
    expect(suggestions).toEqual([
      {
        url: `${origin}/mcp`,
        protocol: 'mcp',
        name: 'Workshop',
        description: 'Tools of a workshop.',
      },
    ]);
  },
);

it('an agent with an A2A card is suggested at its address, by the name of its card', async () => {
  const agent = await startA2aAgent();
  closing.push(agent.close);
  const { name, description } = JSON.parse(agent.card);
  const found = { url: agent.origin, protocol: 'a2a', name, description };
  expect((await tested({ url: agent.origin })).suggestions).toEqual([found]);
  expect((await tested({ url: agent.origin, protocol: 'a2a' })).suggestions).toEqual([found]);
});

it('the description of an agent is suggested only at its own origin and in a known protocol', async () => {
  let described: object = {};
  const origin = await serving((request, response) => {
    if (request.url !== '/card') response.writeHead(404).end();
    else {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(described));
    }
  });
  const suggestionsFor = async (part: object) => {
    described = { id: 'p', name: 'Planner', url: '/run', protocol: 'hai', ...part };
    const { suggestions, codes } = await tested({ url: origin });
    expect(codes).toContain('trial.is-elsewhere');
    return suggestions;
  };
  const planner = { url: `${origin}/run`, protocol: 'hai', name: 'Planner' };
  expect(await suggestionsFor({})).toEqual([planner]);
  expect(await suggestionsFor({ name: ' ', description: 'x'.repeat(9_000) })).toEqual([
    { url: `${origin}/run`, protocol: 'hai', description: 'x'.repeat(2_000) },
  ]);
  expect(await suggestionsFor({ url: 'http://127.0.0.1:9/run' })).toEqual([]);
  expect(await suggestionsFor({ url: 'http://[' })).toEqual([]);
  expect(await suggestionsFor({ protocol: 'semaphore' })).toEqual([]);
  expect(await suggestionsFor({ protocol: 'Not an id' })).toEqual([]);
  // Its agents call this server: such an address is never called.
  expect(await suggestionsFor({ protocol: 'mcp-client' })).toEqual([]);
});

it('where GET is refused without a word, MCP is possible by its path or headers, and gets no POST', async () => {
  const posted: string[] = [];
  let answers: Record<string, [number, Record<string, string>]> = {};
  const origin = await serving((request, response) => {
    if (request.method === 'POST') posted.push(request.url ?? '');
    const [status, headers] = answers[request.url ?? ''] ?? answers['*'] ?? [404, {}];
    response.writeHead(status, headers).end();
  });
  const mcpAt = (path: string) => [{ url: `${origin}${path}`, protocol: 'mcp' }];

  answers = { '/mcp': [405, { 'content-type': 'application/json' }] };
  const elsewhere = await tested({ url: origin });
  expect(elsewhere.texts).toContain(`At ${origin}/mcp is possibly an MCP server.`);
  expect(elsewhere.suggestions).toEqual(mcpAt('/mcp'));
  answers = { '/tools': [405, { allow: 'POST, DELETE' }] };
  expect((await tested({ url: `${origin}/tools` })).suggestions).toEqual(mcpAt('/tools'));
  answers = { '/tools': [405, { 'access-control-expose-headers': 'Mcp-Session-Id' }] };
  expect((await tested({ url: `${origin}/tools` })).suggestions).toEqual(mcpAt('/tools'));

  answers = { '/mcp': [405, { allow: 'PUT' }] };
  expect((await tested({ url: origin })).suggestions).toEqual([]);
  // An agent that takes only POST, at every path.
  answers = { '*': [405, { allow: 'POST' }] };
  expect((await tested({ url: `${origin}/agent` })).suggestions).toEqual([]);
  expect(posted).toEqual([]);
});

it('a run that has shown the protocol suggests it', async () => {
  const url = await serving((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"type":"TEXT_MESSAGE_CHUNK","messageId":"msg-1","delta":"Hello"}\n\n');
  });
  const { suggestions } = await tested({ url, startRun: true });
  expect(suggestions).toEqual([{ url, protocol: 'ag-ui' }]);
});
