import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { type Place, scene } from './scene.ts';
import { at, both, broken, closed, dialog } from './steps.ts';

interface Registered {
  /** Ids of services. */
  long: string;
  painter: string;
}

const services = '/agents/registry/services';
const gateway = '/agents/registry/gateway';
const long = 'a-service-with-a-name-as-long-as-names-get-'.repeat(6).slice(0, 230);
const words = 'Plans routes for vans, and explains each of them to the people who drive. '.repeat(
  6,
);

const card = {
  ...{ name: long, description: words, version: '1.2.0-beta.11+build.2026', provider: 'Acme' },
  ...{ url: `https://10.0.0.7:8443/${long}`, capabilities: { streaming: true } },
  ...{ defaultInputModes: ['text/plain', 'application/json'], defaultOutputModes: ['text/html'] },
  skills: [
    {
      ...{ id: 'route', name: 'Route', description: words, tags: ['map', 'road', long] },
      examples: ['From A to B by noon, without the bridge'],
    },
  ],
};
const at443 = { protocol: 'https', port: 8443 };
const painter = {
  ...{ ...at443, name: 'painter', host: '10.0.0.5', agent_protocol: 'hai', tags: ['walls'] },
  agent_info: {
    agent_descriptor: {
      ...{ name: 'Painter', description: 'Paints walls red.' },
      url: 'https://10.0.0.5:8443/run',
    },
  },
};
/** A lease that lasts as long as the pictures are taken. */
const leased = (unhealthyAfter: string) => ({
  ephemeral: true,
  ephemeral_check: {
    ...{ check_type: 'TTL', renewal_interval: '10m' },
    ...{ renewal_unhealthy_timeout: unhealthyAfter, renewal_delete_timeout: '180m' },
  },
});
const policy = (service: string, members: object = {}) => ({
  ...{ callers: ['*'], approval: true, callsPerMinute: 30 },
  // Of the painter its registered host, so that a call of it can be sent.
  hosts: [service === 'painter' ? '10.0.0.5:8443' : `${service}.example:443`],
  ...{ callerMayAnswer: false, ...members },
});

/** A policy that is typed in the dialog while another one is set. */
const meanwhile = async ({ page, stack }: Place<unknown>) => {
  const path = '/api/gateway/policies/to-painter';
  await page.getByRole('button', { name: /^(Change the policy of|修改) ?to-painter/ }).click();
  const open = page.getByRole('dialog');
  await open.getByLabel(/^(Calls in a minute|每分钟调用次数)/).fill('7');
  await open
    .getByLabel(/^(Hosts that may be called|可以调用的主机)/)
    .fill('10.0.0.5:8443\n10.0.0.6:8443\npainter.example');
  await stack.api(path, { method: 'PUT', body: policy('painter', { callsPerMinute: 9 }) });
  await open.getByRole('button', { name: /^(Save|保存)$/ }).click();
  await expect(open.getByRole('alert')).toBeVisible();
};
const filled = async (page: Page) => {
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
};

