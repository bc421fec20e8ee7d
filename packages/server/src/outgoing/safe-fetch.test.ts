import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { afterEach, describe, expect, it } from 'vitest';
import { isInside, isNeverCalled } from '../http/address.ts';
import { systemClock } from '../runtime/clock.ts';
import type { Lookup } from './judged-lookup.ts';
import { createOutsideAddresses } from './outside-address.ts';
import { createSafeFetch, type OutsideRequest, type SafeFetch } from './safe-fetch.ts';

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}
type Reply = (response: ServerResponse, request: Received) => void;

async function listen(
  reply: Reply,
): Promise<{ port: number; received: Received[]; server: Server }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    const one = { method, url, headers, body };
    received.push(one);
    reply(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  return { port: (server.address() as AddressInfo).port, received, server };
}
const ok: Reply = (response) => void response.end('fine');
const redirectTo =
  (location: string, status = 302): Reply =>
  (response) =>
    void response.writeHead(status, { location }).end();

/** Names that resolve as a test specifies; each lookup of a name returns its next address. */
function resolver(names: Record<string, string[]>): { lookup: Lookup; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    lookup(host, _options, callback) {
      asked.push(host);
      const found = names[host];
      const address = (found?.length ?? 0) > 1 ? found?.shift() : found?.[0];
      if (address === undefined) {
        callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), '');
      } else callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    },
  };
}
const get = (url: string, more: Partial<OutsideRequest> = {}): OutsideRequest => ({
  method: 'GET',
  url,
  headers: {},
  timeoutMs: 5_000,
  maxBytes: 1_000,
  beyond: 'refuse',
  ...more,
});
const fetchWith = (allowed: string[], lookup?: Lookup): SafeFetch =>
  createSafeFetch({ clock: systemClock, allowed, ...(lookup === undefined ? {} : { lookup }) });
const failure = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: Error & { code: string }) => error.code,
  );

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '[::1]',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '2002:a00:1::',
    '2001:0:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'fec0::1',
  ])('%s is not on the public internet', (address) => {
    expect(isInside(address)).toBe(true);
  });
  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
    '%s is',
    (address) => {
      expect(isInside(address)).toBe(false);
    },
  );
  it.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::',
    '2002:a9fe:a9fe:1::1',
    '::ffff:0:169.254.169.254',
    '64:ff9b:1::169.254.169.254',
    'fe80::1',
    'fe80::a9fe:a9fe%eth0',
    'febf::1',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    'fd00:42::42',
    'fd00:a9fe:a9fe::1',
    '169.254.170.2',
    '100.100.100.200',
    '::ffff:100.100.100.200',
    '64:ff9b::6464:64c8',
    '168.63.129.16',
    '192.0.0.192',
  ])('%s is never called', (address) => {
    expect(isNeverCalled(address)).toBe(true);
  });
  it.each(['100.100.100.201', '168.63.129.17', 'fd00:ec3::1', 'fc00::1', '::1', '127.0.0.1'])(
    '%s is called where it is allowed',
    (address) => {
      expect(isNeverCalled(address)).toBe(false);
    },
  );
  it('in every spelling of a URL', () => {
    const addresses = createOutsideAddresses([]);
    for (const url of [
      'http://2130706433/',
      'http://0x7f.1/',
      'http://017700000001/',
      'http://127.1/',
      'http://[::ffff:127.0.0.1]/',
      'http://[0:0:0:0:0:0:0:1]/',
      'http://１２７.0.0.1/',
      'file:///etc/passwd',
      'ftp://example.org/',
      'http://name:secret@example.org/',
      'nonsense',
    ]) {
      expect(addresses.objectionToUrl(url), url).not.toBeNull();
    }
    expect(addresses.objectionToUrl('https://example.org/hook')).toBeNull();
  });
  it('are allowed by host, or by host and port, but link-local ones never', () => {
    const addresses = createOutsideAddresses([
      '127.0.0.1:8080',
      'Hooks.Lan',
      '169.254.1.1',
      '[::1]',
    ]);
    expect(addresses.objectionToUrl('http://127.0.0.1:8080/')).toBeNull();
    expect(addresses.objectionToUrl('http://127.0.0.1:8081/')).not.toBeNull();
    expect(addresses.objectionToUrl('http://[::1]:99/')).toBeNull();
    expect(addresses.objectionToUrl('http://169.254.1.1/')).not.toBeNull();
    const lan = new URL('https://hooks.lan/');
    expect(addresses.objectionToAddress(lan, '10.0.0.1')).toBeNull();
    expect(addresses.objectionToAddress(lan, '169.254.169.254')).not.toBeNull();
    expect(
      createOutsideAddresses(['hooks.lan:443']).objectionToAddress(lan, '10.0.0.1'),
    ).toBeNull();
  });
});

it('calls an allowed host, with method, headers and body', async () => {
  const { port, received } = await listen(ok);
  const fetch = fetchWith([`127.0.0.1:${port}`]);
  const answer = await fetch(
    get(`http://127.0.0.1:${port}/hook`, { method: 'POST', body: 'äöü', headers: { 'x-a': 'b' } }),
  );
  expect(answer).toMatchObject({ status: 200, body: 'fine', method: 'POST' });
  expect(received).toMatchObject([{ method: 'POST', url: '/hook', body: 'äöü' }]);
  expect(received[0]?.headers).toMatchObject({ 'x-a': 'b', 'content-length': '6' });
});

