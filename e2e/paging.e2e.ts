import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { untilOpen } from './pages/crowd.ts';

test.use({ stackOptions: { crew: false } });

const COUNT = 450;
const order = (index: number) => `88-${String(index).padStart(4, '0')}`;
const letter = 'What was agreed on with the customer, word by word. '.repeat(120);

test('450 questions are read page by page: counted, walked across page borders, searched and grouped', async ({
  console: page,
  stack,
}) => {
  test.slow();
  const asking = await startAsking(stack, { id: 'refund-desk', name: 'Refund Desk' });
  for (let index = 0; index < COUNT; index += 1) {
    asking.say(`call_Yk3uTq0vJX8m2LrPzN5aW${String(index).padStart(4, '0')}`, {
      ask: `Refund order ${order(index)}, outside the 30 days, ${'for the reasons the letter gives, '.repeat(3)}part ${index % 7 === 0 ? 'needle' : 'plain'} of ${'many questions of the day, '.repeat(3)}yes?`,
      severity: 'minor',
      payload: { order: order(index), letter },
    });
  }
  await untilOpen(stack, COUNT);
  const pages: { path: string; bytes: number }[] = [];
  page.on('response', async (response) => {
    const { pathname, search } = new URL(response.url());
    if (pathname !== '/api/queue') return;
    const { items } = await response.json();
    pages.push({ path: search, bytes: JSON.stringify(items).length });
  });
  await page.goto(`${stack.url}/inbox?group=none`);
  const { row } = inbox(page);
  const list = page.getByRole('listbox', { name: 'Questions' });
  await expect(row(new RegExp(order(0)))).toBeVisible();
  // Only one page is loaded; the total is shown nevertheless.
  const head = page.getByText(`${COUNT} ·`);
  await expect(head).toBeVisible();
  await expect(page.getByRole('link', { name: /Inbox/ }).first()).toContainText(String(COUNT));
  expect(pages).toHaveLength(1);
  expect(pages[0]?.bytes).toBeLessThan(120_000);

  // Across the border of the first page, row by row.
  await row(new RegExp(order(0))).click();
  const selected = list.locator('[aria-selected="true"]');
  await expect(selected).toHaveAttribute('aria-posinset', '1');
  const walk = async (steps: number) => {
    for (let step = 0; step < steps; step += 1) await page.keyboard.down('j');
    await page.keyboard.up('j');
  };
  await walk(180);
  await expect(selected).toHaveAttribute('aria-posinset', '181');
  // A key held faster than pages load would wait at the border; here the next page is already loaded.
  await expect.poll(() => pages.length).toBeGreaterThan(1);
  await walk(50);
  await expect(selected).toHaveAttribute('aria-posinset', '231');
  await expect(selected).toContainText(order(230));
  await expect(selected).toHaveAttribute('aria-setsize', String(COUNT));
  await expect(page.getByRole('heading', { name: new RegExp(order(230)) })).toBeVisible();

  // Scrolls to the very last one.
  const last = row(new RegExp(order(COUNT - 1)));
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(last).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(last).toHaveAttribute('aria-posinset', String(COUNT));

  // A new, most urgent question waits until the operator shows new ones, and is part of no page yet.
  asking.say('run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11', {
    ask: 'Stop the payout?',
    severity: 'critical',
  });
  await page.getByRole('button', { name: /1 new/ }).click();
  await page.keyboard.press('Home');
  await expect(row(/Stop the payout/)).toHaveAttribute('aria-posinset', '1');
});

test('the server finds words that no row shows, and rows that are not loaded yet', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack, { id: 'refund-desk', name: 'Refund Desk' });
  for (let index = 0; index < 260; index += 1) {
    const hidden = index === 250 ? 'needle' : 'plain';
    asking.say(`call_Yk3uTq0vJX8m2LrPzN5aW${String(index).padStart(4, '0')}`, {
      ask: `Refund order ${order(index)}, ${'for the reasons that the letter gives, '.repeat(3)}${hidden}, ${'as was asked for by the customer, '.repeat(3)}yes?`,
      severity: 'minor',
      payload: { order: order(index), amount: index },
    });
  }
  await untilOpen(stack, 260);
  await page.goto(`${stack.url}/inbox?group=none&q=needle`);
  const { row } = inbox(page);
  const list = page.getByRole('listbox', { name: 'Questions' });
  await expect(row(new RegExp(order(250)))).toBeVisible();
  await expect(list.getByRole('option')).toHaveCount(1);
  await expect(list).not.toContainText('needle');
  await page.goto(`${stack.url}/inbox?group=none&place=$.payload.amount&test=at-least&value=255`);
  await expect(list.getByRole('option')).toHaveCount(5);
  // All of one class share one row with their number.
  await page.goto(`${stack.url}/inbox?group=equal`);
  await expect(list.getByRole('option')).toHaveCount(1);
  await expect(list.getByRole('option')).toContainText('260');
  // The table has all of them, and states the total.
  await list.getByRole('option').click();
  await expect(page.getByRole('region', { name: 'Decide together' })).toContainText('260 rows');
});
