import { test as base, expect, type Page } from '@playwright/test';
import { expectAccessible } from './fixtures.ts';
import { inbox } from './pages/console.ts';
import { type StaticServer, serveFolder } from './static-server.ts';

// It plays at the recorded pace.
base.use({ serviceWorkers: 'allow' });
base.describe.configure({ timeout: 180_000 });

/** The demo as deployed on a static file host. */
const test = base.extend<object, { demo: StaticServer }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures needed from the pattern
    async ({}, use) => {
      const server = await serveFolder(process.env['COUNTERSIGN_DEMO'] ?? 'dist-demo');
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** All errors of the page, and all requests to other origins. */
function watch(page: Page, demo: StaticServer) {
  const faults: string[] = [];
  const foreign: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== demo.url) foreign.push(request.url());
  });
  return () => {
    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
    expect(demo.missed.filter((path) => path.startsWith('/api'))).toEqual([]);
  };
}

test('the demo runs without a server: questions, answers and streams come from its recording', async ({
  demo,
  page,
}) => {
  const expectClean = watch(page, demo);
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

  // The recording continues with the answer up to its next question, and then to its end.
  await panel.getByRole('link', { name: /contractor/ }).click();
  const stream = page.getByRole('region', { name: 'Stream' });
  await expect(stream.getByText(/Whom shall I invite/)).toBeVisible({ timeout: 60_000 });
  await stream.getByRole('link', { name: 'Open', exact: true }).click();
  await answer('Approve').click();
  await send('Send approval').click();
  await expectAcknowledged();
  await panel.getByRole('link', { name: /contractor/ }).click();
  await expect(stream.getByText(/have been invited as/)).toBeVisible({ timeout: 60_000 });

  // Every screen works, and nothing was requested from other origins.
  await page.getByRole('link', { name: 'Tasks' }).first().click();
  await page.getByRole('link', { name: 'Shortlist for Checkout' }).click();
  await expect(stream.getByText(/have been invited as/)).toBeVisible();
  await page.getByRole('link', { name: 'Agents' }).first().click();
  await expect(page.getByRole('heading', { name: 'Orchestrator' })).toBeVisible();
  expectClean();
});

test('no screen, view or section of the demo has an error', async ({ demo, page }) => {
  const expectClean = watch(page, demo);
  const fault = page.locator('.empty-fail, .banner[data-tone="fail"], .error-text');
  const shows = async (what: string) => {
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expect(fault, what).toHaveCount(0);
  };
  await page.goto(demo.url);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  const main = page.getByRole('navigation', { name: 'Main' }).first();
  for (const place of ['Inbox', 'Wall', 'Agents', 'Tasks']) {
    await main.getByRole('link', { name: place }).click();
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(place);
    await shows(place);
  }

  for (const title of ['Every part of the stream', 'Shortlist for Checkout']) {
    await main.getByRole('link', { name: 'Tasks' }).click();
    await page.getByRole('link', { name: title }).first().click();
    const views = page.getByRole('navigation', { name: 'Views of this task' });
    for (const view of ['Lineage', 'Flow', 'Timeline', 'State', 'Decisions', 'Events', 'Stream']) {
      await views.getByRole('link', { name: view }).click();
      await expect(views.getByRole('link', { name: view })).toHaveAttribute('aria-current', 'page');
      await shows(`${title}: ${view}`);
    }
  }

  await main.getByRole('link', { name: 'Settings' }).click();
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' });
  for (const section of ['General', 'Rules', 'Escalation policy', 'Operators', 'Webhooks']) {
    await sections.getByRole('link', { name: section }).click();
    await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible();
    await shows(section);
  }
  await page.getByRole('button', { name: /^(Nothing new|Not seen yet)/ }).click();
  await expect(page.getByRole('heading', { name: 'Not seen yet' })).toBeVisible();
  await page.keyboard.press('Escape');
  expectClean();
});

test('in the demo a question is claimed, snoozed, answered and recalled, and a rule is tested', async ({
  demo,
  page,
}) => {
  const expectClean = watch(page, demo);
  await page.goto(demo.url);
  const { panel, row, answer, send } = inbox(page);
  const main = page.getByRole('navigation', { name: 'Main' }).first();
  // Long enough for a recall on a slow machine.
  await main.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Escalation policy' }).click();
  const major = page.getByRole('region', { name: 'Major' });
  await major.getByLabel('Answers can be recalled for', { exact: true }).fill('60');
  await page.getByRole('button', { name: 'Save as the next version' }).click();
  await expect(page.getByText('Version 2 applies to questions')).toBeVisible();

  await main.getByRole('link', { name: 'Inbox' }).click();
  await row(/Where should the .* work\?/)
    .first()
    .click();
  await panel.getByRole('button', { name: 'Exact bytes' }).click();
  await page.keyboard.press('Escape');
  await answer('Instruct').click();
  await panel.getByLabel('Instruction').fill('Anywhere near Leipzig');
  await send('Send instruction').click();
  await panel.getByRole('button', { name: 'Recall' }).click();
  await expect(answer('Instruct')).toBeVisible();
  await expect(panel.getByLabel('Instruction')).toHaveValue('Anywhere near Leipzig');

  await main.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByRole('link', { name: 'Add a rule' }).click();
  await page.getByLabel('Name').fill('Everything');
  await page.getByLabel('Agent').selectOption({ label: 'Orchestrator' });
  await page.getByRole('combobox', { name: /^Answer/ }).selectOption('approve');
  await page.getByRole('button', { name: 'Save and try it' }).click();
  await expect(page.getByText(/past questions? checked/)).toBeVisible();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByText('On. It answers questions received from now on')).toBeVisible();
  expectClean();
});
