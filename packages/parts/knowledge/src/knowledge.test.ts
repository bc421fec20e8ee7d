import { join } from 'node:path';
import {
  memoryDetailSchema,
  memoryGraphSchema,
  memoryPageSchema,
  retrievedSchema,
} from '@countersign/api/knowledge-memory';
import {
  decidedIncomingSchema,
  incomingPageSchema,
  knowledgeItemSchema,
  receivedSchema,
} from '@countersign/api/knowledge-sharing';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createDatabase, hasPostgres, startMs } from '@countersign/bff/testing/postgres';
import { revise } from '@countersign/memory/model/revise';
import { openDatabase as openStore } from '@countersign/server/store/sqlite/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKnowledge } from './memories/knowledge.ts';

const base = '/api/knowledge';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openDatabase(): Promise<string> {
  const database = await createDatabase();
  closing.push(database.drop);
  return database.url;
}

const engines = ['sqlite', ...(hasPostgres ? ['postgres'] : [])];
const concept = (concept_name: string, definition = '') => ({
  type: 'semantic',
  content: { concept_name, definition },
});

describe.each(engines)('knowledge on %s', (engine) => {
  let harness: Harness;
  let databaseUrl: string | null;
  const start = async (directory?: string) => {
    const started = await startHarness({
      ...(directory === undefined ? {} : { directory }),
      ...(databaseUrl === null ? {} : { databaseUrl }),
    });
    closing.push(() => (harness === started ? started.close() : undefined));
    return started;
  };
  beforeEach(async () => {
    databaseUrl = engine === 'sqlite' ? null : await openDatabase();
    harness = await start();
  }, startMs);

  const call = (...[method, path, body, headers]: Parameters<Harness['request']>) =>
    harness.request(method, `${base}${path}`, body, headers);
  const note = async (body: object) =>
    memoryDetailSchema.parse((await call('POST', '/memories', body)).body);
  const read = async (id: string) =>
    memoryDetailSchema.parse((await call('GET', `/memories/${id}`)).body);
  const list = async (query = '') =>
    memoryPageSchema.parse((await call('GET', `/memories${query}`)).body);

  it('keeps a memory with all its versions, and refuses a change of what was not seen', async () => {
    const { id, version } = await note({ ...concept('PCI', 'An identity of a cell'), agent: 'a' });
    const change = (body: object) => call('PATCH', `/memories/${id}`, body);
    const changed = await change({ version, importance: 'high', tags: ['ran'], why: 'often used' });
    expect(changed.body).toMatchObject({ version: 2, importance: 'high', tags: ['ran'] });
    const stale = await change({ version, importance: 'low' });
    expect([stale.status, stale.body.type]).toEqual([
      409,
      expect.stringMatching(/memory-changed$/),
    ]);
    const empty = await change({ version: 2, content: {} });
    expect([empty.status, empty.body.errors]).toMatchObject([
      422,
      [{ path: '/content/concept_name' }],
    ]);
    expect((await read(id)).versions).toMatchObject([
      { version: 1, importance: 'medium', by: 'Administrator', why: 'often used' },
    ]);
    const audit = await harness.request('GET', '/api/audit');
    expect(JSON.stringify(audit.body)).toContain('memory:change');
  });

  it('moves a memory up one layer at a time, and down at once', async () => {
    const { id } = await note(concept('PCI', 'An identity'));
    const move = async (to: string, version: number) =>
      (await call('POST', `/memories/${id}/layer`, { to, version })).status;
    expect(await move('public', 1)).toBe(422);
    expect(await move('group', 1)).toBe(200);
    expect(await move('public', 2)).toBe(200);
    expect((await read(id)).reviewedBy).toMatchObject({ id: 'admin', name: 'Administrator' });
    expect(await move('personal', 3)).toBe(200);
    expect(await read(id)).toMatchObject({
      layer: 'personal',
      version: 4,
      reviewedBy: { id: 'admin' },
    });
  });

  it('lists by filter in pages, shows links, and finds in four modes with reasons', async () => {
    const pci = await note({ ...concept('PCI', 'An identity of a cell'), tags: ['ran'] });
    const other = await note({
      ...concept('小区标识冲突', '两个小区使用相同标识'),
      importance: 'high',
    });
    await call('PATCH', `/memories/${other.id}`, {
      ...{ version: 1, links: [{ to: pci.id, kind: 'related' }] },
    });
    expect((await list('?tag=ran')).items.map(({ id }) => id)).toEqual([pci.id]);
    expect((await list('?importance=high,low')).items.map(({ id }) => id)).toEqual([other.id]);
    expect((await list('?words=identity%20cell')).total).toBe(1);
    const first = await list('?limit=1');
    expect(first).toMatchObject({ total: 2, items: [{ id: other.id }] });
    const second = await list(`?limit=1&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ nextCursor: null, items: [{ id: pci.id }] });
    expect((await read(pci.id)).links).toMatchObject([{ to: other.id, kind: 'related' }]);
    const graph = await call('GET', `/graph?id=${pci.id}`);
    expect(memoryGraphSchema.parse(graph.body)).toMatchObject({
      nodes: [{ id: pci.id }, { id: other.id }],
      edges: [{ kind: 'related' }],
    });
    const found = await call('POST', '/retrieval', { query: '小区标识' });
    const { modes } = retrievedSchema.parse(found.body);
    expect(modes.map(({ mode, hits }) => [mode, hits[0]?.memory.id, hits[0]?.method])).toEqual([
      ['exact', other.id, 'exact'],
      ['semantic', other.id, 'lexical'],
      ['temporal', other.id, 'time'],
      ['associative', pci.id, 'links'],
    ]);
    expect(modes.every(({ hits }) => hits.every(({ reason }) => reason !== ''))).toBe(true);
  });

  it('a change is worked out again if another server has changed a memory that it read meanwhile', async () => {
    const { id } = await note(concept('PCI', 'An identity'));
    const { journal, clock } = harness.services;
    const here = createKnowledge({
      ...{ journal, clock },
      report: (what, error) => {
        throw new Error(what, { cause: error });
      },
    });
    const tried: string[] = [];
    await here.change(async ({ all }) => {
      const before = all.get(id);
      if (before === undefined) throw new Error('The memory is not there.');
      tried.push(before.importance);
      if (tried.length === 1) {
        await call('PATCH', `/memories/${id}`, { version: 1, importance: 'high' });
        // A list of this server is read: the held list is updated.
        await here.held();
      }
      const { memory, revision } = revise(
        before,
        { tags: ['later'] },
        { at: clock.now(), by: 'other', why: 'tagged' },
      );
      return {
        plan: { memories: [memory], revisions: revision === null ? [] : [revision] },
        value: null,
      };
    });
    expect(tried).toEqual(['medium', 'high']);
    expect(await read(id)).toMatchObject({ version: 3, importance: 'high', tags: ['later'] });
    expect((await read(id)).versions.map(({ version }) => version).toSorted()).toEqual([1, 2]);
  });

  it('removes a memory for good, also after a restart', async () => {
    const kept = await note(concept('PCI', 'An identity'));
    const gone = await note(concept('Tilt', 'An angle'));
    expect((await call('DELETE', `/memories/${gone.id}`)).status).toBe(204);
    expect((await call('GET', `/memories/${gone.id}`)).status).toBe(404);
    const { directory } = harness;
    await harness.close('keep-directory');
    harness = await start(directory);
    expect((await list()).items.map(({ id }) => id)).toEqual([kept.id]);
    expect((await call('GET', `/memories/${gone.id}`)).status).toBe(404);
  });

  it('lets only those change what their role allows', async () => {
    const tokens: Record<string, string> = {};
    for (const role of ['viewer', 'operator']) {
      const made = await harness.request('POST', '/api/operators', { id: role, name: role, role });
      tokens[role] = made.body.token;
    }
    const as = (role: string) => ({ authorization: `Bearer ${tokens[role]}` });
    const settings = { version: 0, isOn: false, limit: 3, learns: true, agents: [] };
    expect((await call('POST', '/memories', concept('a'), as('viewer'))).status).toBe(403);
    expect((await call('POST', '/memories', concept('a'), as('operator'))).status).toBe(201);
    expect((await call('PUT', '/settings', settings, as('operator'))).status).toBe(403);
    expect((await call('PUT', '/settings', settings)).body).toMatchObject({
      version: 1,
      isOn: false,
    });
    expect((await call('PUT', '/settings', settings)).status).toBe(409);
  });

  it('keeps a thousand items of one tick as a thousand, and taken again they change nothing', async () => {
    const items = Array.from({ length: 1_000 }, (_, index) => ({
      ...{ knowledge_id: `k-${index}`, title: `Concept ${index}`, source_memory_type: 'semantic' },
      content: { concept_name: `concept ${index} of area ${index % 7}`, definition: `d${index}` },
    }));
    const sent = [0, 1, 2, 3].map((part) =>
      call('POST', '/incoming', { items: items.slice(part * 250, part * 250 + 250) }),
    );
    const received = (await Promise.all(sent)).map(({ body }) => receivedSchema.parse(body).held);
    expect(received).toEqual([250, 250, 250, 250]);
    const again = await call('POST', '/incoming', { items });
    expect(again.body).toEqual({ held: 0, known: 1_000, refused: [] });
    const decisions: { id: string; digest: string; verdict: 'absorb' }[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await call(
        'GET',
        `/incoming?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      const { items: held, nextCursor } = incomingPageSchema.parse(page.body);
      expect(knowledgeItemSchema.parse(held[0]?.item).knowledge_id).toMatch(/^k-/);
      decisions.push(...held.map(({ id, digest }) => ({ id, digest, verdict: 'absorb' as const })));
      cursor = nextCursor;
    }
    expect(decisions).toHaveLength(1_000);
    const halves = [decisions.slice(0, 500), decisions.slice(500), decisions.slice(400, 600)];
    const done = await Promise.all(
      halves.map((half) => call('POST', '/incoming/decisions', { decisions: half })),
    );
    const results = done.flatMap(({ body }) => decidedIncomingSchema.parse(body).results);
    expect(results.filter(({ outcome }) => outcome === 'done')).toHaveLength(1_000);
    const ids = results.flatMap(({ memoryId }) => memoryId ?? []);
    expect(new Set(ids).size).toBe(1_000);
    expect((await list()).total).toBe(1_000);
    expect((await call('POST', '/incoming', { items })).body).toMatchObject({ held: 0 });
    expect((await list()).total).toBe(1_000);
  }, 120_000);
});

