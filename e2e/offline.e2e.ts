import type { Page } from '@playwright/test';
import { copyConsole } from './console-copy.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { inbox } from './pages/console.ts';
import { ask, begin, startScripted } from './pages/scripted-task.ts';
import { scriptedAgent } from './scripted-agent.ts';
import type { Stack } from './stack.ts';

const { folder, upgrade } = copyConsole();
test.use({
  fetchesAhead: true,
  stackOptions: { crew: false, env: { COUNTERSIGN_CONSOLE: folder } },
});

const offline = (page: Page) => page.getByText(/^Offline for/);
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' }).first();
const live = (page: Page) => expect(page.getByText('Connection: Live')).toBeVisible();

/** Paths in the worker's caches. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) {
        paths.push(new URL(request.url).pathname);
      }
    }
    return paths;
  });

/** Simulates a browser set to save data: nothing is loaded ahead. */
const saveData = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );

async function goTo(page: Page, place: string) {
  await main(page).getByRole('link', { name: place }).click();
}

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a reload without network shows the inbox and screens never visited; signing out deletes everything', async ({
    console: page,
    stack,
  }) => {
    await page.goto(`${stack.url}/inbox`);
    await live(page);
    await expect
      .poll(
        async () => (await cached(page)).filter((path) => path.includes('/assets/wall-')).length,
      )
      .toBeGreaterThan(0);
    await stack.killServer('SIGKILL');
    await expect(offline(page).first()).toBeVisible();
    await page.reload();
    await expect(offline(page).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeAttached();
    await expect(page.getByRole('button', { name: /^Operator / })).toBeVisible();
    await goTo(page, 'Wall');
    // The screen's own error about its data: the screen itself is loaded.
    await expect(page.getByText('The tasks could not be loaded')).toBeVisible();
    await expect(page.getByText('not loaded yet')).toHaveCount(0);
    await page.goto(`${stack.url}/agents`);
    await expect(offline(page).first()).toBeVisible();

    await stack.startServer();
    await live(page);
    await expect(offline(page)).toHaveCount(0);
    const paths = await cached(page);
    expect(paths).toContain('/');
    expect(paths.filter((path) => path.startsWith('/api') || path === '/health')).toEqual([]);

    await page.getByRole('button', { name: /^Operator / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(await cached(page)).toEqual([]);
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    ).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('countersign.me'))).toBe(null);
  });
});

test('a screen that was not loaded opens when the network is back', async ({
  console: page,
  stack,
}) => {
  await saveData(page);
  await page.goto(`${stack.url}/inbox`);
  await live(page);
  // A part of its own: loaded before, it also works without a server.
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
  await stack.killServer('SIGKILL');
  await expect(offline(page).first()).toBeVisible();
  await goTo(page, 'Wall');
  await expect(page.getByText('This part is not loaded yet')).toBeVisible();
  await expectAccessible(page, 'not loaded');
  await goTo(page, 'Inbox');
  await expect(page.getByText('This part is not loaded yet')).toHaveCount(0);
  await goTo(page, 'Agents');
  await expect(page.getByText('This part is not loaded yet')).toBeVisible();
  await stack.startServer();
  await live(page);
  await expect(page.getByText('This part is not loaded yet')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Agents', exact: true })).toBeAttached();
  await goTo(page, 'Wall');
  await expect(page.getByText('This part is not loaded yet')).toHaveCount(0);
  await expect(page.locator('.empty-fail')).toHaveCount(0);
});

/** An agent that asks one question and waits. */
async function asking(stack: Stack) {
  const agent = await scriptedAgent(async (run) => {
    begin(run);
    ask(run, { messageId: 'msg-9d5a4c7b-8a54-0f6f5e2a9b11', ask: 'Which vendor shall it be?' });
    await run.closed;
  });
  await startScripted(stack, agent);
  return agent;
}

test('after an upgrade a missing screen is reported, and drafts are kept over the reload', async ({
  console: page,
  stack,
}) => {
  const agent = await asking(stack);
  await saveData(page);
  await page.goto(`${stack.url}/inbox`);
  const { panel, row, answer } = inbox(page);
  await row('Which vendor shall it be?').click();
  await answer('Instruct').click();
  await panel.getByLabel('Instruction').fill('The one that delivers to Leipzig');
  const undo = upgrade(/^wall-.*\.js/);
  await goTo(page, 'Wall');
  await expect(page.getByText('A new version is running')).toBeVisible();
  // Not before the page itself is requested: the screen also retries its script.
  await page.route('**/wall', (route) => {
    if (route.request().isNavigationRequest()) undo();
    return route.continue();
  });
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('A new version is running')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Wall');
  await goTo(page, 'Inbox');
  await row('Which vendor shall it be?').click();
  await expect(panel.getByLabel('Instruction')).toHaveValue('The one that delivers to Leipzig');
  await agent.close();
});

test('being offline moves nothing on the page and is announced once to screen readers', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/inbox`);
  await live(page);
  const box = () => page.locator('#main .screen').boundingBox();
  const before = await box();
  await page.evaluate(() => {
    const spoken: string[] = [];
    Reflect.set(window, 'spoken', spoken);
    const region = document.querySelector('.where [role="status"]');
    if (region === null) throw new Error('no live region');
    new MutationObserver(() => spoken.push(region.textContent ?? '')).observe(region, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  await stack.killServer('SIGKILL');
  await expect(offline(page).first()).toBeVisible();
  expect(await box()).toEqual(before);
  await expect(page.getByText(/^Offline for ([3-9]|\d\d) s/).first()).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'spoken'))).toEqual([
    expect.stringMatching(/^Offline\. /),
  ]);
  expect(await box()).toEqual(before);
  await expectAccessible(page, 'offline');
  await stack.startServer();
  await live(page);
  expect(await box()).toEqual(before);
});
