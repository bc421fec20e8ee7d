import { expect, test } from './fixtures.ts';
import { runStatus } from './pages/console.ts';
import { press, tabTo } from './pages/keyboard.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { addScripted, begin, finish, sendText } from './pages/scripted-task.ts';
import { type ScriptedAgent, scriptedAgent } from './scripted-agent.ts';
import type { Stack } from './stack.ts';

const many = 1_000;
const going = 12;

/** Ends at once, unless the title of its task contains “goes on”. */
const worker = () =>
  scriptedAgent(async (run) => {
    begin(run);
    sendText(run, `m-${run.input.runId}`, 'At work');
    const words = JSON.stringify(run.input.messages.at(-1)?.content ?? '');
    if (words.includes('goes on')) await run.closed;
    else finish(run);
  });

async function start(stack: Stack, agentId: string, message: string): Promise<string> {
  const { taskId } = await stack.api<{ taskId: string }>('/api/tasks', {
    body: { agentId, message },
  });
  return taskId;
}

/** A thousand tasks of two agents; twelve of them keep running. */
async function crowd(stack: Stack, agents: readonly ScriptedAgent[]): Promise<string[]> {
  const [one, two] = agents;
  if (one === undefined || two === undefined) throw new Error('two agents are needed');
  await addScripted(stack, one, { id: 'refunds', name: 'Refund Desk' });
  await addScripted(stack, two, { id: 'ledger', name: 'Ledger' });
  for (let from = 0; from < many - going; from += 19) {
    const batch = Array.from(
      { length: Math.min(19, many - going - from) },
      (_, index) => from + index,
    );
    await Promise.all(
      batch.map((index) =>
        start(
          stack,
          index % 2 === 0 ? 'refunds' : 'ledger',
          `Job ${String(index).padStart(4, '0')}`,
        ),
      ),
    );
  }
  return Promise.all(
    Array.from({ length: going }, (_, index) =>
      start(stack, index % 2 === 0 ? 'refunds' : 'ledger', `Watch ${index}, goes on`),
    ),
  );
}

test.use({
  stackOptions: { crew: false, env: { COUNTERSIGN_REQUESTS_PER_MINUTE: '1000000' } },
});

test('a thousand tasks are found, sorted, saved as a view, and stopped together', async ({
  console: page,
  stack,
}) => {
  test.setTimeout(240_000);
  const agents = [await worker(), await worker()];
  try {
    const live = await crowd(stack, agents);
    for (const taskId of live) await runStatus(stack, taskId, 'running');
    await page.goto(`${stack.url}/tasks`);
    await expect(page.getByText('1,000 tasks')).toBeVisible();
    const table = page.getByRole('table');
    await expect(table).toHaveAttribute('aria-rowcount', '1001');
    // Only visible rows exist in the DOM.
    expect(await table.getByRole('row').count()).toBeLessThan(90);
    // The columns of a narrower window share its width; hidden ones leave no gap.
    await page.setViewportSize({ width: 1024, height: 768 });
    const last = table.getByRole('row').nth(5).getByRole('cell').last();
    const edge = async (place: typeof last) => {
      const box = await place.boundingBox();
      return box === null ? 0 : box.x + box.width;
    };
    expect(await edge(last)).toBeGreaterThan((await edge(table)) - 2);
    await page.setViewportSize({ width: 1440, height: 900 });
    await table.getByRole('button', { name: 'Task' }).click();
    await expect(table.getByRole('link').first()).toHaveText('Job 0000');
    await table.getByRole('button', { name: 'Task' }).click();
    await expect(table.getByRole('link').first()).toHaveText('Watch 11, goes on');

    const find = page.getByLabel('Find a task');
    await find.fill('job 0731');
    await expect(page.getByText('1 of 1,000')).toBeVisible();
    await expect(table.getByRole('link')).toHaveText(['Job 0731']);
    await find.fill('');
    await page.getByRole('combobox', { name: /^State/ }).selectOption({ label: 'Running' });
    await page.getByRole('combobox', { name: /^Agent/ }).selectOption({ label: 'Ledger' });
    await expect(page.getByText('6 of 1,000')).toBeVisible();

    // A view is an address with a name, optionally shared with everyone.
    await page.getByRole('button', { name: 'Your filters' }).click();
    await page.getByRole('menuitem', { name: 'Save these filters as a view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Ledger at work');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Ledger at work' })).toBeVisible();
    await page.goto(`${stack.url}/tasks`);
    await page.getByRole('button', { name: 'All tasks' }).click();
    await page.getByRole('menuitem', { name: 'Ledger at work' }).click();
    await expect(page.getByText('6 of 1,000')).toBeVisible();
    await expectAccessibleInBoth(page, 'a view of the tasks');

    // By keyboard: all shown tasks are selected and stopped, with one result per task.
    const all = page.getByRole('checkbox', { name: 'Select all tasks shown' });
    await tabTo(page, all);
    await page.keyboard.press('Space');
    await expect(page.getByText('6 selected')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Stop 6 tasks' }), true);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Stop these 6 tasks?' });
    await expect(dialog.getByText(/6 of them have agents that cannot stop/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press(page, dialog.getByRole('button', { name: 'Stop 6 tasks' }));
    const receipts = page.getByRole('dialog', { name: 'Stopping' });
    await expect(receipts.getByText('0 of 6 stopped, 6 cut off, may still run')).toBeVisible();
    await expectAccessibleInBoth(page, 'the receipts of a stop');
    await page.keyboard.press('Escape');
    await expect(page.getByText('No task matches')).toBeVisible();
    const ended = await Promise.all(
      live.map((taskId) =>
        stack.api<{ agentId: string; runStatus: string }>(`/api/tasks/${taskId}`),
      ),
    );
    for (const { agentId, runStatus: status } of ended) {
      expect(status).toBe(agentId === 'ledger' ? 'cut-off' : 'running');
    }

    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(page.getByText('1,000 tasks')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('link', { name: /^(Job|Watch)/ }).first()).toBeVisible();
    await expectFitsPhone(page, 'a thousand tasks');
  } finally {
    for (const agent of agents) await agent.close();
  }
});
