import { expect, expectAccessible, test } from './fixtures.ts';
import { inbox, openPrompt } from './pages/console.ts';
import { crews } from './pages/crews.ts';
import { openAt } from './pages/desk.ts';
import { tabTo } from './pages/keyboard.ts';

for (const crew of crews) {
  test(`${crew.name}: the reason for a question is one link, and each step of the path is linked to its place`, async ({
    console: page,
    stack,
  }) => {
    const taskId = await crew.start(stack);
    const { id } = await openPrompt(stack, taskId, 'blocking');
    await openAt(page, stack, id);
    const brief = inbox(page).panel.getByRole('region', { name: 'Brief' });
    const why = brief.getByRole('link', { name: 'Why am I asked' });
    await expect(why).toHaveCount(1);

    // A step has a tooltip on focus as on hover.
    const step = brief.locator('.why-path-step').first();
    // The panel may still be filled in above it, which moves the step away from the pointer.
    await expect(async () => {
      await page.mouse.move(2, 2, { steps: 8 });
      await step.hover();
      await expect(page.getByRole('tooltip')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    // Moved in several steps, as by hand: the tooltip stays while the pointer moves towards it.
    await page.mouse.move(2, 2, { steps: 8 });
    await expect(page.getByRole('tooltip')).toBeHidden();
    await inbox(page).panel.getByRole('heading', { level: 1 }).focus();
    await tabTo(page, step);
    await expect(page.getByRole('tooltip')).toBeVisible();
    await expectAccessible(page, 'the path of a prompt');

    await tabTo(page, why);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/tab=lineage/);
    const details = page.getByRole('complementary', { name: 'Details of the node' });
    await expect(details.getByRole('heading', { level: 2 }).first()).toContainText(crew.question);
    const lit = await details
      .getByRole('list', { name: 'Where it comes from' })
      .getByRole('listitem')
      .count();
    expect(lit).toBeGreaterThan(1);
    await expect(page.locator('.node-on-path')).toHaveCount(lit);

    // Opened by its address in a small window, the question is beside its details, not behind them.
    await page.setViewportSize({ width: 720, height: 450 });
    await page.reload();
    const canvas = page.getByRole('application', { name: /Lineage graph/ });
    const asked = page.locator('.node-selected');
    const isBeside = async () => {
      const [node, area] = [await asked.boundingBox(), await canvas.boundingBox()];
      if (node === null || area === null) return false;
      return node.x >= area.x && node.x + node.width <= area.x + area.width;
    };
    await expect.poll(isBeside).toBe(true);
    await page.setViewportSize({ width: 1280, height: 720 });

    await page.goBack();
    await brief.locator('.why-path-step').first().click();
    await expect(page).toHaveURL(/tab=lineage.*node=|node=.*tab=lineage/);
    await expect(details).toBeVisible();
  });
}
