import { createServer } from 'node:http';
import { registryTreeSchema } from '@countersign/api/registry';
import { type Harness, type HarnessOptions, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock, type ManualClock } from '@countersign/bff/testing/manual-clock';
import type { JsonObject } from '@countersign/json/json-object';
import { listenLocally } from '@countersign/testkit/local-server';
import { readTreeServices } from '@countersign/uap/client/read-tree';
import type { TreeService } from '@countersign/uap/tree/registry-tree';
import { afterEach, describe, expect, it } from 'vitest';

const registrantToken = 'token-of-child-registries-A1b2';
const open: Harness[] = [];
afterEach(async () => {
  for (const harness of open.splice(0).reverse()) await harness.close();
});

async function start(options: HarnessOptions): Promise<Harness & { origin: string }> {
  const harness = await startHarness({ registrantToken, ...options });
  open.push(harness);
  return { ...harness, origin: await harness.listen() };
}

/** A registry that sends its services to another one, over HTTP. */
const startChild = (id: string, parent: { origin: string }, more: HarnessOptions = {}) =>
  start({
    ...more,
    tree: { id, parent: { url: `${parent.origin}/api/uap`, token: registrantToken } },
  });

const painter: JsonObject = {
  ...{ name: 'painter', protocol: 'http', host: '10.0.0.5', port: 8443, agent_protocol: 'hai' },
  agent_info: { agent_descriptor: { name: 'Painter', description: 'Paints walls red.' } },
};
const register = async (at: Harness, service: JsonObject) => {
  expect((await at.request('POST', '/api/uap/services', service)).status).toBe(201);
};
const treeOf = async ({ request }: Harness) =>
  readTreeServices({ services: (await request('GET', '/api/uap/tree')).body }, '') ?? [];
/** The origins of the services that a registry lists, and whether they are stale. */
const originsOf = async (at: Harness) =>
  (await treeOf(at)).map(({ name, origin_path, stale }) =>
    [name, ...origin_path, ...(stale ? ['stale'] : [])].join(' '),
  );
/** What is sent upward is no commit of the test's: it is looked at until it is there. */
const untilOrigins = (at: Harness, expected: string[]) =>
  expect
    .poll(async () => (await originsOf(at)).toSorted(), { timeout: 15_000 })
    .toEqual(expected.toSorted());
const viewOf = async ({ request }: Harness) => (await request('GET', '/api/registry/tree')).body;

/** Time in which a child sends nothing. */
const silence = (clock: ManualClock) => clock.advance(61_000);

