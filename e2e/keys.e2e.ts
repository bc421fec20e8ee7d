import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { startCrowd } from './pages/crowd.ts';
import { settleFocus } from './pages/keyboard.ts';
import { expectAccessibleInBoth } from './pages/page-checks.ts';

test.use({ stackOptions: { crew: false } });

test('closing a prompt keeps its row outlined and the list at its scroll position', async ({
  console: page,
  stack,
}) => {
  const [asking] = await startCrowd(stack, ['Refund Desk'], 30);
  if (asking === undefined) throw new Error('unreachable');
  const { keyboard } = page;
  const { panel, row } = inbox(page);
  const queue = page.getByRole('listbox', { name: 'Questions' });
  const heading = panel.getByRole('heading', { level: 1 });
  await page.goto(`${stack.url}/inbox?group=none`);
  await row(/88-0009/).click();
  await expect(heading).toContainText('88-0009');
  await keyboard.press('Enter');
  await expect(heading).toBeFocused();
  await keyboard.press('Escape');
  await expect(queue).toBeFocused();
  await keyboard.press('Escape');
  await expect(page).toHaveURL(/\/inbox\?group=none$/);
  await expect(queue).toBeFocused();
  const id = await row(/88-0009/).getAttribute('id');
  await expect(queue).toHaveAttribute('aria-activedescendant', id ?? '');
  await expect(row(/88-0009/)).toHaveCSS('outline-style', /solid|dashed/);
  // Keys continue from this row, and Enter opens the same prompt.
  await keyboard.press('Enter');
  await expect(heading).toContainText('88-0009');
  await keyboard.press('Escape');
  await keyboard.press('j');
  await expect(heading).toContainText('88-0010');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stack.url}/inbox?group=none`);
  await row(/88-0000/).waitFor();
  await queue.evaluate((list) => list.scrollTo(0, 900));
  const before = await queue.evaluate((list) => list.scrollTop);
  await row(/88-0018/).click();
  await expect(heading).toContainText('88-0018');
  await expect(queue).toBeHidden();
  await page.getByRole('button', { name: 'Back to the queue' }).click();
  await expect(row(/88-0018/)).toBeInViewport();
  expect(await queue.evaluate((list) => list.scrollTop)).toBe(before);
  await asking.close();
});

test('the key of the chosen answer moves focus into it; a dashed outline shows that letters are not accepted yet', async ({
  console: page,
  stack,
}) => {
  const [asking] = await startCrowd(stack, ['Refund Desk'], 2);
  if (asking === undefined) throw new Error('unreachable');
  const { keyboard } = page;
  const { panel, row, answer } = inbox(page);
  await page.clock.install();
  await page.goto(`${stack.url}/inbox`);
  await expect(row(/88-0000/)).toBeVisible();
  // Before the stream counts as lost because it is silent.
  await page.clock.pauseAt(Date.now() + 5_000);
  const sign = page.locator('[data-letters]');
  await keyboard.press('j');
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('88-0000');
  await expect(sign).toHaveAttribute('data-letters', 'waiting');
  await expect(row(/88-0000/)).toHaveCSS('outline-style', 'dashed');
  // Narrow answers have no room for a key cap each: one stands for all.
  const cap = panel.locator('.answer-letters .keycap');
  await expect(cap).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(panel.locator('.answer-kinds .keycap').first()).toBeHidden();
  await expect(cap).toHaveCSS('border-top-style', 'dashed');
  await page.clock.runFor(1_000);
  await expect(sign).toHaveAttribute('data-letters', 'armed');
  await expect(row(/88-0000/)).toHaveCSS('outline-style', 'solid');
  await expect(cap).toHaveCSS('border-top-style', 'solid');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.clock.resume();
  await settleFocus(page);
  await keyboard.press('r');
  const reason = panel.getByLabel('Reason');
  await expect(reason).toBeFocused();
  await keyboard.type('Too late');
  await keyboard.press('Escape');
  await settleFocus(page);
  await keyboard.press('r');
  await expect(reason).toBeFocused();
  await expect(reason).toHaveValue('Too late');
  await expect(answer('Reject')).toHaveAttribute('aria-pressed', 'true');
  await asking.close();
});

test('selected questions are snoozed together', async ({ console: page, stack }) => {
  const [asking] = await startCrowd(stack, ['Refund Desk'], 4);
  if (asking === undefined) throw new Error('unreachable');
  const { keyboard } = page;
  const { row } = inbox(page);
  const rows = page.getByRole('listbox', { name: 'Questions' }).getByRole('option');
  await page.goto(`${stack.url}/inbox`);
  await expect(rows).toHaveCount(4);
  await keyboard.press('j');
  await keyboard.press('x');
  await keyboard.press('j');
  await keyboard.press('x');
  await expect(page.getByText('2 selected')).toBeVisible();
  await expect(inbox(page).panel.getByRole('heading', { level: 1 })).toContainText('88-0001');
  await expect(page.locator('[data-letters="armed"]')).toBeVisible();
  await keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Snooze 2 questions' });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await expectAccessibleInBoth(page, 'snoozing several');
  await keyboard.type('After the shift change');
  await dialog.getByRole('button', { name: 'Snooze' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 snoozed')).toBeVisible();
  await expect(page.getByText('2 selected')).toBeHidden();
  await keyboard.press('.');
  await expect(row(/88-0003/)).toBeVisible();
  const { items } = await stack.api<{ items: { snooze: { reason: string } | null }[] }>(
    '/api/prompts?state=open&snoozed=true',
  );
  expect(items.map(({ snooze }) => snooze?.reason)).toEqual([
    'After the shift change',
    'After the shift change',
  ]);
  await asking.close();
});

test('what was selected from an open question is seen, and is decided together from there', async ({
  console: page,
  stack,
}) => {
  const [asking] = await startCrowd(stack, ['Refund Desk'], 4);
  if (asking === undefined) throw new Error('unreachable');
  const { keyboard } = page;
  const { panel } = inbox(page);
  const heading = panel.getByRole('heading', { level: 1 });
  const queue = page.getByRole('listbox', { name: 'Questions' });
  const table = page.getByRole('region', { name: 'Decide together', exact: true });
  await page.goto(`${stack.url}/inbox`);
  await expect(queue.getByRole('option')).toHaveCount(4);
  await keyboard.press('j');
  await keyboard.press('x');
  await keyboard.press('j');
  await expect(heading).toContainText('88-0001');
  await keyboard.press('Enter');
  await expect(heading).toBeFocused();
  await keyboard.press('x');
  await expect(page.getByText('2 selected')).toBeVisible();
  await keyboard.press('Shift+Enter');
  await expect(table.getByRole('rowheader')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear selection' }).click();

  // A small window shows the list or a question: the ticks are on the list.
  await page.setViewportSize({ width: 960, height: 540 });
  await page.goto(`${stack.url}/inbox`);
  await expect(queue.getByRole('option')).toHaveCount(4);
  await keyboard.press('j');
  await expect(heading).toContainText('88-0000');
  await keyboard.press('x');
  await expect(queue).toBeFocused();
  await expect(page.getByText('1 selected')).toBeVisible();
  await keyboard.press('j');
  await keyboard.press('j');
  await expect(heading).toContainText('88-0002');
  await keyboard.press('Shift+X');
  await expect(page.getByText('3 selected')).toBeVisible();
  await keyboard.press('Shift+Enter');
  await expect(table.getByRole('rowheader')).toHaveCount(3);
  await asking.close();
});

test('a task has keys for its views, the message field, pause and stop; every page has a letter', async ({
  console: page,
  stack,
}) => {
  const { keyboard } = page;
  const asking = await startAsking(stack, { id: 'deploy-guard', name: 'Deploy Guard' });
  await page.goto(`${stack.url}/tasks/${asking.taskId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Do what the test wants');
  const here = page.getByRole('navigation', { name: 'Views of this task' });
  for (const [key, tab] of [
    ['2', 'Lineage'],
    ['5', 'State'],
    ['7', 'Events'],
    ['1', 'Stream'],
  ] as const) {
    await keyboard.press(key);
    await expect(here.locator('[aria-current="page"]')).toHaveText(new RegExp(`^${tab}`));
  }
  await keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  for (const words of ['Write a message', 'Pause or resume', 'Go to the wall', 'Go to the rules']) {
    await expect(sheet.getByText(words)).toBeVisible();
  }
  await keyboard.press('Escape');
  await keyboard.press('m');
  const say = page.locator('[data-say]');
  await expect(say).toBeFocused();
  await keyboard.type('q h 2');
  await expect(say).toHaveValue('q h 2');
  await say.blur();
  await settleFocus(page);
  await keyboard.press('q');
  await expect(page.getByText('Stop this task?')).toBeVisible();
  await keyboard.press('Escape');
  // Focus comes back when it is gone.
  await expect(page.getByText('Stop this task?')).toBeHidden();
  await settleFocus(page);
  await keyboard.press('h');
  await expect
    .poll(
      async () => (await stack.api<{ runStatus: string }>(`/api/tasks/${asking.taskId}`)).runStatus,
    )
    .toBe('held');

  for (const [letter, path] of [
    ['w', /\/wall$/],
    ['t', /\/tasks$/],
    ['a', /\/agents$/],
    ['r', /\/settings\/rules$/],
    ['p', /\/settings\/policy$/],
    ['o', /\/settings\/operators$/],
    ['h', /\/settings\/webhooks$/],
    ['s', /\/settings\/general$/],
    ['n', /\/agents\/registry\/services$/],
    ['y', /\/agents\/registry\/gateway$/],
    ['e', /\/agents\/registry\/signifiers$/],
    ['m', /\/settings\/programs$/],
    ['u', /\/guide$/],
    ['k', /\/knowledge/],
    ['i', /\/inbox$/],
  ] as const) {
    await keyboard.press('g');
    await keyboard.press(letter);
    await expect(page).toHaveURL(path);
  }
  await asking.close();
});

test('the key of an answer that is refused shows the reason, Escape closes that, and a second one leads to the list', async ({
  console: page,
  stack,
}) => {
  const [asking] = await startCrowd(stack, ['Refund Desk'], 2);
  if (asking === undefined) throw new Error('unreachable');
  await page.goto(`${stack.url}/inbox`);
  const { row, answer, panel } = inbox(page);
  await row(/88-0000/).click();
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('88-0000');
  await settleFocus(page);
  await page.keyboard.press('n');
  const rank = answer(/^Rank/);
  const reason = page.getByRole('tooltip', { name: 'Ranking needs at least two items.' });
  await expect(rank).toBeFocused();
  await expect(reason).toBeVisible();
  await expect(rank).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Escape');
  await expect(reason).toBeHidden();
  await expect(rank).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Questions' })).toBeFocused();
  await asking.close();
});
