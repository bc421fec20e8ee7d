import { createServer, type ServerResponse } from 'node:http';
import { adminToken, type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import type { JsonObject } from '@countersign/json/json-object';
import { listenLocally } from '@countersign/testkit/local-server';
import { serviceId } from '@countersign/uap/model/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const registrantToken = 'token-of-registrants-A1b2C3';
const own = { name: 'painter', host: '10.0.0.7', port: 80 };
const painter: JsonObject = { ...own, ephemeral: false, protocol: 'http' };
const card: JsonObject = {
  ...{ name: 'Mine', description: 'Paints', skills: [] },
  ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
};
const path = `/api/uap/services/${serviceId(own)}`;

type Call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, sent?: unknown) => Promise<number>;

const callerAt =
  (harness: Harness, token: string): Call =>
  async (method, at, sent) =>
    (await harness.request(method, at, sent, { authorization: `Bearer ${token}` })).status;

async function addRegistrant(harness: Harness): Promise<string> {
  const other = { id: 'other-crew', name: 'Other crew', role: 'registrant' };
  return String((await harness.request('POST', '/api/operators', other)).body.token);
}

describe('a description that is fetched slowly', () => {
  let closeDescriptions = async () => {};
  let waiting: ((response: ServerResponse) => void) | null = null;
  let harness: Harness;
  let address = '';
  let crew: Call;
  let other: Call;
  beforeEach(async () => {
    const { origin, close } = await listenLocally(
      createServer((_, response) => waiting?.(response)),
    );
    closeDescriptions = close;
    address = `${origin}/card.json`;
    const registration = { strict: false, allow: [new URL(origin).host] };
    harness = await startHarness({ registrantToken, registration });
    crew = callerAt(harness, registrantToken);
    other = callerAt(harness, await addRegistrant(harness));
  });
  afterEach(async () => {
    await harness.close();
    await closeDescriptions();
  });

  /** A replacement by a caller; `meanwhile` happens while its description is fetched. */
  async function replacedWhile(by: Call, meanwhile: () => Promise<unknown>): Promise<number> {
    const asked = new Promise<ServerResponse>((resolve) => {
      waiting = resolve;
    });
    const elsewhere = { ...painter, path: '/elsewhere', agent_protocol: 'a2a' };
    const done = by('PATCH', path, { ...elsewhere, agent_info_url: address });
    const response = await Promise.race([asked, done]);
    await meanwhile();
    if (typeof response !== 'number') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(card));
    }
    return done;
  }
  const pathNow = () => harness.services.serviceRegistry.service(serviceId(own))?.path;

  it('does not lead what another registers meanwhile elsewhere', async () => {
    expect(await replacedWhile(other, () => crew('POST', '/api/uap/services', painter))).toBe(404);
    expect(pathNow()).toBe('');
  });

  it('nor what another registers in place of an own service', async () => {
    await other('POST', '/api/uap/services', painter);
    const status = await replacedWhile(other, async () => {
      expect(await other('DELETE', path)).toBe(204);
      expect(await crew('POST', '/api/uap/services', painter)).toBe(201);
    });
    expect([status, pathNow()]).toEqual([403, '']);
  });

  it('nor, for an operator, what was not there when the request began', async () => {
    const admin = callerAt(harness, adminToken);
    await crew('POST', '/api/uap/services', painter);
    const status = await replacedWhile(admin, async () => {
      expect(await crew('DELETE', path)).toBe(204);
      expect(await other('POST', '/api/uap/services', painter)).toBe(201);
    });
    expect([status, pathNow()]).toEqual([409, '']);
  });
});

describe.runIf(hasPostgres)('two servers on one database', () => {
  let database: TestDatabase;
  let first: Harness;
  let second: Harness;
  beforeEach(async () => {
    database = await createDatabase();
    first = await startHarness({ databaseUrl: database.url, registrantToken });
    second = await startHarness({ databaseUrl: database.url, registrantToken });
  }, startMs);
  afterEach(async () => {
    await second.close();
    await first.close();
    await database.drop();
  });

  it.each(['PATCH', 'DELETE'] as const)(
    'a service that was registered at one is another’s at once: %s',
    async (method) => {
      const crew = callerAt(first, registrantToken);
      const other = callerAt(second, await addRegistrant(first));
      const taken: number[] = [];
      for (let round = 0; round < 40; round += 1) {
        const named = { ...own, name: `painter-${round}` };
        const at = `/api/uap/services/${serviceId(named)}`;
        expect(await crew('POST', '/api/uap/services', { ...painter, ...named })).toBe(201);
        const sent = method === 'PATCH' ? { ...painter, ...named, path: '/elsewhere' } : undefined;
        taken.push(await other(method, at, sent));
      }
      expect(taken).toEqual(taken.map(() => 403));
      const rows = await second.request('GET', '/api/uap/services');
      await first.services.serviceRegistry.settleDoubts();
      const kept = first.services.serviceRegistry.services();
      expect(rows.status).toBe(200);
      expect(kept.map((one) => one.path)).toEqual(kept.map(() => ''));
      expect(kept).toHaveLength(40);
    },
    60_000,
  );

  it('nor can it be taken in the same moment', async () => {
    const crew = callerAt(first, registrantToken);
    const other = callerAt(second, await addRegistrant(first));
    for (let round = 0; round < 20; round += 1) {
      const named = { ...own, name: `painter-${round}` };
      const at = `/api/uap/services/${serviceId(named)}`;
      const [registered, replaced] = await Promise.all([
        crew('POST', '/api/uap/services', { ...painter, ...named }),
        other('PATCH', at, { ...painter, ...named, path: '/elsewhere' }),
        other('DELETE', at),
      ]);
      expect(registered).toBe(201);
      expect([403, 404]).toContain(replaced);
    }
    const kept = first.services.serviceRegistry.services();
    expect(kept.map((one) => one.path)).toEqual(Array.from({ length: 20 }, () => ''));
  }, 60_000);
});
