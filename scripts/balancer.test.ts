import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { startBalancer } from './balancer.mjs';

type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => void;

interface Fake {
  url: string;
  looks: number;
  /** Null = it does not answer when it is asked. */
  isReady: boolean | null;
  received: string[];
  handle: Handle;
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const patience = { timeout: 20_000 };

async function startFake(name: string): Promise<Fake> {
  const fake: Fake = {
    ...{ url: '', looks: 0, isReady: true, received: [] },
    handle: (_request, response) => response.end(name),
  };
  const server: Server = createServer(async (request, response) => {
    if (request.url === '/health/ready') {
      fake.looks += 1;
      if (fake.isReady !== null) response.writeHead(fake.isReady ? 200 : 503).end();
      return;
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    fake.received.push(`${request.method} ${body}`);
    fake.handle(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const place = server.address();
  fake.url = `http://127.0.0.1:${typeof place === 'object' ? place?.port : 0}`;
  ends.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return fake;
}

async function before(...fakes: Fake[]) {
  const balancer = await startBalancer({ port: 0, to: fakes.map(({ url }) => url) });
  ends.push(balancer.close);
  return async (method = 'GET', body?: string, authorization = 'Bearer somebody') => {
    const init = body === undefined ? {} : { body };
    const response = await fetch(balancer.url, { method, headers: { authorization }, ...init });
    return `${response.status} ${await response.text()}`;
  };
}

const says =
  (state: string): Handle =>
  (_request, response) =>
    void response
      .writeHead(503, { 'content-type': 'application/problem+json' })
      .end(JSON.stringify({ state }));

it.each(['starting', 'draining'])(
  'asks another server when one says that it is %s, with the whole body',
  async (state) => {
    const [one, two] = [await startFake('one'), await startFake('two')];
    one.handle = says(state);
    const ask = await before(one, two);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => ask('POST', `body ${index}`)),
    );
    expect(answers).toEqual(Array.from({ length: 6 }, () => '200 two'));
    expect(one.received.length).toBeGreaterThan(0);
    expect([...two.received].sort()).toEqual(
      Array.from({ length: 6 }, (_, index) => `POST body ${index}`),
    );
  },
);

it('passes on other answers of 503, which are about the request', async () => {
  const one = await startFake('one');
  one.handle = says('store-away');
  const ask = await before(one);
  expect(await ask()).toBe('503 {"state":"store-away"}');
});

it('looks at each server for itself: one that does not answer delays nothing', async () => {
  const [silent, other] = [await startFake('silent'), await startFake('other')];
  silent.isReady = null;
  const ask = await before(silent, other);
  const looks = silent.looks;
  await vi.waitUntil(() => other.looks >= 10, patience);
  expect(silent.looks - looks).toBeLessThan(5);
  expect(await ask()).toBe('200 other');
});

it('holds a request while no server takes it', async () => {
  const one = await startFake('one');
  one.handle = says('starting');
  const ask = await before(one);
  const answer = ask('POST', 'kept');
  await vi.waitUntil(() => one.received.length > 1, patience);
  one.handle = (_request, response) => response.end('now');
  expect(await answer).toBe('200 now');
});

it('lets a client read where it has just written, and others in turn', async () => {
  const [one, two] = [await startFake('one'), await startFake('two')];
  const ask = await before(one, two);
  const wrote = await ask('POST', 'a thing', 'Bearer writer');
  for (let count = 0; count < 4; count += 1) {
    expect(await ask('GET', undefined, 'Bearer writer')).toBe(wrote);
  }
  const others = new Set<string>();
  for (let count = 0; count < 4; count += 1)
    others.add(await ask('GET', undefined, 'Bearer other'));
  expect(others).toEqual(new Set(['200 one', '200 two']));
});

it('repeats at another server what was lost on its way, if that cannot be done twice', async () => {
  const [one, two] = [await startFake('one'), await startFake('two')];
  const ask = await before(one, two);
  for (const fake of [one, two]) {
    fake.handle = (request) => {
      fake.handle = (_request, response) => response.end('done');
      request.socket.destroy();
    };
  }
  expect(await ask('POST', '{"idempotencyKey":"k","a":1}')).toBe('200 done');
  const all = () => [...one.received, ...two.received];
  expect(all()).toEqual(
    Array.from({ length: all().length }, () => 'POST {"idempotencyKey":"k","a":1}'),
  );
  expect(all().length).toBeGreaterThan(1);
  const sent = all().length;
  for (const fake of [one, two]) fake.handle = (request) => request.socket.destroy();
  expect(await ask('POST', '{"a":{"idempotencyKey":"k"}}')).toMatch(/^502 /);
  expect(all()).toHaveLength(sent + 1);
});
