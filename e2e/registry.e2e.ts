import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessibleInBoth } from './pages/page-checks.ts';
import { registrantToken, type Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });
test.describe.configure({ timeout: 120_000 });

const registry = '/agents/registry/services';

const planner = (port: number) => ({
  ...{ ephemeral: true, name: 'geo-planner', protocol: 'https', host: '10.0.0.5', port },
  ephemeral_check: { check_type: 'TTL' },
  agent_protocol: 'a2a',
  agent_info: {
    a2a_agent_card: {
      ...{ name: 'Geo planner', description: 'Plans routes for vans', version: '1.2.0' },
      ...{ url: 'https://10.0.0.5:8443/a2a', capabilities: { streaming: true } },
      ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['application/json'] },
      skills: [
        {
          ...{ id: 'route', name: 'Route', description: 'Fastest route between stops' },
          ...{ tags: ['map'], examples: ['A to B by noon'] },
        },
      ],
      provider: { organization: 'Acme', url: 'https://acme.example' },
    },
  },
});
const ledger = { name: 'ledger', protocol: 'http', host: 'tools.acme.example', port: 8080 };

async function register(stack: Stack) {
  const token = registrantToken;
  const first = await stack.api<{ id: string }>('/api/uap/services', {
    body: planner(8443),
    token,
  });
  const second = await stack.api<{ id: string }>('/api/uap/services', {
    ...{ body: planner(8444), token },
  });
  await stack.api('/api/uap/services', { body: ledger });
  return { first: first.id, second: second.id };
}

const rowOf = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Registry' }).getByRole('row').filter({ hasText: text });

test('the directory shows who is registered, and the state of their leases', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/agents`);
  await page.getByRole('link', { name: 'Registry' }).click();
  await expect(page).toHaveURL(new RegExp(`${registry}$`));
  await expect(page.getByText('No service is registered')).toBeVisible();
  await expectAccessibleInBoth(page, 'an empty registry');

  const { first, second } = await register(stack);
  // Without a reload: the list is read again.
  await expect(rowOf(page, ':8443')).toContainText('Healthy');
  await expect(rowOf(page, ':8443')).toContainText(/0:\d\d|1:00/);
  await expect(rowOf(page, ':8443')).toContainText('registrant');
  await expect(rowOf(page, ':8443')).toContainText('2 instances');
  await expect(rowOf(page, 'ledger')).toContainText('Not checked');
  await expect(rowOf(page, 'ledger')).toContainText('None, stays');

  // The lease runs in real time as well: it begins again before each step.
  const renew = (id: string) =>
    stack.api(`/api/uap/services/${id}/renewal`, { method: 'PUT', token: registrantToken });
  await renew(first);
  await renew(second);
  await stack.pass(17_000);
  await expect(rowOf(page, ':8443')).toContainText('late');
  await renew(first);
  await stack.pass(14_000);
  await expect(rowOf(page, ':8444')).toContainText('Unhealthy');
  await expect(rowOf(page, ':8443')).toContainText('Healthy');
  await expect(rowOf(page, ':8444')).toContainText('removed soon');
  await expect(page.getByRole('status').filter({ hasText: '1 unhealthy' })).toBeVisible();
  await stack.pass(30_000);
  await expect(rowOf(page, ':8444')).toHaveCount(0);
});

test('services are filtered, opened and read by keyboard, on a phone too', async ({
  console: page,
  stack,
}) => {
  const { first } = await register(stack);
  await page.goto(`${stack.url}/tasks`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('A page, a task, a question, a command').fill('registry');
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: 'Filter services' }).fill('zebra');
  await expect(page.getByText('No service matches')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter services' }).fill('GEO');
  await expect(page.getByText('2 of 3 services')).toBeVisible();
  await expect(page).toHaveURL(/q=GEO/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Save as CSV' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Register a service' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'geo-planner' }).first()).toBeFocused();

  await page.goto(`${stack.url}${registry}/${first}`);
  await expect(page.getByRole('heading', { name: 'geo-planner', level: 1 })).toBeVisible();
  await expect(page.getByText('Fastest route between stops', { exact: true })).toBeVisible();
  await expect(page.getByText('Example: “A to B by noon”')).toBeVisible();
  await expect(page.getByText('Acme', { exact: true })).toBeVisible();
  await expect(page.getByText('"renewal_delete_timeout": "60s"')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'https://10.0.0.5:8444' }).click();
  await expect(page.getByRole('link', { name: 'https://10.0.0.5:8443' })).toBeVisible();

  await page.goto(`${stack.url}${registry}`);
  await expect(page.getByRole('link', { name: 'ledger' })).toBeVisible();
  await page.goto(`${stack.url}${registry}/none`);
  await expect(page.getByText('Service not found')).toBeVisible();
  await page.getByRole('link', { name: 'All services' }).click();
  await expect(page.getByRole('link', { name: 'ledger' })).toBeVisible();
});

test('an agent is found in plain words, with the reason', async ({ console: page, stack }) => {
  await register(stack);
  await page.goto(`${stack.url}${registry}`);
  await page.getByRole('link', { name: 'Find an agent' }).click();
  await expect(page.getByText('Words and spellings are compared, not meanings.')).toBeVisible();
  await page.getByLabel('What should the agent do?').fill('the fastest route');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 services found')).toBeVisible();
  const reasons = page.getByRole('list', { name: 'Why it was found' }).first();
  await expect(reasons).toContainText('Skills: Fastest route between stops');
  await expect(page.getByText(/\d+% match/).first()).toBeVisible();
  // The address has the question: it can be shared.
  await page.reload();
  await expect(page.getByText('2 services found')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('What should the agent do?').fill('quantum opera');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByText('Nothing found')).toBeVisible();
});

test('a registry that cannot be read says so, and is read again', async ({
  console: page,
  stack,
}) => {
  await register(stack);
  const fail = { status: 503, contentType: 'application/problem+json', body: '{"title":"Away"}' };
  await page.route('**/api/registry/**', (route) => route.fulfill(fail));
  await page.goto(`${stack.url}${registry}`);
  await expect(page.getByText('The registry could not be loaded')).toBeVisible();
  await expectAccessibleInBoth(page, 'a registry that failed');
  await page.unroute('**/api/registry/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'ledger' })).toBeVisible();
});
