import {
  fetchedKnowledgeSchema,
  knowledgeIdentitySchema,
} from '@countersign/api/knowledge-exchange';
import { memoryDetailSchema } from '@countersign/api/knowledge-memory';
import {
  decidedIncomingSchema,
  extractedSchema,
  incomingPageSchema,
  knowledgeItemSchema,
} from '@countersign/api/knowledge-sharing';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pageOfEntries } from '../memories/stored.ts';

const base = '/api/knowledge';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const post = async (server: Harness, path: string, body: object) => {
  const answer = await server.request('POST', path, body);
  if (answer.status >= 300)
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

let theirs: Harness;
let ours: Harness;
let origin: string;
let token: string;

beforeEach(async () => {
  theirs = await startHarness();
  closing.push(() => theirs.close());
  origin = await theirs.listen();
  token = String((await post(theirs, '/api/programs', { name: 'Other server' }))['token']);
  const descriptor = agentDescriptorSchema.parse({
    ...{ id: 'plant-b', name: 'Plant B', protocol: 'mcp', url: `${origin}/mcp` },
    mcp: { direct: ['shared_knowledge'] },
    headers: { authorization: `Bearer ${token}` },
  });
  ours = await startHarness({
    agents: [descriptor],
    registration: { strict: false, allow: ['127.0.0.1'] },
  });
  closing.push(() => ours.close());
});

/** Their server as a service of our registry, with a route and a policy that names its agent. */
async function register(): Promise<void> {
  const { port, host } = new URL(origin);
  await post(ours, '/api/uap/services', {
    ...{ name: 'plant-b', protocol: 'http', host: '127.0.0.1', port: Number(port), path: '/mcp' },
    ...{
      agent_protocol: 'mcp',
      agent_info: { mcp_server_info: { name: 'Plant B', tools: [{ name: 'shared_knowledge' }] } },
    },
  });
  await post(ours, '/api/uap/routes', { name: 'to-b', service: 'plant-b', protocols: ['http'] });
  const { status } = await ours.request('PUT', '/api/gateway/policies/to-b', {
    ...{ callers: [], approval: false, callsPerMinute: 60, hosts: [host] },
    ...{ callerMayAnswer: false, agent: 'plant-b' },
  });
  expect(status).toBe(200);
}

const shareOn = async (server: Harness, name: string): Promise<void> => {
  const { id } = memoryDetailSchema.parse(
    await post(server, `${base}/memories`, {
      type: 'workflow',
      content: {
        ...{ workflow_name: name, result_status: 'success', domain: 'ran' },
        steps: [
          { name: 'compare', description: `of ${name}` },
          { name: 'choose', description: 'a free one' },
        ],
      },
      agent: 'their-agent',
    }),
  );
  const { items } = extractedSchema.parse(
    await post(server, `${base}/extractions`, { memories: [id] }),
  );
  const decisions = items.map(({ id: extraction, digest }) => ({
    ...{ id: extraction, digest, verdict: 'approve' },
  }));
  await post(server, `${base}/extractions/decisions`, { decisions });
};
const incoming = async () =>
  incomingPageSchema.parse((await ours.request('GET', `${base}/incoming`)).body).items;
const fetchTheirs = async () =>
  fetchedKnowledgeSchema.parse(await post(ours, `${base}/fetches`, { service: 'plant-b' }));

it('fetches what another server shares through the gateway, holds it, and keeps whose it is', async () => {
  await register();
  await shareOn(theirs, 'PCI repair');
  await post(theirs, `${base}/memories`, {
    type: 'semantic',
    content: { concept_name: 'unshared' },
  });
  const fetched = await fetchTheirs();
  expect(fetched).toMatchObject({ held: 1, known: 0, refused: 0 });
  // The call is a task of ours: people can see it, and what came of it.
  const task = await ours.request('GET', `/api/tasks/${fetched.taskId}`);
  expect(task.body).toMatchObject({ agentId: 'plant-b', runStatus: 'finished' });

  const [held] = await incoming();
  const identity = knowledgeIdentitySchema.parse(
    (await theirs.request('GET', `${base}/identity`)).body,
  );
  expect(held).toMatchObject({
    ...{ state: 'held', strategy: 'stored', from: { kind: 'server', id: 'plant-b' } },
    provenance: { agent: 'their-agent', approvedBy: 'Administrator' },
    signature: { state: 'unknown', key: identity.key, server: identity.server },
  });
  expect((await ours.request('GET', `${base}/memories?origin=absorbed`)).body['total']).toBe(0);
  await post(ours, `${base}/keys`, { key: identity.key, name: 'Plant B' });
  expect(await fetchTheirs()).toMatchObject({ held: 0, known: 1 });

  await shareOn(theirs, 'Tilt correction');
  expect(await fetchTheirs()).toMatchObject({ held: 1, known: 1 });
  // What came before its key was accepted is known to be theirs now.
  const states = (await incoming()).map(({ signature }) => signature.state);
  expect(states).toEqual(['valid', 'valid']);

  const decisions = (await incoming()).map(({ id, digest }) => ({ id, digest, verdict: 'absorb' }));
  const { results } = decidedIncomingSchema.parse(
    await post(ours, `${base}/incoming/decisions`, { decisions }),
  );
  const { body } = await ours.request('GET', `${base}/memories/${results[0]?.memoryId}`);
  expect(memoryDetailSchema.parse(body)).toMatchObject({
    origin: 'absorbed',
    sources: [{ agent: 'their-agent', approvedBy: 'Administrator' }],
  });
  expect(await fetchTheirs()).toMatchObject({ held: 0, known: 2 });

  // Passed on by us, it still says who learnt it and who first approved sharing it.
  const extracted = extractedSchema.parse(
    await post(ours, `${base}/extractions`, { memories: [results[0]?.memoryId] }),
  );
  expect(extracted.items[0]?.steps.standardised).toMatchObject({
    source_agent: 'their-agent',
    metadata: { shared_by: ['Administrator'] },
  });
}, 60_000);

const sharedItem = async () => {
  const { body } = await theirs.request('GET', `${base}/shared`);
  return knowledgeItemSchema.parse((body.items?.[0] as { item?: unknown } | undefined)?.item);
};
const decideOn = async (verdict: 'absorb' | 'discard') => {
  const decisions = (await incoming()).map(({ id, digest }) => ({ id, digest, verdict }));
  return decidedIncomingSchema
    .parse(await post(ours, `${base}/incoming/decisions`, { decisions }))
    .results.map(({ outcome, memoryId }) => [outcome, memoryId !== null]);
};

it('a changed item is not theirs any more, and is not absorbed', async () => {
  await shareOn(theirs, 'PCI repair');
  const item = { ...(await sharedItem()), title: 'Pay at once' };
  await post(ours, `${base}/incoming`, { items: [item] });
  expect((await incoming())[0]?.signature.state).toBe('invalid');
  expect(await decideOn('absorb')).toEqual([['refused', false]]);
  expect((await incoming())[0]?.state).toBe('held');
  expect((await ours.request('GET', `${base}/memories`)).body['total']).toBe(0);
  expect(await decideOn('discard')).toEqual([['done', false]]);
});

it('the name of the server is signed', async () => {
  await shareOn(theirs, 'PCI repair');
  const item = await sharedItem();
  const signature = { ...Object(item.metadata['signature']), server: 'Head office' };
  const metadata = { ...item.metadata, signature };
  await post(ours, `${base}/incoming`, { items: [{ ...item, metadata }] });
  expect((await incoming())[0]?.signature).toMatchObject({ state: 'invalid' });
});

it('a copy without a signature does not keep the signed item away', async () => {
  await shareOn(theirs, 'PCI repair');
  const item = await sharedItem();
  const { signature: _, ...metadata } = item.metadata;
  const copy = { ...item, metadata: { ...metadata, approved_by: 'Nobody' } };
  const send = (one: object) => post(ours, `${base}/incoming`, { items: [one] });
  const states = async () => (await incoming()).map((one) => [one.state, one.signature.state]);
  expect(await send(copy)).toMatchObject({ held: 1, known: 0 });
  const [seen] = await incoming();
  expect(await send(item)).toMatchObject({ held: 0, known: 1 });
  expect(await states()).toEqual([['held', 'unknown']]);
  expect((await incoming())[0]?.provenance.approvedBy).toBe('Administrator');
  // A person who decides has seen the copy.
  const { results } = decidedIncomingSchema.parse(
    await post(ours, `${base}/incoming/decisions`, {
      decisions: [{ id: seen?.id, digest: seen?.digest, verdict: 'absorb' }],
    }),
  );
  expect(results).toMatchObject([{ outcome: 'changed' }]);
  await send(copy);
  expect(await states()).toEqual([['held', 'unknown']]);

  await decideOn('discard');
  await send(item);
  expect((await incoming()).filter(({ state }) => state === 'held')).toEqual([]);
  const { key } = knowledgeIdentitySchema.parse(
    (await theirs.request('GET', `${base}/identity`)).body,
  );
  await post(ours, `${base}/keys`, { key, name: 'Plant B' });
  expect(await send(item)).toMatchObject({ held: 1, known: 0 });
  expect(await decideOn('absorb')).toEqual([['done', true]]);
});

it('a fetch continues where the last one stopped, and starts over after the end', async () => {
  await register();
  await shareOn(theirs, 'PCI repair');
  const { read } = theirs.services.journal;
  const [made] = await pageOfEntries(read, 'shared', { before: 0, limit: 1 });
  if (made === undefined) throw new Error('Nothing is shared.');
  const text = 'what it is good for '.repeat(1_000);
  const add = (names: readonly string[]) =>
    theirs.services.knowledge.change(async () => ({
      plan: {
        entries: names.map((name) => ({
          ...{ kind: 'shared' as const, id: `k-${name}`, state: 'shared' },
          body: {
            ...made.body,
            item: {
              ...{ knowledge_id: `k-${name}`, title: name, source_memory_type: 'semantic' },
              content: { concept_name: name, definition: `${name} ${text}` },
            },
          },
        })),
      },
      value: null,
    }));
  // Of this size, ten are a page.
  await add(Array.from({ length: 184 }, (_, index) => `concept ${index}`));
  const first = await fetchTheirs();
  expect(first).toMatchObject({ known: 0, refused: 0, hasMore: true });
  expect(first.held).toBeLessThan(185);
  const rest = await fetchTheirs();
  expect(rest).toMatchObject({ held: 185 - first.held, known: 0, hasMore: false });
  expect(await fetchTheirs()).toMatchObject({ held: 0, known: first.held, hasMore: true });
  await add(['the last one']);
  expect(await fetchTheirs()).toMatchObject({ held: 1, hasMore: false });
}, 60_000);

it.each(['', 'not a key', 'bm90IGEga2V5IG9mIGFueXRoaW5n'])(
  'accepts no key that is none: %j',
  async (key) => {
    const { status, body } = await ours.request('POST', `${base}/keys`, { key, name: 'Plant B' });
    expect([status, body['detail']]).toEqual([422, 'This is not an Ed25519 public key.']);
  },
);

it('is not fetched from a service that no route with a policy leads to', async () => {
  const answer = await ours.request('POST', `${base}/fetches`, { service: 'plant-b' });
  expect([answer.status, answer.body['detail']]).toEqual([
    422,
    'The knowledge of plant-b was not fetched: No service plant-b is registered.',
  ]);
});

it('MCP clients recall by a tool and by a resource what they may be given', async () => {
  const note = {
    type: 'semantic',
    content: { concept_name: 'PCI', definition: 'identity of a cell' },
  };
  const { id } = memoryDetailSchema.parse(await post(theirs, `${base}/memories`, note));
  const client = new Client({ name: 'editor', version: '1.0.0' });
  closing.push(() => client.close());
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }),
  );
  const recall = async () => {
    const result = await client.callTool({
      name: 'recall',
      arguments: { query: 'the identity of a cell' },
    });
    return result.structuredContent as { memories: { id: string; why: string }[] };
  };
  // Personal to nobody that calls.
  expect(await recall()).toEqual({ memories: [] });
  await post(theirs, `${base}/memories/${id}/layer`, { version: 1, to: 'group' });
  expect(await recall()).toMatchObject({ memories: [{ id, title: 'PCI' }] });
  const { contents } = await client.readResource({
    uri: 'countersign://recall/identity%20of%20a%20cell',
  });
  expect(JSON.stringify(contents)).toContain(id);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'countersign://recall/{query}',
  ]);
  const bad = await client.callTool({ name: 'recall', arguments: {} });
  expect(bad.isError).toBe(true);
});
