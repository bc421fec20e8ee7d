import {
  contradictionsSchema,
  memoryDetailSchema,
  reviewedCorrectionsSchema,
} from '@countersign/api/knowledge-memory';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createDatabase, hasPostgres, startMs } from '@countersign/bff/testing/postgres';
import { createMemory } from '@countersign/memory/model/create-memory';
import type { Layer } from '@countersign/memory/model/memory';
import { afterEach, describe, expect, it } from 'vitest';

const engines = hasPostgres ? ['sqlite', 'postgres'] : ['sqlite'];
const base = '/api/knowledge';
const open: Harness[] = [];
afterEach(async () => {
  for (const harness of open.splice(0).reverse()) await harness.close();
});

async function start(engine: string, databaseUrl?: string): Promise<Harness> {
  const url = databaseUrl ?? (engine === 'postgres' ? (await createDatabase()).url : undefined);
  const harness = await startHarness(url === undefined ? {} : { databaseUrl: url });
  open.push(harness);
  return harness;
}

/** What an operator has taught in a task: it waits for its review. */
async function taught(harness: Harness, id: string, city: string, agent = 'demo'): Promise<void> {
  const memory = createMemory({
    ...{ id, type: 'semantic', agent, status: 'pending', createdAt: 1 },
    origin: { kind: 'correction', caller: null },
    content: {
      ...{ concept_name: 'Where does Ada work?', definition: '', relations: [], domain: '' },
      properties: {
        choice: 'edited',
        changes: [{ path: '/city', proposed: 'Bonn', decided: city }],
      },
      source_info: { source_type: 'correction', task_id: `task-${id}`, by: 'grace' },
    },
  });
  await harness.services.knowledge.change(async () => ({
    plan: { memories: [memory] },
    value: null,
  }));
}

interface More {
  replaces?: string[];
  keepBoth?: boolean;
  layer?: Layer;
  verdict?: 'reject';
}
const review = (harness: Harness, reviews: ({ id: string } & More)[]) =>
  harness.request('POST', `${base}/reviews`, {
    reviews: reviews.map((one) => ({ version: 1, verdict: 'approve', ...one })),
  });
const contradictions = (body: object) =>
  contradictionsSchema.parse('contradicts' in body ? body.contradicts : null);
const outcomes = (body: unknown) =>
  reviewedCorrectionsSchema.parse(body).results.map(({ outcome }) => outcome);
const memory = async (harness: Harness, id: string) =>
  memoryDetailSchema.parse((await harness.request('GET', `${base}/memories/${id}`)).body);
const stateOf = async (harness: Harness, ...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await memory(harness, id)).status));

