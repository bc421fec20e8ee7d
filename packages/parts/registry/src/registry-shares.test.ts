import { join } from 'node:path';
import { type Harness, type HarnessOptions, startHarness } from '@countersign/bff/testing/harness';
import { createDatabase, hasPostgres, startMs } from '@countersign/bff/testing/postgres';
import type { JsonObject } from '@countersign/json/json-object';
import { openDatabase } from '@countersign/server/store/sqlite/database';
import { afterEach, describe, expect, it } from 'vitest';

const registrantToken = 'token-of-registrants-A1b2C3';
const painter: JsonObject = {
  ...{ name: 'painter', protocol: 'http', host: '10.0.0.7', port: 80 },
};

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function started(options: HarnessOptions = {}) {
  const harness = await startHarness({ registrantToken, ...options });
  closing.push(() => harness.close());
  return harness;
}

async function otherRegistrant(harness: Harness): Promise<string> {
  const sent = { id: 'other-crew', name: 'Other crew', role: 'registrant' };
  return String((await harness.request('POST', '/api/operators', sent)).body.token);
}

const registering =
  (harness: Harness, token?: string) =>
  async (name: string, more: JsonObject = {}) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const sent = { ...painter, ...more, name };
    return harness.request('POST', '/api/uap/services', sent, headers);
  };

const statusOf = async (answer: ReturnType<ReturnType<typeof registering>>) =>
  (await answer).status;

describe.each(['sqlite', ...(hasPostgres ? ['postgres'] : [])])('on %s', (engine) => {
  it(
    'a registrant that has filled its share with text shuts nobody else out',
    async () => {
      const databaseUrl = engine === 'sqlite' ? null : await ownDatabase();
      const harness = await started(databaseUrl === null ? {} : { databaseUrl });
      const crew = registering(harness, registrantToken);
      const other = registering(harness, await otherRegistrant(harness));
      // What a service says of itself does not make it another’s.
      const modes = { defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] };
      const card = { ...modes, name: 'x'.repeat(500_000), skills: [], registered_by: 'other-crew' };
      const large = { agent_protocol: 'a2a', agent_info: { a2a_agent_card: card } };
      let registered = 0;
      let last = await crew('painter-0', large);
      for (; last.status === 201 && registered < 60; registered += 1) {
        last = await crew(`painter-${registered + 1}`, large);
      }
      expect([last.status, JSON.stringify(last.body)]).toEqual([
        ...[422, expect.stringContaining('16 MiB')],
      ]);
      expect(registered).toBe(33);
      expect(await statusOf(crew('small'))).toBe(201);
      expect(await statusOf(other('other', large))).toBe(201);
      expect(await statusOf(registering(harness)('operators-own', large))).toBe(201);
    },
    startMs,
  );
});

async function ownDatabase(): Promise<string> {
  const database = await createDatabase();
  closing.push(database.drop);
  return database.url;
}

/** A registry in which so many services are of `owner`. */
async function filled(count: number, owner: (number: string) => string): Promise<Harness> {
  const first = await startHarness({ registrantToken });
  expect(await statusOf(registering(first, registrantToken)('painter'))).toBe(201);
  await first.close('keep-directory');
  const store = openDatabase(join(first.directory, 'countersign.db'), 'write');
  store.run(
    `INSERT INTO uap_entries(kind, id, body, place)
     WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
     SELECT kind, id || '-' || number, json_set(body, '$.id', id || '-' || number, '$.port', number,
       '$.registered_by', ${owner('number')}), place
     FROM uap_entries, numbers WHERE kind = 'service'`,
    count - 1,
  );
  store.close();
  return started({ directory: first.directory });
}

it('a registrant has 5,000 services at most, sees how many are left, and shuts nobody out', async () => {
  const harness = await filled(4_999, () => "'registrant'");
  const crew = registering(harness, registrantToken);
  const other = registering(harness, await otherRegistrant(harness));
  const last = await crew('last');
  expect([last.status, last.headers['x-uapregistry-left']]).toEqual([201, '0']);
  const refused = await crew('one-more');
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    ...[422, expect.stringContaining('5000 services')],
  ]);
  const taken = await other('other');
  expect([taken.status, taken.headers['x-uapregistry-left']]).toEqual([201, '4999']);
  expect(await statusOf(registering(harness)('operators-own'))).toBe(201);
  const path = `/api/uap/services/${String(last.body.id)}`;
  const authorization = `Bearer ${registrantToken}`;
  const same = { ...painter, name: 'last', path: '/new' };
  expect((await harness.request('PATCH', path, same, { authorization })).status).toBe(201);
  expect((await harness.request('DELETE', path, undefined, { authorization })).status).toBe(204);
  expect(await statusOf(crew('one-more'))).toBe(201);
});

it('of what all registrants share a tenth is kept for people', async () => {
  const harness = await filled(18_000, (number) => `'crew-' || (${number} % 5)`);
  const refused = await registering(harness, registrantToken)('one-more');
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('full'),
  ]);
  const own = await registering(harness)('operators-own');
  expect([own.status, own.headers['x-uapregistry-left']]).toEqual([201, '1999']);
});
