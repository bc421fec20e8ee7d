import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { press, tabTo } from './pages/keyboard.ts';
import { registrantToken } from './stack.ts';

test.use({ stackOptions: { crew: false } });
test.describe.configure({ timeout: 180_000 });

const services = '/agents/registry/services';
const leased = {
  ...{ ephemeral: true, name: 'geo-planner', protocol: 'https', host: '10.0.0.5', port: 8443 },
  ephemeral_check: {
    ...{ check_type: 'TTL', renewal_interval: '10m' },
    ...{ renewal_unhealthy_timeout: '30m', renewal_delete_timeout: '60m' },
  },
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
/** Nothing has the focus: the keyboard would begin at the top, and a screen reader says nothing. */
const isLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

test('a service is registered, edited, renewed and removed by keyboard alone', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}${services}`);
  await press(page, link(page, 'Register a service'));
  const name = page.getByRole('textbox', { name: 'Name' });
  await tabTo(page, name);
  // Sent as it is: the first field that is wrong has the focus, and says why.
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('ledger');
  await tabTo(page, page.getByRole('textbox', { name: 'Host' }));
  await page.keyboard.type('localhost');
  await tabTo(page, page.getByLabel('Port'));
  await page.keyboard.type('8080');
  // Before the registry has checked what was typed last.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Host' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('tools.acme.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'ledger', level: 1 })).toBeVisible();
  await expect.poll(() => isLost(page)).toBe(false);

  await press(page, link(page, 'Edit'));
  await expect(page.getByRole('heading', { name: 'Edit ledger', level: 1 })).toBeVisible();
  await tabTo(page, page.getByRole('textbox', { name: 'Path' }));
  await page.keyboard.type('/v2');
  await page.keyboard.press('Enter');
  const review = page.getByRole('dialog', { name: 'Replace ledger?' });
  await expect(review).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(review).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Path' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(review).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('http://tools.acme.example:8080/v2').first()).toBeVisible();
  await expect.poll(() => isLost(page)).toBe(false);

  const remove = button(page, 'Remove');
  await press(page, remove);
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, button(page, 'Remove service'));
  await expect(page.getByText('No service is registered')).toBeVisible();
  await expect.poll(() => isLost(page)).toBe(false);

  const { id } = await stack.api<{ id: string }>('/api/uap/services', {
    ...{ body: leased, token: registrantToken },
  });
  await page.goto(`${stack.url}${services}/${id}`);
  const renew = button(page, 'Renew lease');
  await press(page, renew);
  await expect(
    page.getByRole('status').filter({ hasText: 'The lease was renewed' }),
  ).toBeAttached();
  await expect(renew).toBeFocused();
});

test('a text that is no JSON is kept, and says what to correct', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/agents/registry/new`);
  await press(page, button(page, 'JSON'));
  const json = page.getByLabel('The service as JSON');
  await tabTo(page, json);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{"name": "x", "port": }');
  await expect(page.getByText(/Not JSON yet, line 1/)).toBeVisible();
  // Nothing is being checked.
  await expect(page.getByText('Checking')).toHaveCount(0);
  await press(page, button(page, 'Register'));
  await expect(json).toBeFocused();
  await expect(json).toHaveValue('{"name": "x", "port": }');
});

test('routes, their policies and registries below are removed by keyboard alone', async ({
  console: page,
  stack,
}) => {
  for (const name of ['one', 'two']) {
    const body = { service: name, agentProtocol: '' };
    await stack.api(`/api/gateway/routes/to-${name}`, { method: 'PUT', body });
    await stack.api(`/api/uap/tree/${name}`, { body: { services: [] } });
  }
  await page.goto(`${stack.url}/agents/registry/gateway`);
  const change = button(page, 'Change the policy of to-one');
  await press(page, change);
  const dialog = page.getByRole('dialog', { name: 'Policy of to-one' });
  const hosts = dialog.getByLabel('Hosts that may be called');
  await press(page, dialog.getByRole('button', { name: 'Open', exact: true }));
  await expect(hosts).toBeFocused();
  await page.keyboard.type('10.0.0.5:8443');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(change).toBeFocused();
  await press(page, button(page, 'Remove the policy of to-one'));
  await press(page, button(page, 'Remove policy'));
  const removeRoute = button(page, 'Remove the route to-one');
  await expect(removeRoute).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, button(page, 'Remove route'));
  // The row in its place.
  await expect(button(page, 'Change the policy of to-two')).toBeFocused();

  await page.goto(`${stack.url}/agents/registry/tree`);
  await press(page, button(page, 'one'), 'Space');
  await expect(page.getByText('Nothing is registered with it.')).toBeVisible();
  await press(page, button(page, 'Forget one'));
  await press(page, button(page, 'Forget registry'));
  await expect(button(page, 'one')).toHaveCount(0);
  await expect.poll(() => isLost(page)).toBe(false);
});
