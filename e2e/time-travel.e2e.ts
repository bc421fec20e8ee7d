import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPrompt } from './pages/console.ts';
import { crews, envelopes, eventCount } from './pages/crews.ts';
import { test as playedTest } from './played-test.ts';

const slider = (page: Page) => page.getByRole('slider', { name: 'Position in the task' });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views of this task' }).getByRole('link', { name });

for (const crew of crews) {
  playedTest(
    `${crew.name}: every view shows the task as it was at the position in the link`,
    async ({ console: page, stack, played }) => {
      const taskId = played.finished[crew.name];
      const sent = await envelopes(stack, taskId);
      const find = (is: (event: (typeof sent)[number]['event']) => boolean) =>
        sent.find(({ event }) => is(event))?.sequence ?? 0;
      // The agent asks, and the server opens a prompt for it.
      const asked = find(({ value }) => value?.state === 'needsHumanDecision');
      const sequence = find(({ name }) => name === 'countersign.prompt');
      expect(asked).toBeGreaterThan(1);
      expect(sequence).toBeGreaterThan(asked);
      const head = await eventCount(stack, taskId);
      const at = asked - 1;

      await page.goto(`${stack.url}/tasks/${taskId}?at=${at}`);
      await expect(page.getByText(`As it was at ${at} of ${head}`)).toBeVisible();
      const stream = page.getByRole('region', { name: 'Stream' });
      await expect(stream.getByText(crew.root).first()).toBeVisible();
      await expect(stream.getByText(crew.question)).toHaveCount(0);
      await expect(page.getByText('Acts on the task as it is now')).toBeVisible();
      await expectAccessible(page, 'the past');

      // A few steps later the question is there, in the stream and in every other view.
      await slider(page).focus();
      for (let step = at; step < sequence; step += 1) await page.keyboard.press('ArrowRight');
      await expect(stream.getByText(crew.question).first()).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`at=${sequence}`));

      await tab(page, 'Lineage').click();
      await expect(
        page.locator('.react-flow__node').filter({ hasText: crew.question }),
      ).toBeVisible();
      await expect(
        page.locator('.node-person').filter({ hasText: /by Administrator/ }),
      ).toHaveCount(0);
      await tab(page, 'Decisions').click();
      await expect(page.getByRole('listitem').filter({ hasText: 'blocking' })).toHaveCount(1);
      await tab(page, 'Events').click();
      await expect(page.getByRole('listbox', { name: `Events, ${sequence}` })).toBeVisible();
      await tab(page, 'Flow').click();
      await expect(page.getByRole('heading', { name: 'Steps and tool calls' })).toBeVisible();
      await tab(page, 'Timeline').click();
      await expect(page.getByRole('heading', { name: 'Where the time went' })).toBeVisible();
      await tab(page, 'State').click();
      await expect(page.getByRole('tree', { name: 'Shared state' })).toBeVisible();
      const { thread } = await stack.api<{ thread: { state: Record<string, unknown> } }>(
        `/api/tasks/${taskId}/snapshot?at=${sequence}`,
      );
      await page.getByRole('button', { name: 'JSON', exact: true }).click();
      const shown = page.getByRole('region', { name: 'Shared state as JSON' });
      for (const name of Object.keys(thread.state)) await expect(shown).toContainText(`"${name}"`);

      // Back to now, in all views.
      await page.getByRole('button', { name: 'Back to live' }).first().click();
      await expect(page.getByText(/As it was at/)).toHaveCount(0);
      await expect(page).not.toHaveURL(/at=/);
      await expect(slider(page)).toHaveAttribute('aria-valuetext', `Live, event ${head}`);
    },
  );

  test(`${crew.name}: it is played from the beginning to now, and restarted from a position`, async ({
    console: page,
    stack,
  }) => {
    const taskId = await crew.start(stack);
    await openPrompt(stack, taskId, 'blocking');
    await crew.finish(stack, taskId);
    const head = await eventCount(stack, taskId);
    await page.goto(`${stack.url}/tasks/${taskId}`);
    await expect(slider(page)).toHaveAttribute('aria-valuemax', String(head));

    await page.getByLabel('Speed').selectOption('50');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.getByText(/As it was at \d+ of/)).toBeVisible();
    await expect(slider(page)).toHaveAttribute('aria-valuenow', String(head));
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();

    // By keyboard: one event back, the beginning, and now again.
    await slider(page).focus();
    await page.keyboard.press('Home');
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '1');
    await page.keyboard.press('.');
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '2');
    await page.keyboard.press('l');
    await expect(page.getByText(/As it was at/)).toHaveCount(0);

    await page.goto(`${stack.url}/tasks/${taskId}?at=${Math.floor(head / 2)}`);
    await page.getByRole('button', { name: 'Start again from here' }).click();
    const dialog = page.getByRole('dialog', { name: /Start again from/ });
    await expectAccessible(page, 'start again');
    await dialog.getByLabel('What to do differently (optional)').fill('Near Leipzig this time');
    await dialog.getByRole('button', { name: 'Start a new run' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/at=/);
    await expect(
      page.getByRole('region', { name: 'Stream' }).getByText('Near Leipzig this time').last(),
    ).toBeVisible();
    // The words are shown before the agent has begun.
    const runsBegun = async () => {
      const begun = (await envelopes(stack, taskId)).filter(
        ({ event }) => event.type === 'RUN_STARTED',
      );
      return new Set(begun.map(({ runId }) => runId)).size;
    };
    await expect.poll(runsBegun).toBeGreaterThan(1);
  });
}
