import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, request as tlsRequest } from 'node:https';
import { proofHeader } from '@countersign/api/settings/session';
import { adminToken, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { selfSigned } from '@countersign/bff/testing/self-signed';
import { afterEach, expect, it } from 'vitest';

let harness: Harness | null = null;
const servers: { close(): unknown }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await harness?.close();
  harness = null;
});

/** A proxy in front of the server: with TLS outside and plain HTTP inside, as a load balancer does it. */
async function startProxy(target: string, client = '203.0.113.7') {
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const inner = forward(
      new URL(incoming.url ?? '/', target),
      {
        method: incoming.method ?? 'GET',
        headers: {
          ...incoming.headers,
          'x-forwarded-for': client,
          'x-forwarded-proto': 'https',
        },
      },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    incoming.pipe(inner);
  };
  const server = createTlsServer(selfSigned, pass);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  if (typeof place !== 'object' || place === null) throw new Error('no port');
  return (path: string, body?: object, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>(
      (resolve, reject) => {
        const outgoing = tlsRequest(
          {
            host: '127.0.0.1',
            port: place.port,
            path,
            method: body === undefined ? 'GET' : 'POST',
            rejectUnauthorized: false,
            headers: {
              host: 'console.example',
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
              ...headers,
            },
          },
          async (response) => {
            let text = '';
            for await (const chunk of response) text += chunk;
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
          },
        );
        outgoing.on('error', reject);
        outgoing.end(body === undefined ? undefined : JSON.stringify(body));
      },
    );
}

it('behind TLS the session cookie is for TLS only, and the session works through the proxy', async () => {
  harness = await startHarness({
    trustedProxies: ['loopback'],
    secureHost: 'console.example',
    hosts: ['console.example'],
  });
  const call = await startProxy(await harness.listen());
  const signedIn = await call('/api/session', { token: adminToken });
  const cookie = String(signedIn.headers['set-cookie']);
  expect(cookie).toMatch(/^__Host-countersign_session=/);
  expect(cookie).toMatch(/; Secure/);
  expect(cookie).toMatch(/; HttpOnly/);
  const session = {
    cookie: cookie.split(';')[0] ?? '',
    [proofHeader]: JSON.parse(signedIn.body).proof,
  };
  expect((await call('/api/me', undefined, session)).status).toBe(200);
});

it.each([
  [['loopback'], 'each client of a trusted proxy has its own limit', 401],
  [[], 'headers of an unknown proxy are not believed: all its clients are one', 429],
] as const)('with proxies %j, %s', async (trustedProxies, _, expected) => {
  harness = await startHarness({ trustedProxies, hosts: ['console.example'] });
  const target = await harness.listen();
  const guesser = await startProxy(target, '203.0.113.7');
  const other = await startProxy(target, '198.51.100.23');
  const guess = (by: typeof guesser, index: number) =>
    by('/api/session', { token: `wrong-token-number-${index}-of-many` });
  let last = 0;
  for (let index = 0; index < 60 && last !== 429; index += 1)
    last = (await guess(guesser, index)).status;
  expect(last).toBe(429);
  expect((await guess(other, 1_000)).status).toBe(expected);
});
