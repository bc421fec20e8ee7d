import { createServer } from 'node:http';
import { memoryDetailSchema, retrievedSchema } from '@countersign/api/knowledge-memory';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { listenLocally } from '@countersign/testkit/local-server';
import { afterEach, beforeEach, expect, it } from 'vitest';

const key = 'embedding-key-5f3a9c';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A model that knows two meanings: of vehicles, and of food. */
const vectorOf = (text: string): number[] => [
  /\b(?:car|automobile|vehicle)\b/i.test(text) ? 1 : 0,
  /\b(?:soup|meal)\b/i.test(text) ? 1 : 0,
  0.1,
];
let isAway: boolean;
let asked: { authorization: string | undefined; input: string[] }[];
let harness: Harness;
const reported: string[] = [];

beforeEach(async () => {
  isAway = false;
  asked = [];
  reported.length = 0;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { input } = JSON.parse(text);
    asked.push({ authorization: request.headers.authorization, input });
    if (input.some((one: string) => one.includes('unspeakable') || one.length > 8_000)) {
      response.writeHead(400).end();
      return;
    }
    if (isAway) {
      response.writeHead(503, { 'content-type': 'application/json' });
      response.end(`{"error":{"message":"busy with ${key}"}}`);
      return;
    }
    const data = input.map((one: string, index: number) => ({ index, embedding: vectorOf(one) }));
    response.writeHead(200, { 'content-type': 'application/json' });
    // The order of the answer is not that of the question.
    response.end(JSON.stringify({ data: data.toReversed() }));
  });
  const { origin, close } = await listenLocally(server);
  closing.push(close);
  harness = await startHarness({
    embedding: { url: `${origin}/v1`, model: 'two-meanings', key },
    report: (what, error) => void reported.push(`${what} ${String(error)}`),
  });
  closing.push(() => harness.close());
});

const note = async (concept_name: string, definition = '') =>
  memoryDetailSchema.parse(
    (
      await harness.request('POST', '/api/knowledge/memories', {
        type: 'semantic',
        content: { concept_name, definition },
      })
    ).body,
  ).id;
const find = async (query: string) => {
  const body = { query, modes: ['semantic'] };
  const found = await harness.request('POST', '/api/knowledge/retrieval', body);
  const { modes, model } = retrievedSchema.parse(found.body);
  return { model, hits: modes[0]?.hits.map(({ memory, method }) => [memory.id, method]) };
};

it('finds what means something alike, and says by which model', async () => {
  const car = await note('car repair');
  await note('a soup of beans');
  await harness.services.memoryMeanings.settle();
  expect(await find('automobile')).toEqual({ model: 'two-meanings', hits: [[car, 'embedding']] });
  expect(asked.every(({ authorization }) => authorization === `Bearer ${key}`)).toBe(true);
  // A vector for each text, once.
  await harness.services.memoryMeanings.settle();
  expect(asked.flatMap(({ input }) => input).filter((text) => text.includes('car'))).toHaveLength(
    1,
  );
});

it('a text that the model refuses keeps no other one from its vector, and a long one is cut', async () => {
  await note('something unspeakable');
  const car = await note('car repair', 'by hand '.repeat(1_500));
  await harness.services.memoryMeanings.settle();
  expect((await find('automobile')).hits).toEqual([[car, 'embedding']]);
  expect(reported).toEqual([expect.stringContaining('Some memories have no vectors')]);
  const count = () => asked.filter(({ input }) => input.join().includes('unspeakable')).length;
  const before = count();
  await harness.services.memoryMeanings.settle();
  expect(count()).toBe(before);
});

it('does not send all texts again for each query to a model that has failed', async () => {
  await note('car repair');
  isAway = true;
  await harness.services.memoryMeanings.settle();
  await find('soup');
  await find('meal');
  expect(asked.filter(({ input }) => input.join().includes('repair'))).toHaveLength(1);
});

it('is lexical, and says so, when the model does not answer', async () => {
  const car = await note('car repair');
  isAway = true;
  expect(await find('car')).toEqual({ model: null, hits: [[car, 'lexical']] });
  expect((await find('automobile')).hits).toEqual([]);
  expect(reported.join(' ')).toContain('without the model');
  expect(reported.join(' ')).not.toContain(key);
});