scene<Registered>('registered', {
  options: { crew: false },
  async prepare(stack) {
    const add = async (body: object) =>
      (await stack.api<{ id: string }>('/api/uap/services', { body })).id;
    const route = (name: string, service: string) =>
      stack.api(`/api/gateway/routes/${name}`, {
        ...{ method: 'PUT', body: { service, agentProtocol: 'a2a' } },
      });
    const allow = (name: string, service: string, members?: object) =>
      stack.api(`/api/gateway/policies/${name}`, {
        ...{ method: 'PUT', body: policy(service, members) },
      });
    const agent = { ...at443, agent_protocol: 'a2a', agent_info: { a2a_agent_card: card } };
    await add({ ...at443, ...leased('15m'), name: 'geo-planner', host: '10.0.0.9' });
    await add({ ...at443, ...leased('90m'), name: 'surveyor', host: '10.0.0.9' });
    await stack.pass(20 * 60_000);
    const longId = await add({
      ...{ ...agent, ...leased('90m'), name: long, host: 'tools.acme.example' },
      path: `/${long}`,
    });
    await add({ ...agent, ...leased('90m'), name: long, host: 'tools.acme.example', port: 8444 });
    await add({ ...at443, name: 'ledger', host: 'tools.acme.example' });
    const painterId = await add(painter);
    const below = { ...painter, origin_registry: 'rack', origin_path: ['rack', 'site'] };
    await stack.api('/api/uap/tree/site', { body: { services: [painter, below] } });
    await stack.api(`/api/uap/tree/${long.slice(0, 60)}`, { body: { services: [] } });
    await stack.pass(70_000);
    const routes: readonly (readonly [name: string, service: string])[] = [
      ['to-painter', 'painter'],
      ['to-ledger', 'ledger'],
      ['to-nowhere', 'nowhere'],
      ['to-planner', 'geo-planner'],
      ['to-surveyor', 'painter'],
      [`to-${long.slice(0, 190)}`, long],
      ['left', 'painter'],
    ];
    for (const [name, service] of routes) {
      await route(name, service);
      if (name !== 'to-ledger') await allow(name, service);
    }
    await route('to-surveyor', 'surveyor');
    await allow('to-nowhere', 'nowhere', { callers: [], callerMayAnswer: true, agent: 'gone' });
    await stack.api('/api/gateway/routes/left', { method: 'DELETE' });
    return { long: longId, painter: painterId };
  },
  screens: {
    'services-states': at(services, 'ledger'),
    'services-no-match': at(`${services}?q=zebra`, 'No service matches'),
    'services-find-start': at(`${services}?find=`, 'Describe a task in plain words'),
    'services-find-none': at(`${services}?find=quantum opera`, 'Nothing found'),
    'services-find-long': at(`${services}?find=plans routes for vans`, /% match/),
    'services-find-tree': at(`${services}?find=paints walls`, /% match/),
    'services-find-failed': broken(
      '/api/registry/search',
      `${services}?find=a`,
      'The search failed',
    ),
    'services-long': at<Registered>(({ long: id }) => `${services}/${id}`, 'tools.acme.example'),
    'services-short': at<Registered>(({ painter: id }) => `${services}/${id}`, 'Paints walls red.'),
    'services-remove': {
      go: both(
        at<Registered>(({ painter: id }) => `${services}/${id}`, 'Paints walls red.'),
        dialog('Remove', /painter/),
      ),
      leave: closed,
    },
    'services-edit': at<Registered>(
      ({ painter: id }) => `${services}/${id}?edit=true`,
      /would accept it/,
    ),
    'services-edit-long': {
      go: both(
        at<Registered>(({ long: id }) => `${services}/${id}?edit=true`, /would accept it/),
        async ({ page }) => {
          await page.getByRole('textbox', { name: /Path|路径/ }).fill('/v2');
          await page.getByRole('textbox', { name: /Host|主机/ }).fill('other.acme.example');
          await page.getByRole('button', { name: 'Review changes' }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      ),
      leave: closed,
    },
    'services-edit-changed': both(
      at<Registered>(({ painter: id }) => `${services}/${id}?edit=true`, /would accept it/),
      async ({ page, stack, made }) => {
        await stack.api(`/api/uap/services/${made.painter}`, { method: 'PATCH', body: painter });
        await expect(
          page.getByRole('button', { name: 'Start from the current entry' }),
        ).toBeVisible({ timeout: 20_000 });
      },
    ),
    'services-faults': both(
      at('/agents/registry/new', /the registry would refuse it/),
      async ({ page }) => {
        await page
          .getByLabel(/^(Name|名称)/)
          .first()
          .fill('x');
        await page.getByRole('textbox', { name: /Host|主机/ }).fill('localhost');
        await page.getByLabel(/^(Port|端口)/).fill('0');
        await page.getByRole('button', { name: 'Register', exact: true }).click();
        await expect(page.getByRole('main').locator('code', { hasText: '/host' })).toBeVisible();
      },
    ),
    'services-json': both(
      at('/agents/registry/new', /the registry would refuse it/),
      async ({ page }) => {
        await page.getByRole('button', { name: 'JSON', exact: true }).click();
        await page.getByLabel('The service as JSON').fill('{"name": "x", "port": }');
        await expect(page.getByText(/line 1|第 1 行/i)).toBeVisible();
      },
    ),
    'services-exists': both(
      at('/agents/registry/new', /the registry would refuse it/),
      async ({ page }) => {
        await page.getByRole('button', { name: 'JSON', exact: true }).click();
        const body = { ...at443, ...leased('15m'), name: 'geo-planner', host: '10.0.0.9' };
        await page.getByLabel('The service as JSON').fill(JSON.stringify(body));
        await expect(page.getByText('It is already registered')).toBeVisible();
      },
    ),
    'services-leases': at('/agents/registry/leases', 'Renewal is overdue'),
    'services-tree': at('/agents/registry/tree?at=site', 'painter'),
    'services-forget': {
      go: both(at('/agents/registry/tree', 'rack'), dialog('Forget site', /Forget the registry/)),
      leave: closed,
    },
    'routes-states': at(gateway, 'Policy of another service'),
    'routes-changes': {
      go: both(at(gateway, 'Route to-painter'), ({ page }) =>
        page.getByRole('heading', { name: /^(Changes|更改记录)$/ }).scrollIntoViewIfNeeded(),
      ),
      fresh: true,
    },
    'routes-remove': {
      go: both(
        at(gateway, 'Route to-painter'),
        dialog('Remove the policy of to-painter', /Close the route/),
      ),
      leave: closed,
    },
    'routes-faults': {
      go: both(
        at(gateway, 'Route to-painter'),
        both(dialog('Open a service', 'Open a service to callers'), async ({ page }) => {
          await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
          await expect(page.getByText('Enter a service')).toBeVisible();
        }),
      ),
      leave: closed,
    },
    'routes-conflict': {
      go: both(at(gateway, 'Route to-painter'), meanwhile),
      leave: closed,
      // It is scrolled into view when it comes.
      fresh: true,
    },
    'routes-try-start': at(`${gateway}?try=`, 'Fill in an example'),
    'routes-try': both(at(`${gateway}?try=painter`, 'Fill in an example'), async ({ page }) => {
      await filled(page);
      await expect(page.getByRole('heading', { name: 'What the agent would get' })).toBeVisible();
    }),
    'routes-try-refused': both(at(`${gateway}?try=nobody`, 'Fill in an example'), ({ page }) =>
      filled(page),
    ),
    'routes-try-sent': both(
      at(`${gateway}?try=painter`, 'Fill in an example'),
      async ({ page }) => {
        await filled(page);
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await expect(page.getByText('It waits for approval in the inbox.')).toBeVisible();
      },
    ),
    'routes-failed': broken('/api/gateway/routes', gateway, 'The routes could not be loaded'),
  },
});
