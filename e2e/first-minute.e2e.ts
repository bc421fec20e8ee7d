import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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
  await expect(first.getByRole('heading', { name: 'Which agent do you use?' })).toBeVisible();
  await expect(first.getByRole('link', { name: /Guide for operators/ })).toHaveAttribute(
    'href',
    /\/guide/,
  );
  await expectAccessibleInBoth(page, 'a new server');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(first).toBeVisible();
  await expectFitsPhone(page, 'a new server');
  // What is pressed is not covered, and what is below is reached by scrolling.
  await page.setViewportSize({ width: 720, height: 450 });
  await first.getByRole('button', { name: /^Just show me/ }).click();
  await expect(first.getByRole('button', { name: /^Start / }).last()).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.keyboard.press('3');
  await first.getByRole('link', { name: 'Add an agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an agent' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.goBack();

  await page.keyboard.press('4');
  // Only the three that people start; agents called by others have no example.
  await expect(first.getByRole('button', { name: /^Start / })).toHaveCount(3);
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

test('a script asks by the command that the first steps show, and its question is opened from there', async ({
  console: page,
  stack,
}) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto(`${stack.url}/connect`);
  const first = page.getByRole('region', { name: 'First steps' });
  await first.getByRole('button', { name: /^My own code/ }).click();
  await first.getByRole('button', { name: 'Make a token' }).click();
  const command = await first
    .getByRole('region', { name: 'Ask a question' })
    .locator('pre')
    .innerText();
  // The token is shown only once: looking at another way does not take it away.
  await page.keyboard.press('3');
  await expect(first.getByRole('link', { name: 'Add an agent' })).toBeVisible();
  await page.keyboard.press('2');
  await expect(first.getByText('Waiting for its first question…')).toBeVisible();
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'open' });
  await first.getByRole('link', { name: 'It asks: Deploy?' }).click();
  await expect(page.getByRole('heading', { name: 'Deploy?' })).toBeVisible();
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
