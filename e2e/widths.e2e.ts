import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { desk, openAt } from './pages/desk.ts';
import { measureLayout } from './pages/layout.ts';
import { begin, sendText } from './pages/scripted-task.ts';
import { startTask, taskPage } from './pages/task-page.ts';
import { scriptedAgent } from './scripted-agent.ts';

test.describe.configure({ timeout: 300_000 });

const sizes = [
  [390, 844],
  ...[641, 720, 800, 900, 1024, 1100, 1240, 1280, 1440].map((width) => [width, 800] as const),
  // A low window, and one of 1080 lines at a zoom of 200 %.
  [720, 450],
  [960, 540],
] as const;

/** Nothing overlaps at any size; polled, because the layout follows a change of size with a delay. */
async function expectInOrder(page: Page, screen: string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => page.evaluate(measureLayout), { message: `${screen} at ${width} × ${height}` })
      .toEqual({
        beyond: 0,
        overlapping: [],
        outside: [],
        unreadable: [],
        cramped: [],
        overwritten: [],
      });
  }
}

test('who holds a question, and who wants it, fit every width', async ({
  browser,
  console: page,
  stack,
}) => {
  const jonas = await desk(browser, stack, { id: 'jonas', name: 'Jonas Maximilian Weber' });
  const asking = await startAsking(stack, {
    id: 'planner',
    name: 'Planner of the cells between Nantes-Ouest and Rennes-Sud',
  });
  const members = { ask: 'Reassign 12 cells?', severity: 'critical', payload: { cells: 12 } };
  const theirs = await asking.ask('theirs', members);
  const mine = await asking.ask('mine', { ...members, ask: 'Reassign 14 cells?' });
  const claimOf = ({ id }: { id: string }) => `/api/prompts/${encodeURIComponent(id)}/claim`;
  const wanted = { takeOver: 'ask' };
  const { panel } = inbox(page);

  await stack.api(claimOf(theirs), { body: {}, token: jonas.token });
  await openAt(page, stack, theirs.id);
  await expect(panel.getByText(/Jonas Maximilian Weber/).first()).toBeVisible();
  await expectInOrder(page, 'a question that somebody else holds');
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel.getByRole('button', { name: 'Ask to take over' }).click();
  await expectInOrder(page, 'a question that was asked for');

  await stack.api(claimOf(mine), { body: {} });
  await stack.api(claimOf(mine), { body: wanted, token: jonas.token });
  await openAt(page, stack, mine.id);
  await expect(panel.getByRole('button', { name: 'Hand over' })).toBeVisible();
  await expectInOrder(page, 'a question that somebody else wants');
  await jonas.context.close();
  await asking.close();
});

test('the status of a pause fits every width while the agent has not confirmed it', async ({
  console: page,
  stack,
}) => {
  const agent = await scriptedAgent(async (run) => {
    begin(run);
    sendText(run, 'm-1', 'Counting the cells between Nantes-Ouest and Rennes-Sud.');
    await run.closed;
  });
  const name = 'Planner of the cells between Nantes-Ouest and Rennes-Sud';
  // It accepts the connection, and never replies.
  const control = { url: `${agent.url}/silent`, actions: ['pause', 'resume', 'stop'] };
  await stack.api('/api/agents', {
    body: { id: 'planner', name, protocol: 'hai', url: agent.url, control },
  });
  const taskId = await startTask(stack, 'planner', 'Reassign the cells of the whole region today');
  const { open, stream, control: buttons } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByText(/Counting the cells/)).toBeVisible();
  await buttons.getByRole('button', { name: 'Pause' }).click();
  const ladder = page.locator('.task-head').getByRole('list', { name: 'Status of the pause' });
  await expect(ladder.getByRole('listitem').nth(1)).not.toHaveText(/, done/);
  await expectInOrder(page, 'a pause on its way');
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const at = `the ladder at ${width} × ${height}`;
    await expect
      .poll(() => ladder.evaluate(outsideItsHeader), { message: at })
      .toEqual({ outside: [], rungs: 4 });
  }
  await agent.close();
});

/** Runs in the page: the steps that are not wholly inside the header and the window. */
function outsideItsHeader(ladder: Element) {
  const head = ladder.closest('.task-head')?.getBoundingClientRect();
  const rungs = [...ladder.querySelectorAll('li')];
  const outside = rungs.filter((rung) => {
    const { left, right, top, bottom } = rung.getBoundingClientRect();
    const isInside =
      head !== undefined && left >= head.left && top >= head.top && bottom <= head.bottom + 1;
    return !isInside || right > Math.min(head.right, window.innerWidth) || bottom === top;
  });
  return { outside: outside.map((rung) => rung.textContent), rungs: rungs.length };
}

test('items of a menu on a phone are large enough for a finger', async ({
  console: page,
  stack,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stack.url}/tasks`);
  await page.getByRole('button', { name: 'All tasks' }).click();
  const items = page.getByRole('menuitem');
  await expect(items.first()).toBeVisible();
  for (const item of await items.all()) {
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
});