describe('registries in a tree, over HTTP', () => {
  it('send upward what is registered with them, over several levels', async () => {
    const root = await start({ tree: { id: 'root', parent: null } });
    const site = await startChild('site', root);
    const rack = await startChild('rack', site);
    await register(root, { ...painter, name: 'own' });
    await register(rack, painter);
    await untilOrigins(root, ['own root', 'painter rack site root']);
    await untilOrigins(site, ['painter rack site']);
    // The contract of UAP has no tree: a client of it finds what is registered here.
    expect((await root.request('GET', '/api/uap/services')).body).toMatchObject([{ name: 'own' }]);
    expect(await viewOf(root)).toMatchObject({
      ...{ self: 'root', parent: null },
      registries: [
        { id: 'root', above: [], services: 1 },
        { id: 'site', above: ['root'], services: 0, stale: false, by: 'registrant' },
        { id: 'rack', above: ['site', 'root'], services: 1, lastContactAt: null },
      ],
    });
    expect(await viewOf(site)).toMatchObject({ parent: { state: 'connected', reason: null } });
    const [{ id }] = (await treeOf(rack)) as [TreeService];
    await rack.request('DELETE', `/api/uap/services/${id}`);
    await untilOrigins(root, ['own root']);
  });

  it('a child that is killed is stale, its services stay, and it comes back', async () => {
    const clock = createManualClock();
    const root = await start({ clock, tree: { id: 'root', parent: null } });
    const site = await startChild('site', root);
    await register(site, painter);
    await untilOrigins(root, ['painter site root']);
    open.splice(open.indexOf(site), 1);
    await site.close('keep-directory');
    silence(clock);
    expect(await originsOf(root)).toEqual(['painter site root stale']);
    expect(await viewOf(root)).toMatchObject({ registries: [{ id: 'root' }, { stale: true }] });

    await startChild('site', root, { directory: site.directory });
    await untilOrigins(root, ['painter site root']);
  });

  it('a child without changes reports every 20 seconds that it is there, and is not stale', async () => {
    const clock = createManualClock();
    const root = await start({ clock, tree: { id: 'root', parent: null } });
    const site = await startChild('site', root, { clock });
    const seenAt = async () =>
      registryTreeSchema.parse(await viewOf(root)).registries[1]?.lastContactAt ?? 0;
    /** What follows changes at once is gathered for a moment, of the clock too. */
    const pass = async () => {
      clock.advance(250);
      return seenAt();
    };
    await register(site, painter);
    await expect
      .poll(async () => [await pass(), ...(await originsOf(root))], { timeout: 15_000 })
      .toEqual([expect.any(Number), 'painter site root']);
    for (let report = 0; report < 4; report += 1) {
      const due = clock.now() + 20_000;
      clock.advance(20_000);
      await expect.poll(pass, { timeout: 15_000 }).toBeGreaterThanOrEqual(due);
      expect(await originsOf(root)).toEqual(['painter site root']);
    }
  });

  it('a root that is started again knows its tree', async () => {
    const root = await start({ tree: { id: 'root', parent: null } });
    const { directory } = root;
    const sent = { services: [{ ...painter, id: 'p', index: 1 }] };
    const headers = { authorization: `Bearer ${registrantToken}` };
    expect((await root.request('POST', '/api/uap/tree/site', sent, headers)).status).toBe(204);
    open.pop();
    await root.close('keep-directory');
    const again = await start({ directory, tree: { id: 'root', parent: null } });
    expect(await originsOf(again)).toEqual(['painter site root']);
    expect((await again.request('POST', '/api/uap/tree/site/contact', {}, headers)).status).toBe(
      204,
    );
    expect((await again.request('DELETE', '/api/registry/tree/site')).status).toBe(204);
    expect(await originsOf(again)).toEqual([]);
    // From then on it has to send everything.
    expect((await again.request('POST', '/api/uap/tree/site/contact', {}, headers)).status).toBe(
      404,
    );
  });

  it('services of registries below are found by what they can do, with their registry', async () => {
    const root = await start({ tree: { id: 'root', parent: null } });
    const site = await startChild('site', root);
    await register(site, painter);
    await untilOrigins(root, ['painter site root']);
    const { body } = await root.request('POST', '/api/registry/search', { query: 'paint a wall' });
    expect(body).toMatchObject({ items: [{ service: { name: 'painter' }, registry: 'site' }] });
    const listed = await root.request('GET', '/api/registry/tree/site/services');
    expect(listed.body).toMatchObject({ all: 1, items: [{ name: 'painter', stale: false }] });
    // A client of the contract gets them only if it asks for the tree.
    const search = '/api/uap/api/v1/agents/search';
    const query = { query: 'paint a wall' };
    expect((await root.request('POST', search, query)).body).toEqual([]);
    expect((await root.request('POST', `${search}?scope=tree`, query)).body).toMatchObject([
      { name: 'painter', origin_registry: 'site' },
    ]);
  });
});

