import { auditPageSchema } from '@countersign/api/records/audit';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const engines = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

describe.each(engines)('the audit on %s', (engine) => {
  let database: TestDatabase | null = null;
  let harness: Harness;
  beforeAll(async () => {
    database = engine === 'postgres' ? await createDatabase() : null;
    harness = await startHarness(database === null ? {} : { databaseUrl: database.url });
    for (const id of ['ada', 'bob', 'cyd']) await add(id, `${id} Lovelace`);
    await harness.request('POST', '/api/webhooks', {
      ...{ name: 'Payments 付款审批', url: 'https://hooks.example/a', enabled: true },
      ...{ severityFrom: 'minor', repeatMs: null },
    });
  }, startMs);
  afterAll(async () => {
    await harness.close();
    await database?.drop();
  });

  const add = (id: string, name: string) =>
    harness.request('POST', '/api/operators', { id, name, role: 'viewer' });
  const read = async (query: string) => {
    const { status, body } = await harness.request('GET', `/api/audit?${query}`);
    expect(status).toBe(200);
    return auditPageSchema.parse(body);
  };
  const numbers = async (query: string) => (await read(query)).items.map(({ number }) => number);

  it('is filtered by kind, person and time, and refuses a filter that it does not know', async () => {
    expect(await numbers('kind=people')).toEqual([4, 3, 2]);
    expect(await numbers('kind=connection')).toEqual([5]);
    expect(await numbers('operator=nobody')).toEqual([]);
    const all = (await read('')).items;
    const first = all.find(({ number }) => number === 2);
    expect(first).toMatchObject({
      ...{ action: 'operator:add', about: 'ada Lovelace' },
      who: { kind: 'person', name: expect.any(String) },
    });
    expect(await numbers(`until=${first?.at}`)).toEqual([1]);
    expect((await numbers(`from=${first?.at}`)).length).toBe(all.length - 1);
    for (const query of ['person=ada', 'kind=all', 'from=yesterday']) {
      const { status, body } = await harness.request('GET', `/api/audit?${query}`);
      expect([status, body.type]).toEqual([400, '/problems/invalid-request']);
    }
  });

  it('is searched by whole words, by the beginning of the last one, and in Chinese', async () => {
    expect(await numbers('text=lovelace')).toEqual([4, 3, 2]);
    expect(await numbers('text=lovelace%20BO')).toEqual([3]);
    expect(await numbers('text=bo%20lovelace')).toEqual([]);
    expect(await numbers(`text=${encodeURIComponent('审批')}`)).toEqual([5]);
    expect(await numbers('text=%25')).toEqual(await numbers(''));
  });

  it('is paged without gaps and repetitions', async () => {
    const found: number[] = [];
    for (let cursor = ''; ; ) {
      const page = await read(`kind=people&limit=2${cursor}`);
      found.push(...page.items.map(({ number }) => number));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(found).toEqual([4, 3, 2]);
  });

  it('has refused requests, once a minute, and exports', async () => {
    const { body } = await harness.request('POST', '/api/operators', {
      ...{ id: 'eve', name: 'Eve', role: 'viewer' },
    });
    const asEve = { authorization: `Bearer ${body.token}` };
    for (const _ of 'twice') await harness.request('GET', '/api/webhooks', undefined, asEve);
    await harness.request('GET', '/api/me', undefined, { authorization: 'Bearer guess' });
    const exported = await harness.request('GET', '/api/audit/export?format=csv&kind=people');
    expect(exported.status).toBe(200);
    const refused = (await read('kind=refused')).items;
    expect(refused.map(({ who, about }) => [who.kind, who.name, about])).toEqual([
      ['nobody', '', 'GET /api/me'],
      ['person', 'Eve', 'GET /api/webhooks'],
    ]);
    expect((await read('kind=export')).items).toMatchObject([{ action: 'export:audit' }]);
    expect((await harness.request('GET', '/api/audit/verify')).body).toMatchObject({ ok: true });
  });
});
