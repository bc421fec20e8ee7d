import { generateKeyPairSync } from 'node:crypto';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import { serviceId } from '@countersign/uap/model/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const engines = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
const rounds = 5;

const rule = {
  name: 'All',
  expiresAt: Date.now() + 3_600_000,
  match: { agentId: 'demo', conditions: [] },
  feedback: { type: 'approve' },
};
const webhook = {
  ...{ name: 'Ops', url: 'https://hooks.example/a', enabled: true },
  ...{ severityFrom: 'minor', repeatMs: null },
};
const view = { name: 'Mine', shared: true, search: { turn: 'mine' } };
const service = { name: 'painter', host: '10.0.0.7', port: 80, ephemeral: false, protocol: 'http' };
const routed = { service: 'painter', agentProtocol: '' };
const key = generateKeyPairSync('ed25519')
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64url');
const sharing = {
  expiresAt: Date.now() + 3_600_000,
  ...{ name: 'All', importance: 'high' },
};

/** A thing that is added, by its answer found, and removed; `action`: what its removal is in the audit. */
interface Removed {
  path: string;
  body: object;
  action: string;
  method?: 'POST' | 'PUT';
  at?: (added: { id?: string; name?: string }) => string;
}
const removed: Record<string, Removed> = {
  agent: {
    path: '/api/agents',
    body: { id: 'demo', name: 'Demo', url: 'http://one.example/' },
    action: 'agent:remove',
  },
  operator: {
    path: '/api/operators',
    body: { id: 'ada', name: 'Ada', role: 'operator', groups: [] },
    action: 'operator:remove',
  },
  rule: { path: '/api/rules', body: rule, action: 'rule:remove' },
  webhook: { path: '/api/webhooks', body: webhook, action: 'webhook:remove' },
  view: { path: '/api/views', body: view, action: 'view:remove' },
  program: {
    path: '/api/programs',
    body: { name: 'Job', via: 'http' },
    action: 'program:revoke',
  },
  service: {
    path: '/api/uap/services',
    body: service,
    action: 'service:remove',
    at: () => `/api/registry/services/${serviceId(service)}`,
  },
  route: {
    path: '/api/gateway/routes/to-painter',
    method: 'PUT',
    body: routed,
    action: 'service-route:remove',
    at: () => '/api/gateway/routes/to-painter',
  },
  profile: {
    path: '/api/environment/profile/ada',
    method: 'PUT',
    body: { context: 'paints' },
    action: 'profile:remove',
    at: () => '/api/environment/profile/ada',
  },
  memory: {
    path: '/api/knowledge/memories',
    body: { type: 'semantic', content: { concept_name: 'PCI', definition: 'An identity' } },
    action: 'memory:remove',
  },
  'rule of sharing': {
    path: '/api/knowledge/rules',
    body: sharing,
    action: 'knowledge:rule-end',
  },
  'accepted key': {
    path: '/api/knowledge/keys',
    body: { key, name: 'Elsewhere' },
    action: 'knowledge:key-end',
    at: () => `/api/knowledge/keys/${encodeURIComponent(key)}`,
  },
};

describe.each(engines)('two people who do the same at once, on %s', (engine) => {
  let database: TestDatabase | null = null;
  let harness: Harness;
  /** On PostgreSQL another server on the same database. */
  let other: Harness;
  beforeEach(async () => {
    database = engine === 'postgres' ? await createDatabase() : null;
    const options = database === null ? {} : { databaseUrl: database.url };
    harness = await startHarness(options);
    other = database === null ? harness : await startHarness(options);
  }, startMs);
  afterEach(async () => {
    if (other !== harness) await other.close();
    await harness.close();
    await database?.drop();
  });

  const audited = async (action: string): Promise<number> => {
    const { body } = await harness.request('GET', '/api/audit?limit=200');
    return body.items.filter((item: { action: string }) => item.action === action).length;
  };

  it.each(Object.entries(removed))(
    'remove it once, and are audited once: %s',
    async (_, { path, body, action, method = 'POST', at }) => {
      for (let round = 0; round < rounds; round += 1) {
        const added = await harness.request(method, path, body);
        expect(added.status, JSON.stringify(added.body)).toBeLessThan(300);
        const where = at?.(added.body) ?? `${path}/${encodeURIComponent(added.body.id)}`;
        const done = await Promise.all([
          harness.request('DELETE', where),
          other.request('DELETE', where),
          harness.request('DELETE', where),
        ]);
        const statuses = done.map(({ status }) => status).toSorted();
        expect(statuses).toEqual([204, 404, 404]);
        expect(await audited(action)).toBe(round + 1);
      }
    },
    30_000,
  );

  it.each([
    ['operator', { path: '/api/operators', method: 'PATCH', change: { name: 'Ada L.' } }],
    ['rule', { path: '/api/rules', method: 'PUT', change: { ...rule, name: 'Some' } }],
    ['webhook', { path: '/api/webhooks', method: 'PUT', change: { ...webhook, name: 'Duty' } }],
    ['view', { path: '/api/views', method: 'PUT', change: { ...view, name: 'Ours' } }],
    ['agent', { path: '/api/agents', method: 'PATCH', change: { name: 'Renamed' } }],
  ] as const)('change it to the same once: %s', async (name, { path, method, change }) => {
    const known = removed[name];
    const added = await harness.request('POST', path, known?.body);
    const where = `${path}/${added.body.id}`;
    const done = await Promise.all([
      harness.request(method, where, change),
      other.request(method, where, change),
    ]);
    expect(done.map(({ status }) => status)).toEqual([200, 200]);
    expect(await audited(`${name}:change`)).toBe(1);
  });
});
