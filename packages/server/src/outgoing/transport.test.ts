import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { selfSigned } from '@countersign/bff/testing/self-signed';
import { afterEach, describe, expect, it } from 'vitest';
import { discardBody, failureOfReply, postToAgent, readText, refusalOf } from './transport.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function answering(reply: (response: ServerResponse) => void) {
  server = createServer((_request, response) => reply(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const clock = createManualClock();
  const response = await postToAgent({
    url: `http://127.0.0.1:${port}/`,
    headers: {},
    body: {},
    signal: new AbortController().signal,
    timeoutMs: 1_000,
    clock,
  });
  return { clock, response };
}

it('does not wait for the end of a refusal whose body never ends', async () => {
  const { clock, response } = await answering((reply) => reply.writeHead(500).write('because'));
  const said = refusalOf(response, clock);
  clock.advance(60_000);
  expect(await said).toBe('');
  expect(response.destroyed).toBe(true);
});

it('releases the connection of an accepted delivery whose body never ends', async () => {
  const { clock, response } = await answering((reply) => reply.writeHead(200).write('yes'));
  const closed = new Promise((resolve) => response.once('close', resolve));
  discardBody(response, clock);
  clock.advance(60_000);
  await closed;
  expect(response.complete).toBe(false);
});

const answerOnce = async (
  url: string,
  headers: Record<string, string> = {},
): Promise<Awaited<ReturnType<typeof postToAgent>>> =>
  postToAgent({
    url,
    headers,
    body: { threadId: '7f3b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11' },
    signal: new AbortController().signal,
    timeoutMs: 5_000,
    clock: createManualClock(),
  });

async function serving(listener: RequestListener) {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

describe('redirects', () => {
  it.each([307, 308])(
    'follows %i once on the same host, with its body and headers',
    async (code) => {
      const base = await serving((request, response) => {
        if (request.url === '/agent') response.writeHead(code, { location: '/agent/' }).end();
        else {
          response.writeHead(200, {
            'x-method': request.method,
            'x-who': request.headers['x-secret'],
          });
          request.pipe(response);
        }
      });
      const response = await answerOnce(`${base}/agent`, { 'x-secret': 'kept' });
      expect(response.headers).toMatchObject({ 'x-method': 'POST', 'x-who': 'kept' });
      expect(await readText(response, 1_000)).toContain('7f3b6c1e');
    },
  );

  it.each([
    [308, 'http://other.example/agent', 'another host'],
    [301, '/agent/', 'a redirect that may turn a POST into a GET'],
    [307, '/agent', 'a circle'],
  ])('names the target of %i to %s and sends no secret there (%s)', async (code, location) => {
    let calls = 0;
    const base = await serving((_request, response) => {
      calls += 1;
      response.writeHead(code, { location }).end();
    });
    const target = new URL(location, base);
    await expect(answerOnce(`${base}/agent`)).rejects.toMatchObject({
      code: 'redirect',
      message: expect.stringContaining(`redirects to ${target.origin}${target.pathname}`),
    });
    expect(calls).toBeLessThanOrEqual(2);
  });

  it('names a target of any length in a short sentence', async () => {
    const location = `/${'a'.repeat(12_000)}`;
    const base = await serving((_request, response) => {
      response.writeHead(302, { location }).end();
    });
    const failure = await answerOnce(base).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: 'redirect' });
    expect(failure).toHaveProperty(
      'message.length',
      expect.toSatisfy((size) => size < 400),
    );
    expect(failure).toHaveProperty('message', expect.stringContaining(`${base}/aaaa`));
  });

  it('follows none to an address that is never called', async () => {
    const base = await serving((_request, response) => {
      response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end();
    });
    await expect(answerOnce(base)).rejects.toMatchObject({ code: 'redirect' });
  });
});

describe('the message of a refusal', () => {
  const refused = async (status: number, type: string, body: string, headers = {}) => {
    const base = await serving((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    const clock = createManualClock();
    const failure = await failureOfReply(await answerOnce(base), { headers, clock });
    return failure.message;
  };

  it.each([
    ['{"detail":"No such graph"}', 'No such graph'],
    [
      '{"detail":[{"type":"missing","loc":["body","state"],"msg":"Field required","input":{}},{"loc":["body","tools"],"msg":"Field required"}]}',
      'body.state: Field required; body.tools: Field required',
    ],
    ['{"error":{"message":"Quota used up","code":429}}', 'Quota used up'],
    [
      '{"error":"Agent not found","message":"Agent \'x\' does not exist"}',
      "Agent 'x' does not exist",
    ],
    ['{"statusCode":500,"error":"Internal Server Error"}', 'Internal Server Error'],
    ['just words', 'just words'],
  ])('reads %s', async (body, words) =>
    expect(await refused(422, 'application/json', body)).toContain(`(${words})`),
  );

  it('reads the title of a page, not its markup', async () => {
    const page =
      '<!doctype html><html><head><title>502 Bad Gateway &amp; more</title><style>a{}</style></head><body><h1>nginx</h1></body></html>';
    const said = await refused(502, 'text/html', page);
    expect(said).toBe('It answered with HTTP 502 (502 Bad Gateway & more).');
    expect(await refused(502, 'text/html', '<html><body><p>Down</p></body></html>')).toContain(
      '(Down)',
    );
  });

  it.each([401, 403])('mentions headers after %i', async (status) => {
    expect(await refused(status, 'text/plain', 'no')).toMatch(/add an Authorization header/);
    const known = await refused(status, 'text/plain', 'no', { Authorization: 'Bearer wrong' });
    expect(known).toMatch(/does not accept the Authorization header/);
  });
});

it('reports what is wrong with a certificate, and the remedy', async () => {
  const { key, cert } = selfSigned;
  const secure = createSecureServer({ key, cert }, (_request, response) => response.end());
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const address = secure.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(answerOnce(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
    code: 'tls',
    message: expect.stringMatching(/NODE_EXTRA_CA_CERTS.*http:\/\//),
  });
  secure.close();
  const plain = await serving((_request, response) => response.end());
  await expect(answerOnce(plain.replace('http:', 'https:'))).rejects.toMatchObject({
    code: 'tls',
    message: expect.stringContaining('use http://'),
  });
});
