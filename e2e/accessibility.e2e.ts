import { expect, test } from './fixtures.ts';
import { expectAccessibleInBoth } from './pages/page-checks.ts';

test('sign-in, empty screens and dialogs with faults are accessible', async ({
  console: page,
  stack,
}) => {
  const open = (path: string) => page.goto(`${stack.url}${path}`);
  await open('/sign-in');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Paste a token first')).toBeVisible();
  await expectAccessibleInBoth(page, 'sign-in with a fault');

  await open('/inbox');
  await expect(page.getByText('No agent is blocked')).toBeVisible();
  await expectAccessibleInBoth(page, 'empty inbox');

  await open('/tasks');
  await expect(page.getByText('No tasks yet')).toBeVisible();
  await expectAccessibleInBoth(page, 'no tasks');
  await page.getByRole('button', { name: 'Start a task' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Start a task' })).toBeVisible();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('Choose an agent first')).toBeVisible();
  await expectAccessibleInBoth(page, 'start dialog with a fault');

  await open('/agents');
  await expect(page.getByRole('heading', { name: 'Orchestrator' })).toBeVisible();
  await page.getByRole('button', { name: 'Add an agent' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expectAccessibleInBoth(page, 'agent dialog with a fault');
});