it('a memory that cannot be read keeps no other one away', async () => {
  const reported: string[] = [];
  const first = await startHarness();
  for (const name of ['PCI', 'Tilt', 'Load']) {
    await first.request('POST', `${base}/memories`, concept(name, 'something'));
  }
  const { directory } = first;
  await first.close('keep-directory');
  const store = openStore(join(directory, 'countersign.db'), 'write');
  store.run(
    `UPDATE knowledge_entries SET body = substr(body, 1, 9) WHERE kind = 'memory' AND body LIKE '%Tilt%'`,
  );
  store.close();
  const server = await startHarness({ directory, report: (what) => void reported.push(what) });
  closing.push(() => server.close());
  const { body } = await server.request('GET', `${base}/memories`);
  const names = memoryPageSchema.parse(body).items.map(({ name }) => name);
  expect(names.toSorted()).toEqual(['Load', 'PCI']);
  expect(reported).toEqual([expect.stringMatching(/^The memory memory-\w+ could not be read\.$/)]);
});

describe.runIf(hasPostgres)('knowledge on several servers', () => {
  it(
    'is the same on all of them at once',
    async () => {
      const databaseUrl = await openDatabase();
      const one = await startHarness({ databaseUrl });
      closing.push(() => one.close());
      const other = await startHarness({ databaseUrl });
      closing.push(() => other.close());
      const made = await one.request('POST', `${base}/memories`, concept('PCI', 'An identity'));
      const { id } = memoryDetailSchema.parse(made.body);
      const seen = await other.request('GET', `${base}/memories/${id}`);
      expect(seen.body).toMatchObject({ id, version: 1 });
      const change = (server: Harness, importance: string) =>
        server.request('PATCH', `${base}/memories/${id}`, { version: 1, importance });
      const both = await Promise.all([change(one, 'high'), change(other, 'low')]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const notes = [one, other].flatMap((server, at) =>
        Array.from({ length: 20 }, (_, index) =>
          server.request('POST', `${base}/memories`, concept(`server ${at} note ${index}`)),
        ),
      );
      await Promise.all(notes);
      for (const server of [one, other]) {
        expect((await server.request('GET', `${base}/memories`)).body.total).toBe(41);
      }
      const identities = await Promise.all(
        [one, other].map(async (server) => (await server.request('GET', `${base}/identity`)).body),
      );
      expect(identities[0]).toEqual(identities[1]);
    },
    startMs + 60_000,
  );
});
