import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registryHitsSchema } from '@countersign/api/registry';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { embedEach } from '@countersign/server/models/embed-each';
import { createModelEmbedder } from '@countersign/server/models/model-embedder';
import { systemClock } from '@countersign/server/runtime/clock';
import { afterEach, expect, it } from 'vitest';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Words of one meaning each: the vector of a text says which of them it has. */
const concepts = [/power|strength|signal/i, /wall|paint|colour/i, /invoice|bill|ledger/i];
const vectorOf = (text: string) => [...concepts.map((one) => (one.test(text) ? 1 : 0)), 0.01];

interface Asked {
  path: string;
  key: string | null;
  model: unknown;
  input: string[];
}
type Answer = (asked: Asked, reply: ServerResponse) => void;

/** A server that speaks the API of OpenAI for vectors, in the reverse order of what it was asked. */
const honest: Answer = ({ input }, reply) => {
  const data = input.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: vectorOf(text),
  }));
  reply.setHeader('content-type', 'application/json');
  reply.end(JSON.stringify({ object: 'list', data: data.reverse(), model: 'toy' }));
};

async function startModel() {
  const asked: Asked[] = [];
  const model = { asked, answer: honest, url: '' };
  const read = async (request: IncomingMessage, reply: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { model: name, input } = JSON.parse(body) as { model: unknown; input: string[] };
    const { url: path = '', headers } = request;
    const one = { path, key: headers.authorization ?? null, model: name, input };
    asked.push(one);
    model.answer(one, reply);
  };
  const server = createServer((request, reply) => void read(request, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return model;
}

async function start(url: string, report?: (text: string) => void) {
  const harness: Harness = await startHarness({
    embedding: { url, model: 'toy', key: 'key-of-the-model' },
    ...(report === undefined ? {} : { report }),
  });
  closing.push(() => harness.close());
  const register = (name: string, description: string, port: number) =>
    harness.request('POST', '/api/uap/services', {
      ...{ name, protocol: 'http', host: '10.0.0.5', port, agent_protocol: 'hai' },
      agent_info: { agent_descriptor: { name, description } },
    });
  const find = async (query: string) =>
    registryHitsSchema.parse(
      (await harness.request('POST', '/api/registry/search', { query })).body,
    );
  const untilUsed = (query: string) =>
    expect.poll(() => find(query)).toMatchObject({ meaning: 'used' });
  return { ...harness, register, find, untilUsed };
}

it('a service is found that shares no word with the query, and is labelled so', async () => {
  const model = await startModel();
  const { register, find, untilUsed, request } = await start(model.url);
  await register('antenna', 'Raises the transmit power of a cell.', 1);
  await register('painter', 'Paints walls.', 2);
  await untilUsed('radiated strength');
  expect((await find('radiated strength')).items).toMatchObject([
    { service: { name: 'antenna' }, method: 'embedding' },
  ]);
  // Clients of the contract find it too.
  const found = await request('POST', '/api/uap/api/v1/agents/search', {
    ...{ query: 'radiated strength', top_k: 5 },
  });
  expect(found.body).toMatchObject([{ name: 'antenna' }]);
  expect(model.asked[0]).toMatchObject({
    ...{ path: '/v1/embeddings', key: 'Bearer key-of-the-model', model: 'toy' },
  });
});

it('a text is sent when it has changed, and not again', async () => {
  const model = await startModel();
  const { register, find, untilUsed, request } = await start(model.url);
  const { body } = await register('antenna', 'Raises the transmit power.', 1);
  await untilUsed('strength');
  const texts = () =>
    model.asked.flatMap(({ input }) => input).filter((text) => text.includes('antenna'));
  expect(texts()).toHaveLength(1);
  const id = String(body['id']);
  await request('PUT', `/api/uap/services/${id}/renewal`);
  const entry = {
    ...{ name: 'antenna', protocol: 'http', host: '10.0.0.5', port: 1, agent_protocol: 'hai' },
    agent_info: { agent_descriptor: { name: 'antenna', description: 'Writes bills.' } },
  };
  await request('PATCH', `/api/uap/services/${id}`, entry);
  await expect.poll(() => texts().length).toBe(2);
  await untilUsed('invoice');
  expect((await find('invoice')).items).toMatchObject([{ method: 'embedding' }]);
});

it('without the model words are compared, and the doubt is reported', async () => {
  const model = await startModel();
  model.answer = (_, reply) => reply.writeHead(503).end('key-of-the-model is overloaded');
  const reported: string[] = [];
  const { register, find } = await start(model.url, (text) => reported.push(text));
  await register('painter', 'Paints walls.', 2);
  const hits = await find('paints walls');
  expect(hits).toMatchObject({ meaning: 'failed', items: [{ method: 'lexical' }] });
  await expect.poll(() => reported.length).toBe(1);
  expect(reported[0]).toContain('by words only');
});

it('a service without a vector yet is compared by words, and that is reported', async () => {
  const model = await startModel();
  const held: (() => void)[] = [];
  model.answer = (asked, reply) => {
    const isQuery = asked.input.length === 1 && asked.input[0] === 'paints walls';
    if (isQuery) honest(asked, reply);
    else held.push(() => honest(asked, reply));
  };
  const { register, find, untilUsed } = await start(model.url);
  await register('painter', 'Paints walls.', 2);
  await expect.poll(() => held.length).toBe(1);
  const hits = await find('paints walls');
  expect(hits).toMatchObject({ meaning: 'incomplete', items: [{ method: 'lexical' }] });
  model.answer = honest;
  for (const answer of held) answer();
  await untilUsed('paints walls');
});

it.each([
  ['no JSON', 'vectors'],
  ['another form', '{"data":[{"embedding":"AAAA"}]}'],
  ['too few', '{"data":[]}'],
])('an answer that has %s is none', async (_, text) => {
  const model = await startModel();
  model.answer = (__, reply) => reply.end(text);
  const { find } = await start(model.url, () => {});
  expect(await find('paints walls')).toMatchObject({ meaning: 'failed', items: [] });
});

it('a text that the model refuses keeps no other one from its vector', async () => {
  const model = await startModel();
  model.answer = (asked, reply) => {
    const isTooLong = asked.input.some((text) => text.includes('Unspeakable'));
    if (isTooLong) reply.writeHead(400).end('{"error":{"message":"too many tokens"}}');
    else honest(asked, reply);
  };
  const reported: string[] = [];
  const { register, find, untilUsed } = await start(model.url, (text) => reported.push(text));
  await register('odd', 'Unspeakable.', 1);
  await register('antenna', 'Raises the transmit power of a cell.', 2);
  await register('painter', 'Paints walls.', 3);
  await untilUsed('radiated strength');
  expect((await find('radiated strength')).items).toMatchObject([
    { service: { name: 'antenna' }, method: 'embedding' },
  ]);
  expect(reported).toEqual(['Some services are found by words only.']);
});

it('a model that refuses everything gives up no text', async () => {
  const model = await startModel();
  model.answer = (_, reply) => reply.writeHead(400).end('no such model');
  const settings = { url: model.url, model: 'toy', key: null };
  const embedder = createModelEmbedder(settings, systemClock);
  await expect(embedEach(embedder, ['one', 'two'])).rejects.toThrow('refused');
  expect(model.asked.length).toBe(2);
});

it('texts are for the model server only: they do not follow it to another one', async () => {
  const other = await startModel();
  const model = await startModel();
  model.answer = (_, reply) => reply.writeHead(307, { location: `${other.url}/embeddings` }).end();
  const settings = { url: model.url, model: 'toy', key: null };
  const embedder = createModelEmbedder(settings, systemClock);
  await expect(embedder.embed(['paints walls'])).rejects.toMatchObject({ code: 'redirects' });
  expect(other.asked).toEqual([]);
});

it('without a model nothing is claimed', async () => {
  const harness = await startHarness();
  closing.push(() => harness.close());
  const { body } = await harness.request('POST', '/api/registry/search', { query: 'walls' });
  expect(body).toEqual({ meaning: 'off', items: [] });
});
