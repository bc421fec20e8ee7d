import { expect, test } from './fixtures.ts';
import { promptsOf, startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { untilOpen } from './pages/crowd.ts';
import { decisionsPath } from './pages/scripted-task.ts';

test.use({ fetchesAhead: true, stackOptions: { crew: false } });

test('a first visit reads each list once, and every script comes compressed', async ({
  console: page,
  stack,
}) => {
  const asked: string[] = [];
  const plain: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
    const size = Number(response.headers()['content-length'] ?? 0);
    const coding = response.headers()['content-encoding'];
    if (/\.(js|css)$/.test(pathname) && size > 1_024 && coding !== 'br') {
      plain.push(`${pathname} ${String(coding)} ${String(size)}`);
    }
  });
  await page.goto(`${stack.url}/inbox`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  // Going elsewhere and back does not request the list again.
  const main = page.getByRole('navigation', { name: 'Main' }).first();
  await main.getByRole('link', { name: 'Agents' }).click();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Agents');
  await main.getByRole('link', { name: 'Inbox' }).click();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Inbox');
  for (const list of ['/api/queue', '/api/me']) {
    expect(asked.filter((path) => path === list)).toHaveLength(1);
  }
  expect(plain).toEqual([]);
});

const COUNT = 230;
const long = '客户在三十天之后才退货，信中说明了原因，并且附上了收据。'.repeat(20);
const askOf = (index: number) => `订单 ${String(index).padStart(4, '0')} 的退款，${long}`;

test('a row of the queue takes at most 600 bytes; the list is read once, and walking it reads each whole question once', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack, {
    id: 'refund-desk',
    name: '退款服务台，负责处理所有超过三十天的退货与换货申请以及客户投诉',
  });
  for (let index = 0; index < COUNT; index += 1) {
    asking.say(`call_Yk3uTq0vJX8m2LrPzN5aW${String(index).padStart(4, '0')}`, {
      ask: askOf(index),
      severity: 'minor',
      payload: { order: `88-${String(index)}`, reason: long, amount: { value: 20.5 + index } },
    });
  }
  await untilOpen(stack, COUNT);
  // By their text: what arrived in the same millisecond has no order.
  const asked = await promptsOf(stack, asking.taskId);
  const [held, later, answered] = [100, 101, 102].map((index) =>
    asked.find(({ ask }) => ask.startsWith(`订单 0${index}`)),
  );
  if (held === undefined || later === undefined || answered === undefined)
    throw new Error('unreachable');
  const at = ({ id }: { id: string }) => `/api/prompts/${encodeURIComponent(id)}`;
  await stack.api(`${at(held)}/claim`, { body: {} });
  const until = stack.now() + 3_600_000;
  await stack.api(`${at(later)}/snooze`, { body: { until, reason: long.slice(0, 200) } });
  const { digest } = answered;
  await stack.api(decisionsPath(answered.id), {
    body: { digest, idempotencyKey: 'yes-to-the-third', feedback: { type: 'approve' } },
  });

  const lists: string[] = [];
  const read: string[] = [];
  const rows: string[] = [];
  page.on('response', async (response) => {
    const { pathname, search, searchParams } = new URL(response.url());
    // Whole questions: the open one and its neighbours.
    const ids = searchParams.get('ids');
    const [, id] = /^\/api\/prompts\/([^/]+)$/.exec(pathname) ?? [];
    read.push(...(ids === null ? [] : ids.split(',')), ...(id === undefined ? [] : [id]));
    if (ids !== null || (pathname !== '/api/queue' && pathname !== '/api/prompts')) return;
    lists.push(`${pathname}${search}`);
    const { items } = (await response.json()) as { items: unknown[] };
    rows.push(...items.map((item) => JSON.stringify(item)));
  });
  await page.goto(`${stack.url}/inbox?group=none`);
  const { row, panel } = inbox(page);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await expect(row(/订单 0003/)).toBeVisible();
  expect(lists).toHaveLength(1);

  await row(/订单 0003/).click();
  for (const index of [4, 5, 6]) {
    await page.keyboard.press('j');
    await expect(panel.getByRole('heading', { level: 1 })).toContainText(
      `订单 000${String(index)}`,
    );
  }
  expect(lists).toHaveLength(1);
  expect(read.length).toBeLessThan(15);
  expect(new Set(read).size).toBe(read.length);

  // To the last row: what is not here yet is a second page, read once.
  await page.getByRole('listbox', { name: 'Questions' }).focus();
  await page.keyboard.press('End');
  await expect(row(/订单 0229/)).toBeVisible();
  expect(lists).toHaveLength(2);
  expect(lists[0]).not.toContain('cursor=');
  expect(lists[1]).toContain('cursor=');
  await expect.poll(() => rows.length).toBeGreaterThan(200);
  const tooLong = rows.filter((item) => Buffer.byteLength(item) > 600);
  expect(tooLong).toEqual([]);
  await asking.close();
});