describe.each(engines)('a correction that contradicts an approved one (%s)', (engine) => {
  const leipzigThenBerlin = async () => {
    const harness = await start(engine);
    await taught(harness, 'leipzig', 'Leipzig');
    await taught(harness, 'berlin', 'Berlin');
    expect((await review(harness, [{ id: 'leipzig' }])).status).toBe(200);
    return harness;
  };

  it('is refused with the other, its value and its task, and nothing of the request is done', async () => {
    const harness = await leipzigThenBerlin();
    await taught(harness, 'unrelated', 'Oslo', 'another-agent');
    const refused = await review(harness, [{ id: 'unrelated' }, { id: 'berlin' }]);
    expect(refused).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching(/\/contradicts-approved$/) },
    });
    expect(refused.body.detail).toContain('leipzig');
    expect(contradictions(refused.body)).toMatchObject([
      {
        correction: { id: 'berlin' },
        others: [
          {
            memory: {
              ...{ id: 'leipzig', version: 2, reviewedBy: { id: 'admin' } },
              correction: { taskId: 'task-leipzig', by: 'grace' },
            },
            places: [{ path: '/city', mine: 'Leipzig', theirs: 'Berlin' }],
            mayKeepBoth: false,
          },
        ],
      },
    ]);
    expect(await stateOf(harness, 'unrelated', 'berlin', 'leipzig')).toEqual([
      ...['pending', 'pending', 'active'],
    ]);
  });

  it('replaces it when a person says so: the older one is kept with its versions', async () => {
    const harness = await leipzigThenBerlin();
    const { body } = await review(harness, [{ id: 'berlin', replaces: ['leipzig'] }]);
    expect(outcomes(body)).toEqual(['done']);
    const older = await memory(harness, 'leipzig');
    expect(older).toMatchObject({
      ...{ status: 'superseded', reviewedBy: null, version: 3 },
      versions: [{ version: 2, status: 'active', why: 'replaced by berlin' }, { version: 1 }],
      links: [{ to: 'berlin', kind: 'version' }],
    });
    expect(await stateOf(harness, 'berlin')).toEqual(['active']);
  });

  it('is not approved in place of something that it does not contradict', async () => {
    const harness = await leipzigThenBerlin();
    await taught(harness, 'unrelated', 'Oslo', 'another-agent');
    const { body } = await review(harness, [{ id: 'unrelated', replaces: ['leipzig'] }]);
    expect(outcomes(body)).toEqual(['changed']);
    expect(await stateOf(harness, 'leipzig', 'unrelated')).toEqual(['active', 'pending']);
  });

  it('is kept beside it only where they are for different runs', async () => {
    const harness = await leipzigThenBerlin();
    expect((await review(harness, [{ id: 'berlin', keepBoth: true }])).status).toBe(409);
    await taught(harness, 'for-all', 'Paris', 'another-agent');
    const forAll = { id: 'for-all', layer: 'group' } as const;
    const refused = await review(harness, [forAll]);
    expect(contradictions(refused.body)).toMatchObject([{ others: [{ mayKeepBoth: true }] }]);
    const { body } = await review(harness, [{ ...forAll, keepBoth: true }]);
    expect(outcomes(body)).toEqual(['done']);
    expect(await stateOf(harness, 'leipzig', 'for-all')).toEqual(['active', 'active']);
  });

  it('of the same request is asked about as well, and rejecting it needs no choice', async () => {
    const harness = await start(engine);
    await taught(harness, 'leipzig', 'Leipzig');
    await taught(harness, 'berlin', 'Berlin');
    expect((await review(harness, [{ id: 'leipzig' }, { id: 'berlin' }])).status).toBe(409);
    expect(await stateOf(harness, 'leipzig', 'berlin')).toEqual(['pending', 'pending']);
    const { body } = await review(harness, [
      { id: 'leipzig' },
      { id: 'berlin', verdict: 'reject' },
    ]);
    expect(outcomes(body)).toEqual(['done', 'done']);
  });

  it('cannot be made by a change of an approved one, nor by moving it to all agents', async () => {
    const harness = await start(engine);
    await taught(harness, 'leipzig', 'Leipzig');
    await taught(harness, 'berlin', 'Berlin', 'another-agent');
    await review(harness, [{ id: 'leipzig' }, { id: 'berlin' }]);
    const path = `${base}/memories/berlin`;
    const move = { version: 2, to: 'group' };
    expect((await harness.request('POST', `${path}/layer`, move)).status).toBe(409);
    const moved = await harness.request('POST', `${path}/layer`, { ...move, keepBoth: true });
    expect(moved.status).toBe(200);
    const { content, version } = await memory(harness, 'berlin');
    const properties = {
      choice: 'edited',
      changes: [{ path: '/city', proposed: 'Bonn', decided: 'Rome' }],
    };
    const change = { version, content: { ...content, properties } };
    expect((await harness.request('PATCH', path, change)).status).toBe(409);
    const replaced = await harness.request('PATCH', path, { ...change, replaces: ['leipzig'] });
    expect(replaced.status).toBe(200);
    expect(await stateOf(harness, 'leipzig', 'berlin')).toEqual(['superseded', 'active']);
  });

  it('one of two people who approve both at once wins, and the other is asked', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const harness = await start(engine);
      await taught(harness, 'leipzig', 'Leipzig');
      await taught(harness, 'berlin', 'Berlin');
      const replies = await Promise.all([
        review(harness, [{ id: 'leipzig' }]),
        review(harness, [{ id: 'berlin' }]),
      ]);
      expect(replies.map(({ status }) => status).sort(), `${round}`).toEqual([200, 409]);
      expect((await stateOf(harness, 'leipzig', 'berlin')).sort()).toEqual(['active', 'pending']);
    }
  });
});

it.runIf(hasPostgres)(
  'of two people at two servers of one database, one wins and the other is asked',
  async () => {
    const { url } = await createDatabase();
    const first = await start('postgres', url);
    const second = await start('postgres', url);
    for (const round of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const agent = `agent-${round}`;
      const [leipzig, berlin] = [`leipzig-${round}`, `berlin-${round}`];
      await taught(first, leipzig, 'Leipzig', agent);
      await taught(first, berlin, 'Berlin', agent);
      const replies = await Promise.all([
        review(first, [{ id: leipzig }]),
        review(second, [{ id: berlin }]),
      ]);
      expect(replies.map(({ status }) => status).sort(), agent).toEqual([200, 409]);
      expect((await stateOf(second, leipzig, berlin)).sort()).toEqual(['active', 'pending']);
    }
  },
  startMs,
);
