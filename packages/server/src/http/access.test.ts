import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  adminToken,
  describeAgent,
  type Harness,
  type HarnessOptions,
  startHarness,
} from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { type ScriptedAgent, startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import { afterEach, expect, it } from 'vitest';
import { sessionLifetimeMs } from '../guard/session-cookie.ts';

let harness: Harness;
let agent: ScriptedAgent | null = null;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
  agent = null;
});
const start = async (options: HarnessOptions = {}) => {
  harness = await startHarness(options);
};
const nobody = { authorization: '' };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it('denies everything but the health check without a token', async () => {
  await start();
  for (const path of ['/api/me', '/api/tasks', '/api/stream?tasks=*', '/api/openapi.json']) {
    const { status, body } = await harness.request('GET', path, undefined, nobody);
    expect(status).toBe(401);
    expect(body.type).toBe('/problems/unauthorized');
  }
  expect((await harness.request('GET', '/api/me', undefined, bearer('guess'))).status).toBe(401);
  expect((await harness.request('GET', '/health', undefined, nobody)).status).toBe(200);
  expect((await harness.request('GET', '/health/ready', undefined, nobody)).status).toBe(200);
});

it('exchanges a code once, and a token again and again, for a session', async () => {
  await start();
  const signIn = (body: object) => harness.request('POST', '/api/session', body, nobody);
  const first = await signIn({ code: 'one-time-code' });
  expect(first.status).toBe(200);
  expect(first.body).toEqual({
    id: 'admin',
    name: 'Administrator',
    role: 'admin',
    groups: [],
    proof: expect.stringMatching(/^[\w-]{43}$/),
  });
  const cookie = String(first.headers['set-cookie']);
  expect(cookie).toMatch(/^countersign_session_80=.+HttpOnly; SameSite=Strict/);
  expect((await signIn({ code: 'one-time-code' })).status).toBe(401);
  expect((await signIn({ token: 'wrong' })).status).toBe(401);
  const session = { cookie: cookie.split(';')[0]!, 'countersign-proof': first.body.proof };
  // An empty authorization header is still an invalid one; a browser sends none at all.
  const me = async () =>
    harness.app.inject({ url: '/api/me', headers: { host: 'localhost', ...session } });
  expect((await me()).json()).toMatchObject({ id: 'admin' });
  const out = await harness.app.inject({
    method: 'DELETE',
    url: '/api/session',
    headers: { host: 'localhost', ...session, 'sec-fetch-site': 'same-origin' },
  });
  expect(out.statusCode).toBe(204);
  expect((await me()).statusCode).toBe(401);
});

it('ends the streams of a session with it: when it expires, and at sign-out', async () => {
  const clock = createManualClock();
  await start({ clock });
  const url = await harness.listen();
  const ended: string[] = [];
  const follow = async (name: string) => {
    const signIn = await fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: adminToken }),
    });
    const session = {
      cookie: String(signIn.headers.get('set-cookie')).split(';')[0] ?? '',
      'countersign-proof': ((await signIn.json()) as { proof: string }).proof,
    };
    const stream = await fetch(`${url}/api/stream?tasks=*`, { headers: session });
    expect(stream.headers.get('cache-control')).toContain('no-store');
    const end = stream.text().then(
      () => ended.push(name),
      () => ended.push(name),
    );
    return { session, end };
  };
  const first = await follow('first');
  clock.advance(sessionLifetimeMs - 1_000);
  const second = await follow('second');
  expect(ended).toEqual([]);
  clock.advance(1_000);
  await first.end;
  expect(ended).toEqual(['first']);
  expect((await fetch(`${url}/api/me`, { headers: first.session })).status).toBe(401);
  const headers = { ...second.session, 'sec-fetch-site': 'same-origin' };
  await fetch(`${url}/api/session`, { method: 'DELETE', headers });
  await second.end;
  expect(ended).toEqual(['first', 'second']);
});

