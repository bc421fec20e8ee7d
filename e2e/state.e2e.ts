import { expect, expectAccessible, test } from './fixtures.ts';
import { crews, envelopes } from './pages/crews.ts';
import { begin, signal, startScripted } from './pages/scripted-task.ts';
import { test as playedTest } from './played-test.ts';
import { scriptedAgent } from './scripted-agent.ts';

interface Blame {
  total: number;
  writes: { sequence: number; agentId: string }[];
}

for (const crew of crews) {
  playedTest(
    `${crew.name}: the difference between two positions, and who wrote it`,
    async ({ console: page, stack, played }) => {
      const taskId = played.finished[crew.name];
      const sent = await envelopes(stack, taskId);
      const asked = sent.find(({ event }) => event.name === 'countersign.prompt')?.sequence ?? 0;
      await page.goto(`${stack.url}/tasks/${taskId}?tab=state&from=${asked}`);
      const tree = page.getByRole('tree', { name: 'Shared state' });
      await expect(tree.getByRole('treeitem').first()).toBeVisible();

      await page.getByRole('button', { name: 'Difference' }).click();
      await expect(page.getByLabel('Position A as a number')).toHaveValue(String(asked));
      const diff = page.getByRole('tree', { name: 'Difference between A and B' });
      await expect(diff.getByRole('treeitem').first()).toBeVisible();
      await expect(page.getByText(/^\+ \d+ added/)).toBeVisible();
      await expectAccessible(page, 'difference');

      // Who wrote it, according to the server.
      const row = diff.getByRole('treeitem', { name: new RegExp(crew.place) }).first();
      await row.click();
      const { total, writes } = await stack.api<Blame>(
        `/api/tasks/${taskId}/blame?pointer=${encodeURIComponent(`/${crew.place}`)}`,
      );
      const last = writes.at(-1);
      const blame = page.getByRole('region', { name: `Written by /${crew.place}` });
      await expect(blame.getByText(`${total} ${total === 1 ? 'write' : 'writes'}`)).toBeVisible();
      await expect(row).toContainText(String(last?.sequence));
      const first = blame.getByRole('listitem').first();
      await expect(first.getByRole('button', { name: String(last?.sequence) })).toBeVisible();
      await expect(first.getByRole('time')).toBeVisible();

      // Goes there: the document as that event left it.
      await blame.getByRole('button', { name: `Go to ${last?.sequence}` }).click();
      await expect(page.getByText(`As it was at ${last?.sequence} of`)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`at=${last?.sequence}`));
      await expect(
        diff.getByRole('treeitem', { name: new RegExp(crew.place) }).first(),
      ).toBeVisible();
    },
  );
}

playedTest(
  'the tree is navigated by keys, and lists who wrote to a path',
  async ({ console: page, stack, played }) => {
    const taskId = played.waiting.hiring;
    await page.goto(`${stack.url}/tasks/${taskId}?tab=state`);
    const tree = page.getByRole('tree', { name: 'Shared state' });
    await tree.focus();
    const active = async () => {
      const id = await tree.getAttribute('aria-activedescendant');
      return page.locator(`[id="${id}"]`);
    };
    await page.keyboard.press('Home');
    const first = await (await active()).textContent();
    await page.keyboard.press('ArrowDown');
    expect(await (await active()).textContent()).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: /^Written by \// })).toBeVisible();
  },
);

test.describe('a document of a megabyte', () => {
  test.use({ stackOptions: { crew: false } });

  test('is shown row by row, changes as it is patched, and reports the patches that failed', async ({
    console: page,
    stack,
  }) => {
    const go = signal();
    const rows = Array.from({ length: 6_000 }, (_, index) => ({
      id: `row-${index}`,
      text: 'x'.repeat(110),
      value: index,
    }));
    const agent = await scriptedAgent(async (run) => {
      begin(run);
      run.event({ type: 'STATE_SNAPSHOT', snapshot: { count: 0, rows } });
      await go.given;
      for (let count = 1; count <= 400; count += 1) {
        run.event({
          type: 'STATE_DELTA',
          delta: [
            { op: 'replace', path: '/count', value: count },
            { op: 'replace', path: `/rows/${count}/value`, value: -count },
          ],
        });
      }
      run.event({
        type: 'STATE_DELTA',
        delta: [{ op: 'replace', path: '/nowhere/at/all', value: 'lost' }],
      });
      await run.closed;
    });
    const taskId = await startScripted(stack, agent);
    await page.goto(`${stack.url}/tasks/${taskId}?tab=state`);
    const tree = page.getByRole('tree', { name: 'Shared state' });
    await tree.getByRole('treeitem', { name: /^rows/ }).click();
    await tree.focus();
    await page.keyboard.press('ArrowRight');
    await expect(tree.getByRole('treeitem', { name: /^5\b/ }).first()).toBeVisible();
    // There are six thousand rows; only the visible ones are rendered.
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(100);
    go.give();
    await expect(tree.getByRole('treeitem', { name: /^count\s*400/ })).toBeVisible();
    await expect(page.getByText('/nowhere/at/all')).toBeVisible();
    await expect(page.getByText(/Kept and shown, but not applied/)).toBeVisible();
    await page.keyboard.press('End');
    await expect(tree.getByRole('treeitem', { name: /^5999/ })).toBeVisible();
    await agent.close();
  });
});