it('does not connect to a private address, literal or resolved from a name', async () => {
  const { port, received } = await listen(ok);
  const { lookup } = resolver({ 'public.example': ['127.0.0.1'] });
  const fetch = fetchWith([], lookup);
  expect(await failure(fetch(get(`http://127.0.0.1:${port}/`)))).toBe('blocked');
  expect(await failure(fetch(get(`http://public.example:${port}/`)))).toBe('blocked');
  expect(received).toEqual([]);
});

it('checks the address that it connects to, not one resolved before', async () => {
  const { port, received } = await listen(ok);
  // A name that resolves to a public address when checked and to a private one when used, and vice versa.
  const { lookup, asked } = resolver({ 'rebinding.example': ['127.0.0.1', '127.0.0.1'] });
  const fetch = fetchWith([], lookup);
  for (let round = 0; round < 3; round += 1) {
    expect(await failure(fetch(get(`http://rebinding.example:${port}/`)))).toBe('blocked');
  }
  // One lookup for each connection: there is no second one that could differ.
  expect(asked).toHaveLength(3);
  expect(received).toEqual([]);
});

it('refuses a name if one of its addresses is private', async () => {
  const lookup: Lookup = (_host, _options, callback) =>
    callback(null, [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]);
  expect(await failure(fetchWith([], lookup)(get('http://mixed.example/')))).toBe('blocked');
});

describe('redirects', () => {
  it('are each checked: not into a private network, nor to another protocol', async () => {
    const inner = await listen(ok);
    for (const location of [
      `http://127.0.0.1:${inner.port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
    ]) {
      const outer = await listen(redirectTo(location));
      const fetch = fetchWith([`127.0.0.1:${outer.port}`]);
      expect(await failure(fetch(get(`http://127.0.0.1:${outer.port}/`)))).toBe('blocked');
    }
    expect(inner.received).toEqual([]);
  });

  it('are followed three times at most', async () => {
    const { port, received } = await listen((response, { url }) => {
      const left = Number(url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const fetch = fetchWith(['127.0.0.1']);
    expect(await fetch(get(`http://127.0.0.1:${port}/3`))).toMatchObject({ body: 'there' });
    expect(await failure(fetch(get(`http://127.0.0.1:${port}/4`)))).toBe('redirects');
    expect(received).toHaveLength(8);
  });

  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'body'],
    [308, 'POST', 'body'],
  ])('%i turns a POST into a %s', async (status, method, body) => {
    const { port, received } = await listen((response, { url }) => {
      if (url === '/end') response.end();
      else response.writeHead(status, { location: '/end' }).end();
    });
    const fetch = fetchWith(['127.0.0.1']);
    const answer = await fetch(get(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'body' }));
    expect(answer.method).toBe(method);
    expect(received[1]).toMatchObject({ method, body });
  });

  it('keep credentials within an origin only', async () => {
    const other = await listen(ok);
    const { port, received } = await listen((response, { url }) => {
      const location = url === '/a' ? '/b' : `http://127.0.0.1:${other.port}/`;
      response.writeHead(307, { location }).end();
    });
    const fetch = fetchWith(['127.0.0.1']);
    await fetch(get(`http://127.0.0.1:${port}/a`, { credentials: { authorization: 'Bearer x' } }));
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer x', 'Bearer x']);
    expect(other.received[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('limits', () => {
  it('refuses or cuts off a response that is too long', async () => {
    const { port } = await listen((response) => {
      response.write('x'.repeat(5_000));
      // It never ends.
    });
    const fetch = fetchWith(['127.0.0.1']);
    const url = `http://127.0.0.1:${port}/`;
    expect(await failure(fetch(get(url)))).toBe('too-large');
    expect((await fetch(get(url, { beyond: 'cut' }))).body).toBe('x'.repeat(1_000));
  });

  it.each(['nothing', 'headers only', 'drops'])('gives up in time on %s', async (kind) => {
    const clock = createManualClock();
    let arrived = () => {};
    const connected = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const server = createSocketServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        if (kind === 'headers only') socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n');
        if (kind === 'drops') socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
        arrived();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    const { port } = server.address() as AddressInfo;
    const fetch = createSafeFetch({ clock, allowed: ['127.0.0.1'] });
    const answer = failure(fetch(get(`http://127.0.0.1:${port}/`)));
    await connected;
    clock.advance(5_000);
    expect(await answer).toBe('timeout');
  });

  it('reports the reason if there is no response', async () => {
    const { port, server } = await listen(ok);
    server.close();
    const { lookup } = resolver({});
    expect(await failure(fetchWith(['127.0.0.1'])(get(`http://127.0.0.1:${port}/`)))).toBe(
      'econnrefused',
    );
    expect(await failure(fetchWith([], lookup)(get('http://nowhere.example/')))).toBe('enotfound');
  });
});