it('accepts changes by cookie only from its own pages, and only as JSON', async () => {
  await start();
  const session = await harness.signIn({ code: 'one-time-code' });
  const post = async (
    headers: Record<string, string>,
    payload = '{"agentId":"none","message":"x"}',
  ) =>
    (
      await harness.app.inject({
        method: 'POST',
        url: '/api/tasks',
        headers: { host: '127.0.0.1', ...session, 'content-type': 'application/json', ...headers },
        payload,
      })
    ).statusCode;
  const passed = 422;
  expect(await post({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await post({ 'sec-fetch-site': 'same-site' })).toBe(403);
  expect(await post({ origin: 'http://evil.example' })).toBe(403);
  expect(await post({ origin: 'null' })).toBe(403);
  expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(passed);
  expect(await post({ origin: 'http://127.0.0.1' })).toBe(passed);
  // A request from the address bar (`none`) must not change anything either.
  expect(await post({ 'sec-fetch-site': 'none' })).toBe(403);
  const plain = { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' };
  expect(await post(plain)).toBe(415);
  expect(await post({ host: 'rebound.example' })).toBe(403);
});

it('lets viewers look, operators decide, and administrators arrange', async () => {
  await start();
  const token = async (id: string, role: string) =>
    (await harness.request('POST', '/api/operators', { id, name: id, role })).body.token;
  const viewer = bearer(await token('vera', 'viewer'));
  const operator = bearer(await token('otto', 'operator'));
  expect((await harness.request('GET', '/api/me', undefined, operator)).body).toEqual({
    id: 'otto',
    name: 'otto',
    parts: expect.arrayContaining(['people', 'desk']),
    role: 'operator',
    groups: [],
  });
  const task = { agentId: 'none', message: 'x' };
  expect((await harness.request('GET', '/api/tasks', undefined, viewer)).status).toBe(200);
  expect((await harness.request('POST', '/api/tasks', task, viewer)).status).toBe(403);
  expect((await harness.request('POST', '/api/tasks', task, operator)).body.type).toMatch(
    /unknown-agent$/,
  );
  const fresh = { id: 'eve', name: 'Eve', role: 'admin', groups: [] };
  expect((await harness.request('POST', '/api/operators', fresh, operator)).status).toBe(403);
  expect((await harness.request('POST', '/api/operators', { ...fresh, id: 'otto' })).status).toBe(
    409,
  );
  expect((await harness.request('DELETE', '/api/operators/otto')).status).toBe(204);
  expect((await harness.request('GET', '/api/me', undefined, operator)).status).toBe(401);
  const store = readFileSync(join(harness.directory, 'countersign.db')).toString('latin1');
  expect(store).not.toContain(viewer.authorization.slice(7));
});

it('keeps the secrets of agents: sealed at rest, never in an answer', async () => {
  agent = await startScriptedAgent();
  await start({ agents: [describeAgent(agent, { id: 'from-file' })] });
  const added = {
    id: 'added',
    name: 'Added',
    url: 'http://127.0.0.1:9/',
    headers: { authorization: 'Bearer top-secret-value' },
  };
  const created = await harness.request('POST', '/api/agents', added);
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ headerNames: ['authorization'], source: 'api' });
  expect((await harness.request('POST', '/api/agents', added)).body.type).toMatch(/agent-exists$/);
  const changed = await harness.request('PATCH', '/api/agents/added', { name: 'Renamed' });
  expect(changed.body).toMatchObject({ name: 'Renamed', headerNames: ['authorization'] });
  expect((await harness.request('PATCH', '/api/agents/from-file', { name: 'x' })).status).toBe(403);
  const list = await harness.request('GET', '/api/agents');
  const audit = await harness.request('GET', '/api/audit');
  expect(JSON.stringify([list.body, audit.body])).not.toMatch(/top-secret-value|do-not-tell/);
  for (const file of ['countersign.db', 'countersign.db-wal']) {
    const bytes = readFileSync(join(harness.directory, file)).toString('latin1');
    expect(bytes).not.toMatch(/top-secret-value|do-not-tell/);
  }
  expect((await harness.request('DELETE', '/api/agents/added')).status).toBe(204);
  expect((await harness.request('GET', '/api/agents/added')).status).toBe(404);
});

it.each([
  'http://169.254.169.254/latest',
  'http://[fe80::1]/',
  'http://[::ffff:169.254.1.1]/',
  'file:///etc/passwd',
  // Every operator would see it.
  'http://name:password@127.0.0.1/',
])('does not accept %s for an agent', async (url) => {
  await start();
  const { status } = await harness.request('POST', '/api/agents', { id: 'x', name: 'X', url });
  expect(status).toBe(400);
});

it('responds to nonsense with problems', async () => {
  await start();
  const raw = await harness.app.inject({
    method: 'POST',
    url: '/api/tasks',
    headers: {
      host: 'localhost',
      ...bearer('administrator-token-of-tests'),
      'content-type': 'application/json',
    },
    payload: '{"agentId":',
  });
  expect(raw.statusCode).toBe(400);
  expect(raw.headers['content-type']).toMatch(/^application\/problem\+json/);
  const missing = await harness.request('POST', '/api/tasks', { agentId: 'x' });
  expect(missing.body).toMatchObject({ status: 400, errors: [{ path: expect.any(String) }] });
  const large = await harness.request('POST', '/api/tasks', {
    agentId: 'x',
    message: 'y'.repeat(3_000_000),
  });
  expect(large.body.type).toMatch(/too-large$/);
  const deep = await harness.app.inject({
    method: 'POST',
    url: '/api/tasks',
    headers: {
      host: 'localhost',
      ...bearer('administrator-token-of-tests'),
      'content-type': 'application/json',
    },
    payload: `{"agentId":"x","input":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
  });
  expect(deep.statusCode).toBe(400);
  expect((await harness.request('GET', '/api/nowhere')).body.type).toMatch(/not-found$/);
  expect((await harness.request('GET', '/api/tasks?cursor=zzz')).status).toBe(400);
  expect((await harness.request('GET', '/api/prompts/none')).status).toBe(404);
});

it('limits the request rate of an operator', async () => {
  await start({ requestsPerMinute: 3 });
  const statuses: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    statuses.push((await harness.request('GET', '/api/me')).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});

it('chains the audit so that a change is detected', async () => {
  await start({ policy: 'default' });
  for (const id of ['a', 'b', 'c']) {
    await harness.request('POST', '/api/operators', { id, name: id, role: 'viewer' });
  }
  const verified = await harness.request('GET', '/api/audit/verify');
  expect(verified.body).toMatchObject({ ok: true, rows: 3, brokenAt: null, what: null });
  const page = await harness.request('GET', '/api/audit?limit=2');
  expect(page.body.items.map((row: { number: number }) => row.number)).toEqual([3, 2]);
  const next = await harness.request('GET', `/api/audit?limit=2&cursor=${page.body.nextCursor}`);
  expect(next.body.items.map((row: { number: number }) => row.number)).toEqual([1]);
  const { directory } = harness;
  await harness.close('keep-directory');
  const { openDatabase } = await import('../store/sqlite/database.ts');
  const tamper = openDatabase(join(directory, 'countersign.db'), 'write');
  tamper.run(`UPDATE audit SET row = replace(row, '"b"', '"x"') WHERE number = 2`);
  tamper.close();
  await start({ directory });
  expect((await harness.request('GET', '/api/audit/verify')).body).toMatchObject({
    ok: false,
    brokenAt: 2,
  });
});

it('describes itself by OpenAPI 3.1', async () => {
  await start();
  const { body } = await harness.request('GET', '/api/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining(['/api/tasks', '/api/prompts/{id}/decisions', '/api/stream', '/health']),
  );
});

it('serves the console: the page for every path, assets cached forever, under a strict policy', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'countersign-dist-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  writeFileSync(join(dist, 'assets', 'main-abc.js'), '1');
  await start({ consoleDir: dist });
  const page = await harness.request('GET', '/tasks/42', undefined, nobody);
  expect(page.body).toBe('<!doctype html>');
  expect(page.headers['cache-control']).toBe('no-cache');
  expect(page.headers['content-security-policy']).toMatch(
    /default-src 'self'.*frame-ancestors 'none';require-trusted-types-for 'script';trusted-types countersign-layout countersign-shell$/,
  );
  const asset = await harness.request('GET', '/assets/main-abc.js', undefined, nobody);
  expect(asset.headers['cache-control']).toMatch(/immutable/);
  expect((await harness.request('GET', '/assets/gone.js', undefined, nobody)).status).toBe(404);
  expect((await harness.request('GET', '/api/nothing')).status).toBe(404);
  rmSync(dist, { recursive: true });
});
