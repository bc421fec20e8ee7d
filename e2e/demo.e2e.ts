import { spawnSync } from 'node:child_process';
import { test as base, expect } from '@playwright/test';
import { consoleSources, isStale } from '../scripts/newest.mjs';
import { expectAccessible } from './fixtures.ts';
import { inbox } from './pages/console.ts';
import { type StaticServer, serveFolder } from './static-server.ts';

/** The demo as somebody would put it on a host of plain files. */
const test = base.extend<object, { demo: StaticServer }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures needed from the pattern
    async ({}, use) => {
      if (isStale('dist-demo/index.html', consoleSources)) {
        const built = spawnSync('npm', ['run', 'build:demo'], { encoding: 'utf8' });
        if (built.status !== 0) throw new Error(built.stderr);
      }
      const server = await serveFolder('dist-demo');
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('the demo runs without any server: questions, answers and streams come from its recording', async ({
  demo,
  page,
}) => {
  const faults: string[] = [];
  const foreign: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== demo.url) foreign.push(request.url());
  });
  await page.goto(demo.url);
  await expect(page.getByText('Demo: a recording of real agents')).toBeVisible();
  await expect(page.getByText('Connection: Live')).toBeVisible();
  const { panel, row, answer, send, expectAcknowledged } = inbox(page);
  await row(/Where should the .* work\?/)
    .first()
    .click();
  await answer('Fill in').click();
  await panel.getByRole('textbox', { name: /^City/ }).fill('Leipzig');
  await panel.getByRole('combobox', { name: /^Remote share/ }).selectOption({ index: 3 });
  await expectAccessible(page, 'demo');
  await send('Send answer').click();
  await expectAcknowledged();

  // The recording goes on with it up to its next question, and to its end.
  await panel.getByRole('link', { name: /contractor/ }).click();
  const stream = page.getByRole('region', { name: 'Stream' });
  await expect(stream.getByText(/Whom shall I invite/)).toBeVisible({ timeout: 60_000 });
  await stream.getByRole('link', { name: 'Open', exact: true }).click();
  await answer('Approve').click();
  await send('Send approval').click();
  await expectAcknowledged();
  await panel.getByRole('link', { name: /contractor/ }).click();
  await expect(stream.getByText(/have been invited as/)).toBeVisible({ timeout: 60_000 });

  // Every screen lives, and nothing was asked of anybody.
  await page.getByRole('link', { name: 'Tasks' }).first().click();
  await page.getByRole('link', { name: 'Shortlist for Checkout' }).click();
  await expect(stream.getByText(/have been invited as/)).toBeVisible();
  await page.getByRole('link', { name: 'Agents' }).first().click();
  await expect(page.getByRole('heading', { name: 'Orchestrator' })).toBeVisible();
  expect(faults).toEqual([]);
  expect(foreign).toEqual([]);
  expect(demo.missed.filter((path) => path.startsWith('/api'))).toEqual([]);
});
