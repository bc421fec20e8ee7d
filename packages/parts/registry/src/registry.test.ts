import { join } from 'node:path';
import { adminToken } from '@countersign/bff/testing/harness';
import {
  type Answer,
  planner,
  plannerId,
  type Registry,
  route,
  startRegistry,
  tools,
} from '@countersign/bff/testing/uap-harness';
import { openDatabase } from '@countersign/server/store/sqlite/database';
import { serviceId } from '@countersign/uap/model/ids';
import type { Service } from '@countersign/uap/model/service';
import { afterEach, describe, expect, it } from 'vitest';

let own: Registry | null = null;
afterEach(async () => {
  await own?.close();
  own = null;
});

/** A server with a port, called as a client of the contract calls it. */
async function started(...given: Parameters<typeof startRegistry>): Promise<Registry> {
  own = await startRegistry(...given);
  return own;
}

describe('the registry over HTTP', () => {
  it('registers a service, lists it, and finds it by its exact name', async () => {
    const { call } = await started();
    const registered = await call('POST', '/services', planner);
    expect(registered.status).toBe(201);
    expect(JSON.parse(registered.text)).toMatchObject({
      id: plannerId,
      health_status: 'healthy',
      retries: 5,
      ephemeral_check: { renewal_interval: '15s', renewal_unhealthy_timeout: '30s' },
    });
    await call('POST', '/services', tools);
    const all = JSON.parse((await call('GET', '/services')).text) as Service[];
    expect(all.map(({ name }) => name)).toEqual(['billing-tools', 'geo-planner']);
    expect(JSON.parse((await call('GET', '/services/geo-planner')).text)).toMatchObject([
      { id: plannerId },
    ]);
    expect((await call('GET', '/services/Geo-Planner')).text).toBe('[]');
  });

  it('answers errors in the form of the contract, with one value in the body', async () => {
    const { call } = await started();
    await call('POST', '/services', planner);
    const errors: [number, Answer][] = [
      [409, await call('POST', '/services', planner)],
      [400, await call('POST', '/services', '{"name":')],
      [400, await call('POST', '/services', { ...tools, port: '80' })],
      [422, await call('POST', '/services', { ...tools, host: 'localhost' })],
      [404, await call('PATCH', '/services/unknown', tools)],
      [404, await call('GET', '/services/unknown/healthcheck')],
      [400, await call('GET', '/services?wait=soon')],
      [400, await call('GET', '/services?index=-1')],
      [404, await call('GET', '/routes/unknown')],
      [400, await call('POST', '/api/v1/agents/search', { query: '' })],
      [401, await call('GET', '/services', undefined, {})],
      [401, await call('POST', '/services', tools, { authorization: 'Bearer wrong' })],
    ];
    for (const [status, answer] of errors) {
      expect(answer.status).toBe(status);
      expect(answer.type).toBe('application/json; charset=utf-8');
      expect(JSON.parse(answer.text)).toEqual({
        code: String(status),
        message: expect.any(String),
      });
    }
    expect(JSON.parse(errors[3]?.[1].text ?? '')).toMatchObject({
      message: expect.stringContaining('/host'),
    });
  });

  it('lets viewers read, and operators change', async () => {
    const { call, request } = await started();
    const added = await request('POST', '/api/operators', {
      id: 'vi',
      name: 'Vi',
      role: 'viewer',
      groups: [],
    });
    expect(added.status).toBe(201);
    const viewer = { authorization: `Bearer ${String(added.body['token'])}` };
    expect((await call('GET', '/services', undefined, viewer)).status).toBe(200);
    const search = await call('POST', '/api/v1/agents/search', { query: 'route' }, viewer);
    expect(search.status).toBe(200);
    expect((await call('POST', '/services', tools, viewer)).status).toBe(403);
    expect((await call('GET', '/health', undefined, {})).text).toBe('{"status":"healthy"}');
  });

  it('replaces all of a service: what is not sent gets its default', async () => {
    const { call, list } = await started();
    await call('POST', '/services', planner);
    const { agent_info: _, ...bare } = planner;
    const sent = { ...bare, ephemeral: undefined, agent_protocol: '' };
    const replaced = await call('PATCH', `/services/${plannerId}`, sent);
    expect(replaced.status).toBe(201);
    expect(await list()).toMatchObject([{ ephemeral: false, agent_info: null, id: plannerId }]);
    expect((await list())[0]).not.toHaveProperty('ephemeral_check');
    expect((await call('PATCH', `/services/${plannerId}`, { name: 'x' })).status).toBe(422);
  });

  it('sends numbers back with all their digits', async () => {
    const { call } = await started();
    const number = '9007199254740993.0000000001';
    const body = JSON.stringify(planner).replace(
      '"name":"Geo planner"',
      `"name":"Geo planner","quota":${number}`,
    );
    const registered = await call('POST', '/services', body);
    const found = await call('POST', '/api/v1/agents/search', { query: 'route' });
    const accept = {
      authorization: `Bearer ${adminToken}`,
      accept: 'application/vnd.uap.search+json',
    };
    const scored = await call('POST', '/api/v1/agents/search', { query: 'route' }, accept);
    const replaced = await call('PATCH', `/services/${plannerId}`, body);
    for (const answer of [
      registered,
      found,
      scored,
      replaced,
      await call('GET', '/services'),
      await call('GET', '/services/geo-planner'),
    ]) {
      expect(answer.text).toContain(`"quota":${number}`);
      expect(answer.type).toContain('json');
    }
  });

  it('sends scores only to those who accept them', async () => {
    const { call } = await started();
    await call('POST', '/services', planner);
    const typeFor = async (accept: string) =>
      (
        await call(
          'POST',
          '/api/v1/agents/search',
          { query: 'route' },
          { authorization: `Bearer ${adminToken}`, accept },
        )
      ).type;
    const scored = 'application/vnd.uap.search+json';
    expect(await typeFor(`text/html, ${scored.toUpperCase()};q=0.4`)).toContain(scored);
    expect(await typeFor(`application/json, ${scored};q=0`)).toMatch(/^application\/json/);
  });

  it('refuses more text than it can hold, also in a replacement, and takes it after a removal', async () => {
    const first = await started();
    await first.call('POST', '/services', tools);
    await first.close('keep-directory');
    const store = openDatabase(join(first.directory, 'countersign.db'), 'write');
    // Of no kind that is read: only its size counts.
    const filling = 'x'.repeat(64 * 1024 * 1024 - 10_000);
    store.run(
      'INSERT INTO uap_entries(kind, id, body, place) VALUES(?,?,?,1)',
      ...['other', 'filling', filling],
    );
    store.close();
    const { call, list } = await started(undefined, first.directory);
    const padded = `"notes":"${'x'.repeat(12_000)}","name":"Geo planner"`;
    const big = JSON.stringify(planner).replace('"name":"Geo planner"', padded);
    const refused = await call('POST', '/services', big);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('too much text')]);
    const [known] = await list();
    const replaced = await call('PATCH', `/services/${known?.id}`, big);
    expect(replaced.status).toBe(422);
    expect(await list()).toEqual([known]);
    expect((await call('POST', '/routes', route)).status).toBe(201);
    await call('DELETE', `/services/${known?.id}`);
    expect((await call('POST', '/services', tools)).status).toBe(201);
  });

  it('moves a service that is replaced under another port, and leaves none behind', async () => {
    const { call, list } = await started();
    await call('POST', '/services', planner);
    await call('PATCH', `/services/${plannerId}`, { ...planner, port: 9_000 });
    const id = serviceId({ name: 'geo-planner', host: '10.0.0.5', port: 9_000 });
    expect((await list()).map((service) => service.id)).toEqual([id]);
    await call('POST', '/services', planner);
    expect((await call('PATCH', `/services/${id}`, planner)).status).toBe(409);
  });

  it('removes a service, and one that is not there', async () => {
    const { call, list } = await started();
    await call('POST', '/services', planner);
    expect((await call('DELETE', `/services/${plannerId}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await call('DELETE', `/services/${plannerId}`)).status).toBe(204);
    expect((await call('POST', '/services', planner)).status).toBe(201);
  });

  it('keeps everything over a restart', async () => {
    const first = await started();
    await first.call('POST', '/services', planner);
    await first.call('POST', '/routes', route);
    const before = await first.list();
    await first.close('keep-directory');
    const { call, list } = await started(undefined, first.directory);
    expect(await list()).toEqual(before);
    expect(JSON.parse((await call('GET', '/routes/geo-route')).text)).toMatchObject(route);
    const search = await call('POST', '/api/v1/agents/search', { query: 'route' });
    expect(JSON.parse(search.text)).toHaveLength(1);
  });

  it('records in the audit who registered what', async () => {
    const { call, request } = await started();
    await call('POST', '/services', planner);
    const { body } = await request('GET', '/api/audit');
    expect(JSON.stringify(body)).toContain('service:register');
  });
});

describe('a search', () => {
  it('returns services, in English and Chinese', async () => {
    const { call } = await started();
    await call('POST', '/services', planner);
    await call('POST', '/services', tools);
    for (const query of ['find the fastest route', '请帮我规划路线']) {
      const found = await call('POST', '/api/v1/agents/search', { query, top_k: 5 });
      expect(found.status).toBe(200);
      expect(JSON.parse(found.text)).toMatchObject([{ id: plannerId }]);
    }
    const none = await call('POST', '/api/v1/agents/search', { query: 'bake a cake' });
    expect(none.text).toBe('[]');
  });

  it('returns scores and reasons to those who ask for them', async () => {
    const { call } = await started();
    await call('POST', '/services', planner);
    const accept = {
      authorization: `Bearer ${adminToken}`,
      accept: 'application/vnd.uap.search+json',
    };
    const sent = { query: 'route', include_explanation: true };
    const found = await call('POST', '/api/v1/agents/search', sent, accept);
    expect(JSON.parse(found.text)).toMatchObject({
      items: [
        {
          service: { id: plannerId },
          method: 'lexical',
          explanation: { matched_fields: ['skills'] },
        },
      ],
    });
  });
});

describe('a route', () => {
  it('is added, replaced by the name in the body, and removed', async () => {
    const { call } = await started();
    const added = await call('POST', '/routes', route);
    expect(added.status).toBe(201);
    expect(JSON.parse(added.text)).toMatchObject({
      id: 'f8a1c13f-cffe-5b9c-bee2-0cb92fbceec4',
      strip_path: true,
    });
    expect((await call('POST', '/routes', route)).status).toBe(409);
    for (const method of ['PUT', 'PATCH']) {
      const changed = { ...route, service: method };
      expect((await call(method, '/routes/whatever', changed)).status).toBe(201);
      expect(JSON.parse((await call('GET', '/routes')).text)).toMatchObject([{ service: method }]);
    }
    expect((await call('PUT', '/routes/x', { ...route, name: 'x' })).status).toBe(404);
    expect((await call('DELETE', '/routes/geo-route')).status).toBe(204);
    expect((await call('GET', '/routes')).text).toBe('[]');
  });

  it('that is not valid is not stored', async () => {
    const { call } = await started();
    await call('POST', '/routes', route);
    expect((await call('PUT', '/routes/geo-route', { ...route, protocols: [] })).status).toBe(422);
    expect(JSON.parse((await call('GET', '/routes/geo-route')).text)).toMatchObject(route);
  });
});