describe('what a registry takes from below', () => {
  it('is not taken from another caller, under its own id, or without a list', async () => {
    const root = await start({ tree: { id: 'root', parent: null } });
    const send = async (path: string, body: JsonObject, token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await root.request('POST', `/api/uap/tree/${path}`, body, headers)).status;
    };
    const other = { id: 'other', name: 'Other', role: 'registrant' };
    const { token } = (await root.request('POST', '/api/operators', other)).body;
    expect(await send('site', { services: [painter] }, registrantToken)).toBe(204);
    expect(await send('site', { services: [] }, String(token))).toBe(409);
    expect(await send('site/contact', {}, String(token))).toBe(404);
    expect(await send('root', { services: [] }, registrantToken)).toBe(409);
    expect(await send('site', { list: [] }, registrantToken)).toBe(400);
    expect(await send('no%20id', { services: [] }, registrantToken)).toBe(400);
    expect(await originsOf(root)).toEqual(['painter site root']);
  });

  it('is dropped if it has been here before: the tree has no circle', async () => {
    const root = await start({ tree: { id: 'root', parent: null } });
    const services = [
      { ...painter, origin_registry: 'rack', origin_path: ['rack', 'root', 'site'] },
      { ...painter, name: 'other', origin_registry: 'rack', origin_path: ['rack', 'site'] },
    ];
    await root.request('POST', '/api/uap/tree/site', { services });
    expect(await originsOf(root)).toEqual(['other rack site root']);
  });

  it('is dropped if it claims to be registered here, or names what is no registry', async () => {
    const root = await start({ tree: { id: 'root', parent: null } });
    await register(root, painter);
    const services = [
      { ...painter, name: 'claimed', origin_registry: 'root', origin_path: ['site'] },
      { ...painter, origin_registry: 'root', origin_path: ['rack', 'site'] },
      { ...painter, name: 'lookalike', origin_registry: 'root ', origin_path: ['site'] },
      { ...painter, name: 'other', origin_registry: 'rack', origin_path: ['rack', 'site'] },
    ];
    const { status } = await root.request('POST', '/api/uap/tree/site', { services });
    expect(status).toBe(204);
    expect(await originsOf(root)).toEqual(['painter root', 'other rack site root']);
    const listed = await root.request('GET', '/api/registry/tree/root/services');
    expect(listed.body).toMatchObject({ all: 1, items: [{ name: 'painter' }] });
    expect(registryTreeSchema.parse(await viewOf(root)).registries).toMatchObject([
      { id: 'root', services: 1 },
      { id: 'site' },
      { id: 'rack', above: ['site', 'root'], services: 1 },
    ]);
  });

  it('is in the tree below a registry that is listed, whatever its path says', async () => {
    const root = await start({ tree: { id: 'root', parent: null } });
    const services = [
      { ...painter, origin_registry: 'x', origin_path: ['x', 'x', 'site'] },
      { ...painter, name: 'a', origin_registry: 'a', origin_path: ['a', 'b', 'site'] },
      { ...painter, name: 'b', origin_registry: 'b', origin_path: ['b', 'a', 'site'] },
    ];
    await root.request('POST', '/api/uap/tree/site', { services });
    expect(await viewOf(root)).toMatchObject({
      unlisted: 0,
      registries: [
        { id: 'root', above: [] },
        { id: 'site', above: ['root'] },
        { id: 'x', above: ['site', 'root'], services: 1 },
        { id: 'b', above: ['site', 'root'] },
        { id: 'a', above: ['b', 'site', 'root'] },
      ],
    });
  });

  it('is shown below the registry that sent it if its origin is not on its path', async () => {
    const root = await start({ tree: { id: 'root', parent: null } });
    const services = [
      { ...painter, origin_registry: 'lab', origin_path: ['site'] },
      { ...painter, name: 'other', origin_registry: 'rack', origin_path: ['site'] },
      { ...painter, name: 'third', origin_registry: 'rack', origin_path: ['rack', 'site'] },
    ];
    await root.request('POST', '/api/uap/tree/site', { services });
    expect(await viewOf(root)).toMatchObject({
      registries: [
        { id: 'root', connected: true },
        { id: 'site', connected: true },
        { id: 'rack', connected: true, services: 2 },
        { id: 'lab', above: ['site', 'root'], connected: false, services: 1 },
      ],
    });
    const listed = await root.request('GET', '/api/registry/tree/lab/services');
    expect(listed.body).toMatchObject({ all: 1, items: [{ name: 'painter' }] });
  });

  it('is not all in the tree if it names more registries than anybody has', async () => {
    const root = await start({ tree: { id: 'root', parent: null } });
    const services = Array.from({ length: 600 }, (_, at) => ({
      ...{ ...painter, name: `painter ${at}`, origin_registry: `rack-${at}` },
      origin_path: [`rack-${at}`, 'site'],
    }));
    await root.request('POST', '/api/uap/tree/site', { services });
    const { registries, unlisted } = registryTreeSchema.parse(await viewOf(root));
    expect([registries.length, unlisted]).toEqual([500, 102]);
  });

  it('a page to sign in, to which a parent redirects, has taken nothing', async () => {
    const asked: string[] = [];
    const server = createServer((request, reply) => {
      asked.push(`${request.method} ${request.url}`);
      if (request.url === '/sign-in') reply.end('<form>');
      else reply.writeHead(302, { location: '/sign-in' }).end();
    });
    const { origin, close } = await listenLocally(server);
    const site = await startChild('site', { origin }, { report: () => {} });
    await expect
      .poll(() => viewOf(site))
      .toMatchObject({ parent: { state: 'failing', reason: expect.stringContaining('200') } });
    expect(asked).toContain('GET /sign-in');
    await site.close();
    open.splice(open.indexOf(site), 1);
    await close();
  });

  it('a parent that refuses is shown in the tree of the child', async () => {
    const root = await start({ tree: { id: 'root', parent: null } });
    const reported: string[] = [];
    const site = await start({
      tree: {
        id: 'site',
        parent: { url: `${root.origin}/api/uap`, token: 'wrong-token-of-nobody' },
      },
      report: (text) => reported.push(text),
    });
    await expect
      .poll(() => viewOf(site))
      .toMatchObject({ parent: { state: 'failing', reason: expect.stringContaining('401') } });
    expect(reported.length).toBeGreaterThan(0);
  });
});
