import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { refund, startCrowd, untilOpen } from './pages/crowd.ts';
import { desk, openAt } from './pages/desk.ts';
import { settleFocus } from './pages/keyboard.ts';
import { expectAccessibleInBoth } from './pages/page-checks.ts';
import { decisionsPath } from './pages/scripted-task.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

const answer = (stack: Stack, { id, digest }: { id: string; digest: string }, token: string) =>
  stack.api(decisionsPath(id), {
    token,
    body: { digest, idempotencyKey: `answer-${id}`, feedback: { type: 'approve' } },
  });

test('titles with the same beginning show where they differ, and only a deadline has a ring', async ({
  console: page,
  stack,
}) => {
  const long =
    'Give read access to the billing exports of the European subsidiaries for the month to';
  const asking = await startAsking(stack, { id: 'access-broker', name: 'Access Broker' });
  for (const [place, who] of ['Anna Keller', 'Bruno Keller'].entries()) {
    await asking.ask(`call_Yk3vQ0pX7sLr2dTz8NnWb5A${place}`, { ask: `${long} ${who}` });
  }
  const due = await asking.ask('due', { ask: 'Restart it?', expiresAt: inSeconds(600) });
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${stack.url}/inbox`);
    const { row } = inbox(page);
    const anna = row(/Anna Keller/);
    const own = anna.getByText('Anna Keller');
    await expect(own).toBeVisible();
    const whole = await own.evaluate((part) => {
      const text = document.createRange();
      text.selectNodeContents(part);
      return text.getBoundingClientRect().width <= part.getBoundingClientRect().width;
    });
    expect(whole, `the part of its own at ${width}`).toBe(true);
    await expect(anna.locator('.deadline-ring')).toHaveCount(0);
    await expect(anna.getByText('none', { exact: true })).toHaveCount(0);
    await expect(row(/Restart it/).locator('.deadline-ring')).toHaveCount(1);
  }
  expect(due.expiresAt).not.toBeNull();
  await asking.close();
});

test('the built-in views show what is urgent, mine, and answered', async ({
  console: page,
  stack,
  browser,
}) => {
  const bob = await desk(browser, stack, { id: 'bob', name: 'Bob Lund' });
  const asking = await startAsking(stack, { id: 'deploy-guard', name: 'Deploy Guard' });
  const asked = [
    await asking.ask('critical', { ask: 'Freeze it?', severity: 'critical' }),
    await asking.ask('soon', { ask: 'Soon due?', expiresAt: inSeconds(1_800) }),
    await asking.ask('late', { ask: 'Late due?', expiresAt: inSeconds(9_000) }),
  ];
  const done = await asking.ask('done', { ask: 'Already done?' });
  await answer(stack, done, bob.token);
  await asking.ask('unseen', {
    ask: 'Seen by nobody?',
    expiresAt: inSeconds(2),
    defaultFeedback: { type: 'reject' },
  });
  await untilOpen(stack, 3);
  await page.goto(`${stack.url}/inbox`);
  const { panel, row } = inbox(page);
  const rows = page.getByRole('listbox', { name: 'Questions' }).getByRole('option');
  const choose = async (from: string, to: string) => {
    await page.getByRole('button', { name: from }).first().click();
    await page.getByRole('menuitem', { name: new RegExp(`^${to}`) }).click();
  };
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'All open' }).click();
  await expect(page.getByRole('menuitem', { name: 'Due in an hour 1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await choose('All open', 'Critical');
  await expect(rows).toHaveCount(1);
  await expect(row(/Freeze it/)).toBeVisible();
  await choose('Critical', 'Due in an hour');
  await expect(page).toHaveURL(/due=hour/);
  await expect(rows).toHaveCount(1);
  await expect(row(/Soon due/)).toBeVisible();
  // What is closed has no place in the menu any more; old addresses still show it.
  await page.goto(`${stack.url}/inbox?show=answered`);
  await expect(rows).toHaveCount(2);
  // The last answered question is first, and is opened like any other.
  await expect(rows.first()).toHaveAccessibleName(/Seen by nobody.*default applied/);
  await expectAccessibleInBoth(page, 'what was answered');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Already done?');
  await expect(panel.getByText('Answered by Bob Lund')).toBeVisible();
  await page.goto(`${stack.url}/inbox?show=unseen`);
  await expect(rows).toHaveCount(1);
  await expect(row(/Seen by nobody/)).toBeVisible();
  await choose('Defaulted unseen', 'All open');
  await expect(rows).toHaveCount(3);

  // Mine: what nobody else holds. Snoozed: what counts, and is seen nowhere else.
  const [held, later] = ['Late due?', 'Soon due?'].map((ask) =>
    asked.find((one) => one.ask === ask),
  );
  const at = (prompt: typeof held) => `/api/prompts/${encodeURIComponent(prompt?.id ?? '')}`;
  await stack.api(`${at(held)}/claim`, { body: {}, token: bob.token });
  const until = stack.now() + 900_000;
  await stack.api(`${at(later)}/snooze`, { body: { until, reason: 'Not yet' }, token: bob.token });
  await choose('All open', 'Mine');
  await expect(rows).toHaveCount(1);
  await expect(row(/Freeze it/)).toBeVisible();
  await choose('Mine', 'Snoozed');
  await expect(page).toHaveURL(/snoozed=only/);
  await expect(rows).toHaveCount(1);
  await expect(row(/Soon due/)).toBeVisible();
  await asking.close();
  await bob.context.close();
});

test('a returning operator sees what happened meanwhile, below the rows, which do not move', async ({
  console: page,
  stack,
  browser,
}) => {
  const bob = await desk(browser, stack, { id: 'bob', name: 'Bob Lund' });
  const [asking] = await startCrowd(stack, ['Refund Desk'], 3);
  if (asking === undefined) throw new Error('unreachable');
  await page.goto(`${stack.url}/inbox`);
  const rows = page.getByRole('listbox', { name: 'Questions' }).getByRole('option');
  await expect(rows).toHaveCount(3);
  const reported = page.getByRole('region', { name: 'Since you left' });
  await expect(reported).toBeHidden();

  // Sets the time of leaving, as this browser stored it, to an hour ago.
  await page.evaluate(() => {
    const place = Object.keys(localStorage).find((key) => key.startsWith('countersign.left.'));
    if (place === undefined) throw new Error('no moment was noted');
    localStorage.setItem(place, String(Date.now() - 3_600_000));
  });
  const late = await asking.ask('late', refund(7));
  await answer(stack, late, bob.token);
  const before = await rows.first().boundingBox();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(reported.getByText('1 answered by others')).toBeVisible();
  await expect(reported.getByText('3 wait now')).toBeVisible();
  expect(await rows.first().boundingBox()).toEqual(before);
  await expectAccessibleInBoth(page, 'what happened since one left');
  await reported.getByRole('link', { name: '1 answered by others' }).click();
  await expect(page).toHaveURL(/\/since$/);
  await expect(page.getByText('Bob Lund 1 answer')).toBeVisible();
  // One walks through what needs a look, and leaves a note for who comes next.
  const list = page.getByRole('listbox', { name: 'Since you left' });
  await page.keyboard.press('j');
  await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
  await expect(page.getByText('1 of 3 seen')).toBeVisible();
  await page.getByLabel('Your note').fill('The refunds wait for Mei.');
  await page.getByRole('button', { name: 'Leave the note' }).click();
  await expect(page.getByRole('figure')).toContainText('The refunds wait for Mei.');
  await page.getByRole('link', { name: 'Go to the inbox' }).click();
  await expect(reported).toBeHidden();
  await openAt(page, stack, late.id);
  await expect(reported).toBeHidden();
  await asking.close();
  await bob.context.close();
});

test.describe('with the setting to open the next question after an answer', () => {
  test.use({ stackOptions: { crew: false, recallMs: 20_000 } });

  test('the next question opens, and the answer is recalled from there, with its draft', async ({
    console: page,
    stack,
  }) => {
    const [asking] = await startCrowd(stack, ['Refund Desk'], 3);
    if (asking === undefined) throw new Error('unreachable');
    const { panel, row, answer: choose, send } = inbox(page);
    const heading = panel.getByRole('heading', { level: 1 });
    const before = page.getByRole('region', { name: 'Previous answer' });
    const reason = panel.getByRole('textbox', { name: /reason/i });
    const open = async () =>
      (await stack.api<{ items: { id: string; ask: string }[] }>('/api/prompts?state=open')).items;
    await page.goto(`${stack.url}/settings/general`);
    await page.getByRole('switch', { name: 'Continue with the next question' }).click();
    await expectAccessibleInBoth(page, 'the setting of answering');
    await page.goto(`${stack.url}/inbox`);
    await row(/88-0000/).click();
    await choose('Reject').click();
    await reason.fill('Paid twice already');
    await page.keyboard.press('Control+Enter');
    await expect(heading).toContainText('88-0001');
    await expect(choose('Approve')).toHaveAttribute('aria-pressed', 'false');
    await expect(before).toContainText('88-0000');
    await expect(before).toContainText('Paid twice already');
    await expectAccessibleInBoth(page, 'the answer before');
    await settleFocus(page);
    await page.keyboard.press('z');
    await expect(heading).toContainText('88-0000');
    await expect(before).toBeHidden();
    await expect(choose('Reject')).toHaveAttribute('aria-pressed', 'true');
    await expect(reason).toHaveValue('Paid twice already');
    await expect(send('Send')).toBeEnabled();
    expect(await open()).toHaveLength(3);

    // Sent again, and recalled by another operator: this is shown, and focus does not move.
    await send('Send').click();
    await expect(heading).toContainText('88-0001');
    await expect(before).toContainText('88-0000');
    for (const [width, height] of [
      [390, 844],
      [720, 450],
      [1024, 768],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(before.getByRole('button', { name: 'Recall' })).toBeInViewport();
      const [over, title] = [await before.boundingBox(), await heading.boundingBox()];
      if (over === null || title === null) throw new Error('Nothing is shown');
      // It does not cover the question.
      const isBeside = over.x + over.width <= title.x;
      expect(isBeside || over.y + over.height <= title.y, `at ${width}`).toBe(true);
    }
    const { items } = await stack.api<{ items: { decision: { id: string } }[] }>(
      '/api/prompts?state=answered',
    );
    await stack.api(`/api/decisions/${items[0]?.decision.id}/recall`, { method: 'POST' });
    await expect(before.getByText('Recalled, and open again.')).toBeVisible();
    await expect(heading).toContainText('88-0001');
    await before.getByRole('button', { name: 'Open it' }).click();
    await expect(heading).toContainText('88-0000');
    await expect(reason).toHaveValue('Paid twice already');
    await asking.close();
  });
});

test('an answer to a critical question, sent at once, stays on screen before the next', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack, { id: 'deploy-guard', name: 'Deploy Guard' });
  await asking.ask('call_Yk3vQ0pX7sLr2dTz8NnWb5A1', { ask: 'Freeze it?', severity: 'critical' });
  await asking.ask('call_Yk3vQ0pX7sLr2dTz8NnWb5A2', { ask: 'Refund it?' });
  await asking.ask('call_Yk3vQ0pX7sLr2dTz8NnWb5A3', { ask: 'Ship it?' });
  await untilOpen(stack, 3);
  await page.goto(`${stack.url}/settings/general`);
  await page.getByRole('switch', { name: 'Continue with the next question' }).click();
  await page.goto(`${stack.url}/inbox`);
  const { panel, row, answer: choose, send } = inbox(page);
  const heading = panel.getByRole('heading', { level: 1 });
  await row(/Refund it/).click();
  await choose('Approve').click();
  await send('Send approval').click();
  // The most urgent is next.
  await expect(heading).toHaveText('Freeze it?');
  await choose('Approve').click();
  await send('Send approval').click();
  await expect(panel.getByText('Answered by you')).toBeVisible();
  await expect(heading).toHaveText('Freeze it?');
  await asking.close();
});
