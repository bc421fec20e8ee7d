import {
  adminToken,
  type Harness,
  type HarnessOptions,
  startHarness,
} from '@countersign/bff/testing/harness';
import { afterEach, expect, it } from 'vitest';

let harness: Harness;
afterEach(() => harness?.close());
const start = async (options: HarnessOptions = {}) => {
  harness = await startHarness(options);
};
const get = (path: string, headers: Record<string, string>) =>
  harness.app.inject({ url: path, headers: { host: '127.0.0.1', ...headers } });

it('a cookie without the proof does not identify, nor does the proof without the cookie', async () => {
  await start();
  const session = await harness.signIn({ token: adminToken });
  const { cookie, 'countersign-proof': proof } = session;
  expect((await get('/api/me', session)).statusCode).toBe(200);
  const stolen = await get('/api/me', { cookie });
  expect(stolen.statusCode).toBe(401);
  // The holder of a stolen cookie does not learn that it is valid.
  expect(stolen.json()).not.toHaveProperty('session');
  expect((await get('/api/me', { 'countersign-proof': proof })).json()).toMatchObject({
    status: 401,
    session: 'cookie-missing',
  });
  expect((await get('/api/me', { cookie, 'countersign-proof': 'guess' })).json()).toMatchObject({
    status: 401,
    session: 'over',
  });
  const other = await harness.signIn({ token: adminToken });
  expect(
    (await get('/api/me', { cookie: other.cookie, 'countersign-proof': proof })).json(),
  ).toMatchObject({
    session: 'cookie-replaced',
  });
});

it('is not ended by the cookie only, and no secret of it is kept in the store', async () => {
  await start();
  const session = await harness.signIn({ token: adminToken });
  const out = (headers: object) =>
    harness.app.inject({
      method: 'DELETE',
      url: '/api/session',
      headers: { host: '127.0.0.1', ...headers },
    });
  expect((await out({ cookie: session.cookie })).statusCode).toBe(204);
  expect((await get('/api/me', session)).statusCode).toBe(200);
  const rows = JSON.stringify(await harness.services.journal.read.all('SELECT * FROM sessions'));
  expect(rows).not.toContain(session['countersign-proof']);
  expect(rows).not.toContain(session.cookie.split('=')[1]);
  // Its cookie is gone: the session can still be ended.
  expect((await out({ 'countersign-proof': session['countersign-proof'] })).statusCode).toBe(204);
  expect((await get('/api/me', session)).json()).toMatchObject({ session: 'over' });
});

it('continues with cookies of the same name set by another port', async () => {
  await start();
  const session = await harness.signIn({ token: adminToken });
  const [name] = session.cookie.split('=');
  const cookie = `${name}=shadow; countersign_session=old; ${session.cookie}; ${name}=; x=y`;
  expect((await get('/api/me', { ...session, cookie })).statusCode).toBe(200);
});

it('continues with as many cookies as a browser keeps for a host', async () => {
  await start();
  const session = await harness.signIn({ token: adminToken });
  const url = await harness.listen();
  const many = Array.from({ length: 150 }, (_, index) => `c${index}=${'x'.repeat(4_000)}`);
  const response = await fetch(`${url}/api/me`, {
    headers: {
      'countersign-proof': session['countersign-proof'],
      // The name has the port that the browser asks for.
      cookie: [...many, session.cookie.replace('_80=', `_${new URL(url).port}=`)].join('; '),
    },
  });
  expect(response.status).toBe(200);
});

it.each(['same-site', 'cross-site'])('sends nothing to a page that is %s', async (site) => {
  await start();
  const session = await harness.signIn({ token: adminToken });
  const headers = { ...session, 'sec-fetch-site': site };
  for (const path of ['/api/me', '/api/prompts', '/api/stream?tasks=*', '/api/openapi.json']) {
    expect([path, (await get(path, headers)).statusCode]).toEqual([path, 403]);
  }
  // A program has no session that a page could use.
  const bearer = { authorization: `Bearer ${adminToken}`, 'sec-fetch-site': site };
  expect((await get('/api/me', bearer)).statusCode).toBe(200);
});

it.each([
  ['the settings', { host: 'console.example' }],
  ['a proxy', { host: '127.0.0.1', 'x-forwarded-proto': 'https' }],
])('has a cookie for TLS only if %s indicate it', async (_who, headers) => {
  await start({ secureHost: 'console.example', hosts: ['console.example'] });
  const signedIn = await harness.app.inject({
    method: 'POST',
    url: '/api/session',
    headers,
    payload: { token: adminToken },
  });
  const cookie = String(signedIn.headers['set-cookie']);
  expect(cookie).toMatch(/^__Host-countersign_session=[^;]+;/);
  expect(cookie).toMatch(/; Path=\/(;|$)/);
  expect(cookie).toContain('Secure');
  expect(cookie).not.toContain('Domain');
  const me = await get('/api/me', {
    ...headers,
    cookie: cookie.split(';')[0] ?? '',
    'countersign-proof': signedIn.json().proof,
  });
  expect(me.statusCode).toBe(200);
});

it('responses of the interface are not cached', async () => {
  await start();
  for (const path of ['/api/me', '/api/tasks', '/api/agents/none', '/api/openapi.json']) {
    const { headers } = await harness.request('GET', path);
    expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
  }
  expect((await get('/api/me', {})).headers['cache-control']).toBe('no-store');
});
