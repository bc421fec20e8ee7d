import { expect, test } from './fixtures.ts';
import { openPrompt } from './pages/console.ts';
import { desk } from './pages/desk.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { taskPage } from './pages/task-page.ts';

test('on a new server the inbox explains itself, and one click brings in a question', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/inbox`);
  const first = page.getByRole('region', { name: 'First steps' });
  await expect(
    first.getByRole('heading', { name: 'No agent has asked anything yet' }),
  ).toBeVisible();
  // Only the three that people start; agents called by others have no example.
  await expect(first.getByRole('button', { name: /^Start / })).toHaveCount(3);
  await expect(first.getByRole('heading', { name: 'Keys' })).toBeVisible();
  await expect(first.getByText('All keys')).toBeVisible();
  const documents = first.getByRole('heading', { name: 'Documentation' }).locator('xpath=..');
  await expect(documents.getByRole('link').first()).toHaveAttribute('href', /\/guide/);
  await expectAccessibleInBoth(page, 'a new server');
  // Side by side, the sections below end where the list above them ends.
  await page.setViewportSize({ width: 1920, height: 1080 });
  const rights = await first
    .locator('.first-grid > section')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
  expect(rights.at(-1)).toBe(rights[0]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(first).toBeVisible();
  await expectFitsPhone(page, 'a new server');
  await page.setViewportSize({ width: 1440, height: 900 });

  await first.getByRole('link', { name: 'Add an agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an agent' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.goBack();

  await first.getByRole('button', { name: 'Start Orchestrator' }).click();
  await expect(
    taskPage(page, stack)
      .stream.getByText(/Senior React contractor/)
      .first(),
  ).toBeVisible();
  const taskId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await openPrompt(stack, taskId, 'blocking');
  await page
    .getByRole('navigation', { name: 'Main' })
    .first()
    .getByRole('link', { name: /Inbox/ })
    .click();
  await expect(page.getByRole('option', { name: /Where should the/ })).toBeVisible();
  await expect(first).toHaveCount(0);
});

test('a viewer sees that the role is read-only, and no actions', async ({ browser, stack }) => {
  const viewer = await desk(browser, stack, { id: 'vera', name: 'Vera', role: 'viewer' });
  await viewer.page.goto(`${stack.url}/inbox`);
  const first = viewer.page.getByRole('region', { name: 'First steps' });
  await expect(first.getByText(/You can read everything here/)).toBeVisible();
  await expect(first.getByRole('button')).toHaveCount(0);
  await viewer.page.goto(`${stack.url}/agents`);
  await expect(viewer.page.getByText('started by people').first()).toBeVisible();
  await expect(viewer.page.getByRole('button', { name: 'Add an agent' })).toHaveCount(0);
  await viewer.context.close();
});

test('agents that people start are marked, and are listed first where a task is started', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/agents`);
  const agent = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(agent('Radio Master').getByText('started by people', { exact: true })).toBeVisible();
  await expect(agent('Email Tool').getByText('started by other agents')).toBeVisible();
  await page.goto(`${stack.url}/tasks?start=true`);
  const choice = page.getByRole('combobox', { name: /^Agent/ });
  await expect(choice.getByRole('option')).toHaveCount(8);
  const names = await choice.getByRole('option').allTextContents();
  expect(names.slice(1, 4).toSorted()).toEqual(['Orchestrator', 'Radio Master', 'Robot Executor']);
  await choice.selectOption('Orchestrator');
  await page.getByRole('button', { name: /Use an example/ }).click();
  await choice.selectOption('Radio Master');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
    /^Downlink rate dropped/,
  );
});
