import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type Harness, type HarnessOptions, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { selfSigned } from '@countersign/bff/testing/self-signed';
import { listenLocally } from '@countersign/testkit/local-server';
import { afterEach, expect, it } from 'vitest';

let harness: Harness;
let server: Server;
afterEach(async () => {
  await harness?.close();
  server?.closeAllConnections();
  server?.close();
});

async function serving(listener: RequestListener, options: HarnessOptions = {}): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  harness = await startHarness(options);
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/agent`;
}
const tryOut = async (body: object) =>
  (await harness.request('POST', '/api/agents/test', body)).body;

it('tries what is possible without a run, and reports that more needs one', async () => {
  const methods: string[] = [];
  const url = await serving((request, response) => {
    methods.push(request.method ?? '');
    if (request.url === '/.well-known/agent-card.json') {
      const card = { name: 'Planner', url: '/agent', protocolVersion: '0.3.0' };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(card));
    } else response.writeHead(405, { allow: 'POST' }).end();
  });
  const found = await tryOut({ url });
  expect(found).toMatchObject({ needsRun: true, spoke: null, wantsHeader: false });
  expect(found.findings.map(({ kind }) => kind)).toEqual(['good', 'good', 'note', 'note']);
  expect(found.findings[1]?.text).toContain('Planner');
  expect(found.findings[2]?.text).toContain('choose A2A');
  expect(found.findings.map(({ statement }) => statement?.code)).toEqual([
    'trial.answers',
    'trial.card-name',
    'trial.card-hint',
    'trial.stream-unknown',
  ]);
  // As an A2A agent, its card says where it is called.
  const asA2a = await tryOut({ url, protocol: 'a2a' });
  expect(asA2a.findings[1]?.text).toContain(`It is called at ${url} (JSONRPC, version 0.3.0).`);
  expect(methods).not.toContain('POST');
});

it('starts a run only if permitted, and reports the result', async () => {
  const url = await serving((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: RUN_STARTED\ndata: {"threadId":"t"}\n\n');
    response.write('data: {"type":"TEXT_MESSAGE_CHUNK","messageId":"msg-1","delta":"Hello"}\n\n');
    response.end('data: {"type":"RUN_ERROR","message":"No credit left"}\n\n');
  });
  const found = await tryOut({ url, startRun: true });
  expect(found.spoke).toBe('ag-ui');
  expect(found.findings).toMatchObject([
    { kind: 'good', text: expect.stringContaining('RUN_STARTED, TEXT_MESSAGE_CHUNK') },
    { kind: 'good', text: 'It uses AG-UI.' },
    { kind: 'bad', text: expect.stringContaining('No credit left') },
  ]);
  const tasks = await harness.request('GET', '/api/tasks');
  expect(tasks.body.items).toEqual([]);
});

it('mentions headers if they are missing', async () => {
  const url = await serving((request, response) => {
    response.writeHead(request.headers.authorization === 'Bearer good' ? 204 : 401).end();
  });
  expect(await tryOut({ url })).toMatchObject({
    wantsHeader: true,
    findings: [{ kind: 'bad', text: expect.stringContaining('add an Authorization header') }, {}],
  });
  expect(await tryOut({ url, headers: { Authorization: 'Bearer good' } })).toMatchObject({
    wantsHeader: false,
    findings: [{ kind: 'good' }, {}],
  });
});

it('says why there is no response, and calls no address that is never called', async () => {
  const url = await serving((_request, response) => response.end());
  await new Promise((resolve) => server.close(resolve));
  expect((await tryOut({ url })).findings).toMatchObject([
    { kind: 'bad', text: expect.stringContaining('Nothing listens there') },
  ]);
  expect((await tryOut({ url: 'http://169.254.169.254/latest' })).findings[0]?.kind).toBe('bad');
});

it('says what is wrong with a certificate, and with a server that has none', async () => {
  const { key, cert } = selfSigned;
  const secure = createSecureServer({ key, cert }, (_request, response) => response.end());
  const { origin, close } = await listenLocally(secure);
  const url = await serving((_request, response) => response.end());
  const [unknown] = (await tryOut({ url: origin.replace('http:', 'https:') })).findings;
  expect(unknown).toMatchObject({ kind: 'bad', text: expect.stringContaining('certificate') });
  const [plain] = (await tryOut({ url: url.replace('http:', 'https:') })).findings;
  expect(plain).toMatchObject({ kind: 'bad', text: expect.stringContaining('use http://') });
  await close();
});

it('says that there is no answer in time', async () => {
  const clock = createManualClock();
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const url = await serving(isAsked, { clock });
  const trying = tryOut({ url });
  await asked;
  clock.advance(60_000);
  expect((await trying).findings).toMatchObject([
    { kind: 'bad', statement: { code: 'call.timeout' } },
  ]);
});

it('recognises what is at the address, or at a usual path of the same server; only what speaks MCP gets a POST', async () => {
  const methods = new Set<string | undefined>();
  const posted = new Set<string | undefined>();
  const answers: Record<string, [string, string]> = {
    '/agent': ['text/html; charset=utf-8', '<!doctype html><title>Sign in</title>'],
    '/mcp': [
      'application/json',
      '{"jsonrpc":"2.0","error":{"code":-32000,"message":"No session"}}',
    ],
    '/openapi.json': ['application/json', '{"openapi":"3.1.0","info":{"title":"Shop"}}'],
    '/agents': ['application/json', '{"agents":[{"name":"echo"}]}'],
    '/utcp': ['application/json', '{"utcp_version":"1.0.1","tools":[]}'],
  };
  const url = await serving((request, response) => {
    if (request.method === 'POST') posted.add(request.url);
    else methods.add(request.method);
    const [type, text] = answers[request.url ?? ''] ?? [];
    if (type === undefined || request.method === 'POST') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type }).end(text);
  });
  const codes = ({ findings }: Awaited<ReturnType<typeof tryOut>>) =>
    findings.map(({ statement }) => statement?.code);
  const { origin } = new URL(url);
  const page = await tryOut({ url });
  expect(page.findings.map(({ text }) => text)).toEqual([
    'It answers (HTTP 200).',
    'This is a web page, not an agent.',
    `At ${origin}/mcp is an MCP server.`,
    `At ${origin}/agents is a list of ACP agents.`,
    `At ${origin}/openapi.json is an OpenAPI description of an interface, not an agent.`,
    `At ${origin}/utcp is a UTCP manual of tools, not an agent.`,
    expect.anything(),
  ]);
  const mcp = await tryOut({ url: `${origin}/mcp` });
  expect(codes(mcp)).toEqual(['trial.answers', 'trial.is-there']);
  // A run there is the call of a tool, also where the protocol is declared.
  expect(mcp).toMatchObject({ needsRun: false });
  const declared = await tryOut({ url: `${origin}/mcp`, protocol: 'mcp' });
  expect(declared).toMatchObject({ needsRun: false });
  expect(page).toMatchObject({ needsRun: true });
  expect(mcp.findings[1]?.text).toBe('This is an MCP server.');
  expect(methods).toEqual(new Set(['OPTIONS', 'GET']));
  expect(posted).toEqual(new Set(['/mcp']));
  // It does not say who it is.
  expect(mcp.findings[1]?.suggestion).toEqual({ url: `${origin}/mcp`, protocol: 'mcp' });
  // The server of tools, and the only agent of the list.
  expect(page.findings.flatMap(({ suggestion }) => suggestion ?? [])).toEqual([
    { url: `${origin}/mcp`, protocol: 'mcp' },
    { url: `${origin}/agents/echo`, protocol: 'acp', name: 'echo' },
  ]);
});

it('names the kind of authentication that is asked for', async () => {
  const url = await serving((_request, response) =>
    response.writeHead(401, { 'www-authenticate': 'Bearer realm="agents", scope="run"' }).end(),
  );
  const { findings } = await tryOut({ url });
  expect(findings[1]?.text).toBe('It asks for this kind of authentication: Bearer.');
});
