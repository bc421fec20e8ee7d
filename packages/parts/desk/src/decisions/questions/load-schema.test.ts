import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { afterEach, expect, it } from 'vitest';

let asking: Asking;
let host: Server | null = null;
afterEach(async () => {
  await asking?.close();
  await new Promise((resolve) => (host === null ? resolve(null) : host.close(resolve)));
  host = null;
});

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { budget: { $ref: '#/$defs/money' } },
  required: ['budget', 'account'],
  $defs: { money: { type: 'number', maximum: 50 }, slot: { properties: { at: {} } } },
};

/** A host of schemas on this machine, which is a private address: called only where that is allowed. */
async function serve(body: string, status = 200): Promise<{ origin: string; calls: string[] }> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(status, { 'content-type': 'application/schema+json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = server;
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}
const allowed = () => startAsking({ schemaAllow: ['127.0.0.1'] });
const referring = (reference: unknown) => ({ upContext: { schema: reference } });
const load = (id: string, token?: string) => asking.post(`/api/prompts/${id}/schema`, {}, token);

it('is loaded once, kept under the seal, and answers are checked against it', async () => {
  const { origin, calls } = await serve(JSON.stringify(schema));
  asking = await allowed();
  const prompt = await asking.ask(referring(`${origin}/pay.json`));
  expect(calls).toEqual([]);
  const ann = await asking.hire('ann');
  const loaded = await load(prompt.id, ann);
  expect(loaded.status).toBe(200);
  expect(loaded.body.message.loadedSchema).toMatchObject({
    from: `${origin}/pay.json`,
    by: { id: 'ann', name: 'ann' },
    schema,
  });
  expect(loaded.body).toMatchObject({ revision: 2, state: 'open' });
  expect((await load(prompt.id)).body.digest).toBe(loaded.body.digest);
  expect(calls).toEqual(['GET /pay.json']);
  expect(asking.changes('prompt')).toEqual(['opened', 'schema-loaded']);
  const edit = (value: object) => ({ feedback: { type: 'edit', content: { value } } });
  expect((await asking.decide(prompt, edit({ budget: 5, account: 'x' }))).status).toBe(412);
  const refused = await asking.decide(loaded.body, edit({ budget: 60 }));
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body.errors)).toMatch(/account/);
  expect((await asking.decide(loaded.body, edit({ budget: 5, account: 'x' }))).status).toBe(201);
});

it('is kept when the agent repeats or extends the question, and removed with the reference', async () => {
  const { origin } = await serve(JSON.stringify(schema));
  asking = await allowed();
  const $ref = `${origin}/pay.json#/$defs/slot`;
  const said = { timestamp: '2026-11-22T02:00:00.000Z', ...referring({ $ref }) };
  const prompt = await asking.ask(said);
  const { body } = await load(prompt.id);
  expect(body.message.loadedSchema?.schema).toMatchObject({ properties: { at: {} } });
  asking.say(said);
  asking.say({ ...said, payload: { budget: 11 } });
  const revisions = (count: number) =>
    asking.harness.until(
      () => asking.changes('prompt').filter((change) => change === 'revised').length === count,
    );
  await revisions(1);
  expect((await asking.prompt(prompt.id)).message).toMatchObject({
    payload: { budget: 11 },
    loadedSchema: { from: $ref },
  });
  asking.say({ ...said, ...referring(`${origin}/other.json`) });
  await revisions(2);
  expect((await asking.prompt(prompt.id)).message.loadedSchema).toBeUndefined();
});

it('survives a restart', async () => {
  const { origin } = await serve(JSON.stringify(schema));
  asking = await allowed();
  const prompt = await asking.ask(referring(`${origin}/pay.json`));
  const { body } = await load(prompt.id);
  await asking.restart();
  expect(await asking.prompt(prompt.id)).toMatchObject({
    digest: body.digest,
    message: { loadedSchema: { schema } },
  });
});

it.each([
  ['no JSON', '<html></html>', 200, /not JSON/],
  ['no schema', '{"message":"no such page"}', 200, /not a JSON Schema/],
  ['no list of anything', '[1]', 200, /not a JSON Schema/],
  ['a reference onwards', '{"$ref":"https://example.org/x.json"}', 200, /only refers to another/],
  ['nothing there', '{}', 404, /answered 404/],
  ['too large', JSON.stringify({ ...schema, title: 'x'.repeat(200_000) }), 200, /larger/],
  ['too deep', `${'{"items":'.repeat(80)}{}${'}'.repeat(80)}`, 200, /too deeply/],
  ['half a character', '{"type":"object","title":"\\ud83d"}', 200, /cannot be sealed/],
])('an unusable schema is reported, and the question is unchanged: %s', async (...given) => {
  const [, body, status, words] = given;
  const { origin } = await serve(body, status);
  asking = await allowed();
  const prompt = await asking.ask(referring(`${origin}/pay.json`));
  const refused = await load(prompt.id);
  expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringMatching(words) } });
  expect(refused.body.type).toMatch(/schema-not-loaded$/);
  expect(await asking.prompt(prompt.id)).toMatchObject({ digest: prompt.digest, revision: 1 });
});

it('private networks are not called, closed questions not changed, schemas that an agent claims as loaded ignored', async () => {
  const { origin, calls } = await serve(JSON.stringify(schema));
  asking = await startAsking();
  const address = `${origin}/pay.json`;
  const fake = { from: address, at: '2026-11-22T02:00:00Z', by: { id: 'a', name: 'a' }, schema };
  const prompt = await asking.ask({ ...referring(address), loadedSchema: fake });
  expect(prompt.message.loadedSchema).toBeUndefined();
  const refused = await load(prompt.id);
  expect(refused.body.type).toMatch(/address-refused$/);
  expect(calls).toEqual([]);
  const plain = await asking.ask({ messageId: 'p2', ...referring({ type: 'object' }) });
  expect((await load(plain.id)).body.type).toMatch(/schema-not-loaded$/);
  await asking.decide(prompt);
  expect((await load(prompt.id)).status).toBe(410);
  expect((await load(prompt.id, await asking.hire('vi', 'viewer'))).status).toBe(403);
});
