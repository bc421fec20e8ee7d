import { expect, expectAccessible, test } from './fixtures.ts';
import { openPrompt } from './pages/console.ts';
import { crews } from './pages/crews.ts';
import { test as playedTest } from './played-test.ts';

for (const crew of crews) {
  test(`${crew.name}: who did what when, who waited for whom, and where the time went`, async ({
    console: page,
    stack,
  }) => {
    const taskId = await crew.start(stack);
    await openPrompt(stack, taskId, 'blocking');
    await page.goto(`${stack.url}/tasks/${taskId}?tab=timeline`);
    const lanes = page.getByRole('region', { name: /^Timeline of/ });
    await expect(lanes).toBeVisible();
    // A wait is drawn while it lasts.
    await expect(lanes.locator('[data-kind="person"]')).toHaveCount(1);
    await expect(page.getByText(/^waited .* for people$/)).toBeVisible();
    await crew.finish(stack, taskId);
    await expect(page.getByText(/^\d answers?$/).first()).toBeVisible();

    // Where the time went: the shares add up to the whole.
    const table = page.getByRole('region', { name: 'Where the time went' });
    const shares = await table
      .getByRole('row')
      .getByText(/^\d+%$/)
      .allTextContents();
    expect(shares).toHaveLength(5);
    const sum = shares.reduce((all, share) => all + Number.parseInt(share, 10), 0);
    expect(Math.abs(sum - 100)).toBeLessThanOrEqual(3);

    // Zoomed by keys, and back.
    const whole = await lanes.getAttribute('aria-label');
    await lanes.focus();
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('+');
    await expect(lanes).not.toHaveAttribute('aria-label', whole ?? '');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Home');
    await expect(lanes).toHaveAttribute('aria-label', whole ?? '');

    // The same as a list, to be read and selected by keys.
    await page.getByRole('button', { name: 'List' }).click();
    const entry = page.getByRole('button', { name: crew.question });
    await entry.focus();
    await page.keyboard.press('Enter');
    const details = page.getByRole('region', { name: 'Selected span' });
    await expect(details).toContainText('waits for a person');
    await expect(details.getByRole('link', { name: 'Open the decision' })).toBeVisible();
    await expectAccessible(page, 'timeline as a list');
    await details.getByRole('button', { name: /^Go to/ }).click();
    await expect(page.getByText(/As it was at/)).toBeVisible();
  });

  playedTest(
    `${crew.name}: the flow shows what was handed over to which agent, step by step and call by call`,
    async ({ console: page, stack, played }) => {
      const taskId = played.finished[crew.name];
      await page.goto(`${stack.url}/tasks/${taskId}?tab=flow`);
      const chain = page.getByRole('region', { name: 'Steps and tool calls' });
      await expect(chain.getByText(crew.other).first()).toBeVisible();
      const work = page.getByRole('region', { name: /^Work of the task/ });
      expect(await work.getByRole('button').count()).toBeGreaterThan(1);
      await chain
        .getByRole('button', { name: new RegExp(crew.tool) })
        .first()
        .click();
      await expect(
        page.getByRole('region', { name: 'Stream' }).getByText(crew.tool).first(),
      ).toBeVisible();
    },
  );
}
