import { expect, test } from './fixtures.ts';
import { expectAccessibleInBoth } from './pages/page-checks.ts';
import { registrantToken, type Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });
test.describe.configure({ timeout: 120_000 });

const registry = '/agents/registry/services';
const ledger = { name: 'ledger', protocol: 'http', host: 'tools.acme.example', port: 8080 };
const leased = {
  ...{ ephemeral: true, name: 'geo-planner', protocol: 'https', host: '10.0.0.5', port: 8443 },
  // So long that it does not end while the test runs.
  ephemeral_check: {
    ...{ check_type: 'TTL', renewal_interval: '10m' },
    ...{ renewal_unhealthy_timeout: '30m', renewal_delete_timeout: '60m' },
  },
};
const add = (stack: Stack, body: Record<string, unknown>) =>
  stack.api<{ id: string; created_at: number }>('/api/uap/services', {
    body,
    token: registrantToken,
  });

test('a service is registered by hand, checked as it is typed', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}${registry}`);
  await page.getByRole('link', { name: 'Register a service' }).click();
  await expect(page.getByRole('heading', { name: 'Register a service', level: 1 })).toBeVisible();
  await page.getByLabel('Name', { exact: false }).first().fill('ledger');
  await page.getByRole('textbox', { name: 'Host' }).fill('localhost');
  await page.getByLabel('Port').fill('8080');
  await page.getByLabel('Port').blur();
  // Only the registry knows which hosts it takes.
  await expect(page.getByText('1 fault: the registry would refuse it.')).toBeVisible();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByRole('main').locator('code', { hasText: '/host' })).toBeVisible();
  await expectAccessibleInBoth(page, 'a service with a fault');
  await page.getByRole('textbox', { name: 'Host' }).fill('tools.acme.example');
  await expect(page.getByText('The registry would accept it.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByText('http://tools.acme.example:8080').first()).toBeVisible();
  await expect(page.getByText('registered', { exact: true })).toBeVisible();
});

test('what is registered already is renewed instead of registered', async ({
  console: page,
  stack,
}) => {
  const { id } = await add(stack, leased);
  await stack.pass(12 * 60_000);
  await page.goto(`${stack.url}/agents/registry/leases`);
  await expect(page.getByRole('row').filter({ hasText: 'geo-planner' })).toContainText(
    'Renewal is overdue',
  );
  await page.goto(`${stack.url}/agents/registry/new`);
  await page.getByRole('button', { name: 'JSON' }).click();
  await page.getByLabel('The service as JSON').fill(JSON.stringify(leased));
  await expect(page.getByText('It is already registered')).toBeVisible();
  await expectAccessibleInBoth(page, 'a service that is there already');
  await page.getByRole('button', { name: 'Renew lease' }).click();
  await expect(page.getByText('The lease was renewed.')).toBeVisible();
  await page.getByRole('link', { name: 'Open it' }).click();
  await expect(page).toHaveURL(new RegExp(`${registry}/${id}$`));
  await page.goto(`${stack.url}/agents/registry/leases`);
  await expect(page.getByRole('row').filter({ hasText: 'geo-planner' })).toContainText(
    'Renewed in time',
  );
});

test('a service is replaced after its differences were shown, and not over a newer one', async ({
  console: page,
  stack,
}) => {
  const { id } = await add(stack, ledger);
  await page.goto(`${stack.url}${registry}/${id}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Path' }).fill('/v2');
  await page.getByRole('button', { name: 'Review changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace ledger?' });
  await expect(dialog.getByRole('row').filter({ hasText: 'path' })).toContainText('"/v2"');
  await expectAccessibleInBoth(page, 'the differences of a service');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('http://tools.acme.example:8080/v2').first()).toBeVisible();
  await expect(page.getByText('replaced', { exact: true })).toBeVisible();
  await expectAccessibleInBoth(page, 'a service with its history');

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Path' }).fill('/v3');
  await stack.api(`/api/uap/services/${id}`, {
    method: 'PATCH',
    body: { ...ledger, path: '/theirs' },
  });
  await expect(page.getByText(/was replaced, or has registered itself again/)).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeDisabled();
  await page.getByRole('button', { name: 'Start from the current entry' }).click();
  await expect(page.getByRole('textbox', { name: 'Path' })).toHaveValue('/theirs');
});

test('a service is removed', async ({ console: page, stack }) => {
  const { id } = await add(stack, ledger);
  await page.goto(`${stack.url}${registry}/${id}`);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove service' }).click();
  await expect(page.getByText('No service is registered')).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });
  test('registering and leases have all their texts', async ({ console: page, stack }) => {
    await add(stack, leased);
    await page.goto(`${stack.url}/agents/registry/leases`);
    await expect(page.getByText('按时续租')).toBeVisible();
    await page.goto(`${stack.url}/agents/registry/new`);
    await expect(page.getByRole('textbox', { name: '主机' })).toBeVisible();
    await expect(page.getByText('注册中心会拒绝它。', { exact: false })).toBeVisible();
  });
});
