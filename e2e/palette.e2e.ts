import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { inbox, runStatus } from './pages/console.ts';
import { startCrowd } from './pages/crowd.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { decisionsPath } from './pages/scripted-task.ts';
import { startTask } from './pages/task-page.ts';

test.use({ stackOptions: { crew: false } });

test('the palette lists pages and commands first, five results of a kind, and finds everything that has a name', async ({
  console: page,
  stack,
}) => {
  const [refunds] = await startCrowd(stack, ['Refund Desk'], 8);
  const id = 'agent-7f3c1e52-9d5a-4c7b-8a54-0f6f5e2a9b11';
  const rules = await startAsking(stack, { id, name: 'Rulebook Keeper' });
  const asked = await rules.ask('call_Yk3vQ0pX7sLr2dTz8NnWb5Ag1', {
    ask: 'Is the rule still good?',
  });
  const done = await rules.ask('call_Hc9mZ4eR1uKf6jPy3VoDt8Sw2', {
    ask: 'Purge the orphaned ledger?',
  });
  await stack.api(decisionsPath(done.id), {
    body: { digest: done.digest, idempotencyKey: `done-${done.id}`, feedback: { type: 'approve' } },
  });
  await page.goto(`${stack.url}/wall`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  const find = async (words: string) => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('A page, a task, a question, a command').fill(words);
  };
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  const lines = palette.getByRole('option');

  await find('rule');
  // The page name starts with the term like the other results, and is listed first.
  await expect(lines.first()).toHaveText(/^Rules/);
  await expect(palette.getByRole('group', { name: 'Questions', exact: true })).toContainText(
    'Is the rule still good?',
  );
  await expect(palette.getByRole('group', { name: 'Agents' })).toContainText('Rulebook Keeper');
  await expectAccessibleInBoth(page, 'what the palette found');

  // What only has the letters inside a word comes last, although it is a page.
  await palette.getByRole('combobox').fill('or');
  const kinds = palette.getByRole('group');
  await expect(kinds.nth(0)).toHaveAccessibleName('Questions');
  await expect(kinds.nth(0)).toContainText('Refund order');
  await expect(kinds.nth(1)).toHaveAccessibleName('Go to');
  await expect(kinds.nth(1)).toContainText('Operators');

  await palette.getByRole('combobox').fill('refund');
  await expect(
    palette.getByRole('group', { name: 'Questions', exact: true }).getByRole('option'),
  ).toHaveCount(5);
  // The same question exists in many tasks: the line names the task.
  await expect(
    palette.getByRole('group', { name: 'Questions', exact: true }).getByRole('option').first(),
  ).toContainText('Do what the test wants');

  await palette.getByRole('combobox').fill('ledger');
  await expect(palette.getByRole('group', { name: 'Answered questions' })).toContainText(
    'Purge the orphaned ledger?',
  );
  await page.keyboard.press('Enter');
  await expect(inbox(page).panel.getByRole('heading', { level: 1 })).toHaveText(
    'Purge the orphaned ledger?',
  );

  for (const [words, first, path] of [
    [rules.taskId, 'Do what the test wants', new RegExp(`/tasks/${rules.taskId}`)],
    [asked.id, 'Is the rule still good?', new RegExp(`/inbox/${encodeURIComponent(asked.id)}`)],
    [done.id, 'Purge the orphaned ledger?', new RegExp(`/inbox/${encodeURIComponent(done.id)}`)],
    ['webhook', 'Webhooks', /\/settings\/webhooks$/],
    ['mcp', 'Programs that ask', /\/settings\/programs$/],
    ['time zone', 'Settings', /\/settings\/general$/],
    ['gateway', 'Gateway', /\/agents\/registry\/gateway$/],
    [id.slice(0, 14), 'Rulebook Keeper', /\/agents\/agent-7f3c1e52/],
    ['answered', 'Since you left', /\/since$/],
  ] as const) {
    await find(words);
    // The list before the words has a selected line too, and for a moment there is none.
    await expect(lines.first()).toContainText(first);
    await expect(lines.first()).toHaveAttribute('data-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(path);
  }

  await page.goto(`${stack.url}/tasks/${rules.taskId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Do what the test wants');
  await find('export');
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toBe(`${rules.taskId}.jsonl`);

  // Whatever list is on screen can be exported.
  for (const [path, row, file] of [
    ['/tasks', page.getByRole('table').getByRole('link'), 'tasks.csv'],
    ['/inbox', page.getByRole('listbox').getByRole('option'), 'questions.csv'],
  ] as const) {
    await page.goto(`${stack.url}${path}`);
    await expect(page.getByText('Connection: Live')).toBeVisible();
    await expect(row.first()).toBeVisible();
    await find('export');
    const table = page.waitForEvent('download');
    await lines.filter({ hasText: 'Export this list as CSV' }).click();
    expect((await table).suggestedFilename()).toBe(file);
  }
  await refunds?.close();
  await rules.close();
});

test('a long name of a task hides neither its agent nor its age', async ({
  console: page,
  stack,
}) => {
  const long =
    'Move all customers of the northern region to the new tariff before the end of March';
  for (const name of ['Refund Desk', 'Access Broker']) {
    const id = name.toLowerCase().replace(' ', '-');
    await startAsking(stack, { id, name });
    await startTask(stack, id, long);
  }
  await page.goto(`${stack.url}/wall`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  const lines = palette.getByRole('group', { name: 'Tasks' }).getByRole('option');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('northern');
    await expect(lines).toHaveCount(2);
    for (const name of ['Refund Desk', 'Access Broker']) {
      const agent = lines.getByText(name, { exact: true });
      await expect(agent).toBeVisible();
      expect(
        await agent.evaluate(({ clientWidth, scrollWidth }) => [
          clientWidth > 40,
          scrollWidth <= clientWidth,
        ]),
      ).toEqual([true, true]);
    }
    await expect(lines.locator('time').first()).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
});

test('the palette offers of a task only what can be asked for now', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  const offers = palette.getByRole('group', { name: 'This task' }).getByRole('option');
  await page.goto(`${stack.url}/tasks/${asking.taskId}`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(offers).toContainText(['Pause this task', 'Stop this task', 'Export this task']);
  await palette.getByRole('combobox').fill('pause');
  await page.keyboard.press('Enter');
  await runStatus(stack, asking.taskId, 'held');
  await page.keyboard.press('Control+k');
  await expect(offers).toContainText(['Resume this task', 'Stop this task', 'Export this task']);
  // The first choice of stopping only asks.
  await palette.getByRole('combobox').fill('stop');
  await page.keyboard.press('Enter');
  await expect(offers).toContainText(['Stop this task: choose again to confirm']);
  await page.keyboard.press('Enter');
  await runStatus(stack, asking.taskId, 'cut-off');
  await page.keyboard.press('Control+k');
  await expect(offers).toHaveText(['Export this task']);
  await asking.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the palette opens by touch', async ({ console: page, stack }) => {
    const asking = await startAsking(stack, { id: 'deploy-guard', name: 'Deploy Guard' });
    await asking.ask('freeze', { ask: 'Freeze the line?' });
    await page.goto(`${stack.url}/inbox`);
    const open = page.getByRole('button', { name: /Search or run/ });
    const box = await open.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await open.tap();
    const palette = page.getByRole('dialog', { name: 'Search or run a command' });
    await palette.getByRole('combobox').fill('freeze');
    await expectFitsPhone(page, 'the palette');
    await palette.getByRole('option', { name: /Freeze the line/ }).tap();
    await expect(inbox(page).panel.getByRole('heading', { level: 1 })).toHaveText(
      'Freeze the line?',
    );
    await asking.close();
  });
});
