import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPrompt } from './pages/console.ts';
import { crews } from './pages/crews.ts';
import { test as playedTest } from './played-test.ts';

for (const crew of crews) {
  test(`${crew.name}: the graph shows why a question is asked and what waits for it, and does not move as it grows`, async ({
    console: page,
    stack,
  }) => {
    const taskId = await crew.start(stack);
    await openPrompt(stack, taskId, 'blocking');
    await page.goto(`${stack.url}/tasks/${taskId}?tab=lineage`);
    const graph = page.getByRole('application', { name: /Lineage graph/ });
    const nodes = graph.locator('.react-flow__node');
    await nodes.filter({ hasText: crew.question }).click();
    await expect(page).toHaveURL(/node=/);

    const details = page.getByRole('complementary', { name: 'Details of the node' });
    await expect(details.getByRole('heading', { name: 'Why am I asked' })).toBeVisible();
    const steps = details.getByRole('list', { name: 'Where it comes from' }).getByRole('listitem');
    await expect(steps.first()).toContainText(crew.root);
    await expect(steps.last()).toContainText(crew.question);
    const lit = await steps.count();
    await expect(graph.locator('.node-on-path')).toHaveCount(lit);
    await expect(details.getByRole('heading', { name: 'Waits for this' })).toBeVisible();
    await expectAccessible(page, 'lineage with its details');

    // The selected node does not move while the task continues.
    const before = await nodes.filter({ hasText: crew.question }).boundingBox();
    const count = await nodes.count();
    await crew.finish(stack, taskId);
    await expect.poll(() => nodes.count()).toBeGreaterThan(count);
    expect(await nodes.filter({ hasText: crew.question }).boundingBox()).toEqual(before);
    await expect(details.getByText('question, answered')).toBeVisible();

    // From the question to its place in the stream; the address contains the item.
    await details.getByRole('button', { name: 'Show in the stream' }).click();
    await expect(page.getByRole('region', { name: 'Stream' })).toBeVisible();
    await expect(page).toHaveURL(/item=/);
  });

  playedTest(
    `${crew.name}: a narrow window shows the left side of the graph, with its root`,
    async ({ console: page, stack, played }) => {
      await page.setViewportSize({ width: 720, height: 900 });
      const taskId = played.waiting[crew.name];
      await page.goto(`${stack.url}/tasks/${taskId}?tab=lineage`);
      const nodes = page.locator('.react-flow__node');
      await expect(nodes.filter({ hasText: crew.root }).first()).toBeInViewport({ ratio: 1 });
      const isCut = () =>
        page.evaluate(() => {
          const left = document.querySelector('.lineage-canvas')?.getBoundingClientRect().left ?? 0;
          return [...document.querySelectorAll('.react-flow__node')].some(
            (node) => node.getBoundingClientRect().left < left,
          );
        });
      await expect.poll(isCut).toBe(false);
    },
  );

  test(`${crew.name}: the legend covers no node, also none that came later`, async ({
    console: page,
    stack,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const taskId = await crew.start(stack);
    await openPrompt(stack, taskId, 'blocking');
    await page.goto(`${stack.url}/tasks/${taskId}?tab=lineage`);
    const nodes = page.locator('.react-flow__node');
    await expect(nodes.filter({ hasText: crew.question })).toBeVisible();
    await crew.finish(stack, taskId);
    await expect(page.getByText('Finished').first()).toBeVisible();
    const isCovering = () =>
      page.evaluate(() => {
        const legend = document.querySelector('.legend[open]')?.getBoundingClientRect();
        return [...document.querySelectorAll('.react-flow__node')].some((node) => {
          const box = node.getBoundingClientRect();
          return legend !== undefined && box.left < legend.right && box.top < legend.bottom;
        });
      });
    await expect.poll(isCovering).toBe(false);
  });

  playedTest(
    `${crew.name}: filters hide, search finds, and both can be undone`,
    async ({ console: page, stack, played }) => {
      const taskId = played.waiting[crew.name];
      await page.goto(`${stack.url}/tasks/${taskId}?tab=lineage`);
      const nodes = page.locator('.react-flow__node');
      await expect(nodes.filter({ hasText: crew.question })).toBeVisible();
      const all = await nodes.count();
      await expect(page.getByText(`${all} of ${all} nodes`)).toBeVisible();

      const chip = page.getByRole('button', { name: crew.other });
      await chip.click();
      await expect(chip).toHaveAttribute('aria-pressed', 'false');
      await expect.poll(() => nodes.count()).toBeLessThan(all);
      await chip.click();
      await expect(nodes).toHaveCount(all);

      const fold = (what: string) =>
        page
          .getByRole('button', { name: 'Fold', exact: true })
          .click()
          .then(() => page.getByRole('menuitem', { name: what }).click());
      await fold('Fold what was handed over');
      await expect.poll(() => nodes.count()).toBeLessThan(all);
      await fold('Unfold everything');
      await expect(nodes).toHaveCount(all);

      await page.getByLabel('Kind', { exact: true }).selectOption('prompt');
      await expect(nodes).toHaveCount(1);
      await page.getByLabel('Find in the lineage').fill('nothing is called like this');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(nodes).toHaveCount(all);
    },
  );

  playedTest(
    `${crew.name}: the same as a tree by keyboard only, and as downloaded pictures`,
    async ({ console: page, stack, played }) => {
      const taskId = played.waiting[crew.name];
      await page.goto(`${stack.url}/tasks/${taskId}?tab=lineage`);
      await expect(page.locator('.react-flow__node').first()).toBeVisible();

      for (const [button, extension, begins] of [
        ['Save as SVG', 'svg', '<svg'],
        ['Save as PNG', 'png', '\x89PNG'],
      ] as const) {
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: button }).click();
        const download = await saved;
        expect(download.suggestedFilename()).toBe(`lineage-${taskId}.${extension}`);
        const bytes = await readFile(await download.path(), 'latin1');
        expect(bytes.startsWith(begins)).toBe(true);
        if (extension === 'svg') expect(bytes).toMatch(new RegExp(`<title>${crew.root.source}`));
      }

      await page.getByRole('button', { name: 'Tree' }).click();
      const tree = page.getByRole('tree', { name: 'Lineage as a tree' });
      await tree.focus();
      await page.keyboard.press('Home');
      const chosen = tree.getByRole('treeitem', { selected: true });
      await expect(chosen).toContainText(crew.root);
      await expect(chosen).toHaveAttribute('aria-level', '1');
      await page.keyboard.press('ArrowRight');
      await expect(chosen).toHaveAttribute('aria-level', '2');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await expect(chosen).toContainText(crew.root);
      const rows = await tree.getByRole('treeitem').count();
      await page.keyboard.press('ArrowLeft');
      await expect(chosen).toHaveAttribute('aria-expanded', 'false');
      expect(await tree.getByRole('treeitem').count()).toBeLessThan(rows);
      // Expanded again: the root, and the branch below it that was collapsed before.
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'End']) {
        await page.keyboard.press(key);
      }
      await expectAccessible(page, 'lineage as a tree');

      await tree.getByRole('treeitem', { name: crew.question }).click();
      await tree.focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/inbox\//);
    },
  );
}
