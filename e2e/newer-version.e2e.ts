import type { Page } from '@playwright/test';
import { copyConsole } from './console-copy.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { inbox } from './pages/console.ts';
import { ask, begin, startScripted } from './pages/scripted-task.ts';
import { scriptedAgent } from './scripted-agent.ts';

const { folder, upgrade } = copyConsole();
test.use({
  fetchesAhead: true,
  stackOptions: { crew: false, env: { COUNTERSIGN_CONSOLE: folder } },
});

const question = 'Which vendor shall it be?';
const live = (page: Page) => expect(page.getByText('Connection: Live')).toBeVisible();
const notice = (page: Page) => page.locator('.strip', { hasText: 'A new version is running' });
const bornAt = (page: Page) => page.evaluate(() => performance.timeOrigin);

test('after a restart with a newer console a notice is shown once, and the page reloads only on request', async ({
  console: page,
  stack,
}) => {
  const agent = await scriptedAgent(async (run) => {
    begin(run);
    ask(run, { messageId: 'msg-9d5a4c7b-8a54-0f6f5e2a9b11', ask: question });
    await run.closed;
  });
  await startScripted(stack, agent);
  await page.goto(`${stack.url}/inbox`);
  const { panel, row, answer } = inbox(page);
  await row(question).click();
  await answer('Instruct').click();
  const field = panel.getByLabel('Instruction');
  await field.fill('The one that delivers to Leipzig');
  const born = await bornAt(page);

  // A restart of the same version shows no notice.
  await stack.killServer('SIGKILL');
  await expect(page.getByText(/^Offline for/).first()).toBeVisible();
  const same = page.waitForResponse(`${stack.url}/`);
  await stack.startServer();
  await same;
  await live(page);
  await expect(notice(page)).toHaveCount(0);

  const undo = upgrade();
  await stack.killServer('SIGKILL');
  await expect(page.getByText(/^Offline for/).first()).toBeVisible();
  await stack.startServer();
  await expect(notice(page)).toBeVisible();
  await expect(page.locator('.where [role="status"]')).toHaveText(/^A new version is running\./);
  await expectAccessible(page, 'newer version');
  await expect(field).toHaveValue('The one that delivers to Leipzig');
  expect(await bornAt(page)).toBe(born);

  await notice(page).getByRole('button', { name: 'Later' }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible();
  await field.fill('The one that delivers to Leipzig by Friday');
  undo();
  await page.getByRole('button', { name: /^Operator / }).click();
  await page.getByRole('menuitem', { name: 'Reload for the new version' }).click();
  await expect.poll(() => bornAt(page)).not.toBe(born);
  await expect(panel.getByLabel('Instruction')).toHaveValue(
    'The one that delivers to Leipzig by Friday',
  );
  await agent.close();
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a tab shows a notice about the newer console that another tab has loaded', async ({
    console: page,
    context,
    stack,
  }) => {
    await page.goto(`${stack.url}/inbox`);
    await live(page);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
      .toBe('activated');
    await expect(notice(page)).toHaveCount(0);
    const undo = upgrade();
    const other = await context.newPage();
    await other.goto(`${stack.url}/inbox`);
    await expect(notice(page)).toBeVisible();
    await expect(page.getByText('Connection: Live')).toBeAttached();
    undo();
  });
});
