import { readFileSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import { expectAccessible } from './fixtures.ts';
import { expectFitsPhone } from './pages/page-checks.ts';
import { type StaticServer, serveFolder } from './static-server.ts';

/** The demo as deployed on a static file host. */
const test = base.extend<object, { demo: StaticServer }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures needed from the pattern
    async ({}, use) => {
      const server = await serveFolder('dist-demo');
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const note = 'This is a recording of real agents';
const { recordings } = JSON.parse(readFileSync('apps/console/recordings/index.json', 'utf8')) as {
  recordings: { name: string; title: string; events: number }[];
};

/** All errors of the page, requests that the host has no file for, and requests to other origins. */
function watch(page: Page, demo: StaticServer) {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== demo.url) faults.push(request.url());
    if (request.method() !== 'GET') faults.push(`${request.method()} ${request.url()}`);
  });
  return () => {
    expect(faults).toEqual([]);
    expect(demo.missed).toEqual([]);
  };
}

test('the demo is a folder of recordings that says so, and is opened at its root by any file host', async ({
  demo,
  page,
}) => {
  const expectClean = watch(page, demo);
  await page.goto(demo.url);
  await expect(page.getByText(note)).toBeVisible();
  const list = page.getByRole('navigation', { name: 'Recordings' });
  await expect(list.getByRole('link')).toHaveText(recordings.map(({ title }) => title));
  await expect(page.locator('button', { hasText: 'Choose a file' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'To the console' })).toHaveCount(0);
  await expectAccessible(page, 'the recordings');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page, 'the recordings');
  await page.setViewportSize({ width: 1440, height: 900 });

  await list.getByRole('link').first().click();
  const stream = page.getByRole('region', { name: 'Stream' });
  await expect(stream.getByText(/have been invited as/)).toBeVisible();
  await expect(page.getByText(note)).toBeVisible();
  // Read-only: nothing can be answered, sent, paused or started again.
  for (const name of ['Answer', 'Send', 'Pause', 'Stop', 'Start again', 'Restart from here'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expectAccessible(page, 'a recording');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page, 'a recording');

  // The address of a recording can be passed on.
  await page.reload();
  await expect(stream.getByText(/have been invited as/)).toBeVisible();
  await page.getByRole('button', { name: 'Recordings' }).click();
  await expect(list.getByRole('link').first()).toBeVisible();
  expectClean();
});

test('every recording, also of the gateway and of a tool, is shown in all views without an error', async ({
  demo,
  page,
}) => {
  const expectClean = watch(page, demo);
  const fault = page.locator('.empty-fail, .banner, .error-text');
  expect(recordings.map(({ name }) => name)).toEqual([
    'hiring',
    'radio',
    'robot',
    'tool',
    'gateway',
  ]);
  await page.goto(demo.url);
  for (const { title, events } of recordings) {
    await page.getByRole('link', { name: title }).click();
    const views = page.getByRole('navigation', { name: 'Views of this task' });
    await expect(views.getByRole('link', { name: 'Events' })).toContainText(
      events.toLocaleString('en-US'),
    );
    for (const view of ['Lineage', 'Flow', 'Timeline', 'State', 'Decisions', 'Events', 'Stream']) {
      await views.getByRole('link', { name: view }).click();
      await expect(views.getByRole('link', { name: view })).toHaveAttribute('aria-current', 'page');
      await expect(page.locator('.skeleton')).toHaveCount(0);
      await expect(fault, `${title}: ${view}`).toHaveCount(0);
    }
    await page.getByRole('button', { name: 'Recordings' }).click();
  }
  expectClean();
});
