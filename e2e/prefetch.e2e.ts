import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

// The worker is blocked here: the page itself loads ahead.
test.use({ fetchesAhead: true, stackOptions: { crew: false } });

/** Waits until the page is live and the browser has reported its first paint, which it does a little later. */
const live = async (page: Page) => {
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
};

/** The loaded scripts of these screens, and whether each was requested after the page was painted and loaded. */
const fetched = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    if (!(navigation instanceof PerformanceNavigationTiming) || painted === undefined) {
      throw new Error('Nothing was painted yet.');
    }
    const after = Math.max(painted, navigation.loadEventStart);
    return performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/(wall|tasks|agents|task)-[^/]*\.js$/.test(name))
      .map(({ name, startTime }) => ({
        screen: name.replace(/^.*\/assets\/(\w+)-.*$/, '$1'),
        isAhead: startTime >= after,
      }));
  });

test('the usual screens are loaded when the page is idle, after its first paint', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/inbox`);
  await live(page);
  await expect
    .poll(async () => [...new Set((await fetched(page)).map(({ screen }) => screen))].sort())
    .toEqual(['agents', 'task', 'tasks', 'wall']);
  expect((await fetched(page)).filter(({ isAhead }) => !isAhead)).toEqual([]);
  // Loaded screens are shown without another request.
  await stack.killServer('SIGKILL');
  await page.getByRole('link', { name: 'Wall' }).first().click();
  // The screen's own error about its data.
  await expect(page.getByText('The tasks could not be loaded')).toBeVisible();
  await expect(page.getByText('This part is not loaded yet')).toHaveCount(0);
});

test('a browser set to save data loads nothing ahead', async ({ console: page, stack }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto(`${stack.url}/inbox`);
  await live(page);
  // Idle callbacks run in the order of their requests: after several of ours, all of the page's have run.
  await page.evaluate(async () => {
    for (let count = 0; count < 8; count += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve));
    }
  });
  expect(await fetched(page)).toEqual([]);
  await page.getByRole('link', { name: 'Wall' }).first().click();
  await expect.poll(async () => (await fetched(page)).length).toBeGreaterThan(0);
});
