import type { CreateDecisions } from '@countersign/api/bulk';
import type { Prompt } from '@countersign/api/prompt';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { promptNow, promptsOf } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { refund, startCrowd, untilOpen } from './pages/crowd.ts';
import { desk } from './pages/desk.ts';
import { decisionsPath } from './pages/scripted-task.ts';

declare global {
  interface Window {
    seen: Record<'marked' | 'opened', Set<string>>;
  }
}

test.use({ stackOptions: { crew: false } });

const queue = (page: Page) => page.getByRole('listbox', { name: 'Questions' });
const rows = (page: Page) => queue(page).getByRole('option');

/** The position of an element on screen, in whole pixels. */
async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not on screen');
  return box;
}

async function openInbox(page: Page, url: string, search = '') {
  await page.goto(`${url}/inbox${search}`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
}

/** The same order at any time: prompts are distinguished by their order number. */
const orderOf = (prompt: Prompt) => String(prompt.message.payload?.['order']);

test('a thousand open prompts: rendered in part, searched, filtered, grouped, and shared by address', async ({
  console: page,
  stack,
}) => {
  test.slow();
  const crowd = await startCrowd(
    stack,
    ['North Desk', 'South Desk', 'East Desk', 'West Desk'],
    250,
  );
  await openInbox(page, stack.url, '?group=none');
  await expect(page.getByText('1000 · by deadline')).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(60);
  // A figure of three digits has no room on the bell: it says that there are more.
  await expect(page.getByRole('button', { name: /^Not seen yet: / })).toHaveText('99+');

  // To the last one and back, by keyboard: each is reached, few exist in the DOM.
  await queue(page).focus();
  await page.keyboard.press('End');
  await expect(page.locator('[aria-posinset="1000"]')).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(60);
  await page.keyboard.press('Home');
  await expect(page.locator('[aria-posinset="1"]')).toBeVisible();

  await page.keyboard.press('/');
  const filter = page.getByRole('dialog', { name: 'Filter the queue' });
  await expect(filter.getByLabel('Find')).toBeFocused();
  await filter.getByLabel('Agent').selectOption({ label: 'South Desk' });
  await expect(page.getByText('250 · by deadline')).toBeVisible();
  await filter.getByLabel('Find').fill('88-0301');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/agent=south-desk/);
  await expect(page).toHaveURL(/q=88-0301/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Refund order 88-0301');
  await expect(page.getByRole('button', { name: 'South Desk, “88-0301”' })).toBeVisible();

  await openInbox(page, stack.url, '?group=equal');
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).first()).toContainText('250');
  await expect(rows(page).first()).toContainText('Refund order … outside the 30 days');

  // The palette finds rows that are far down.
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('A page, a task, a question, a command')).toBeFocused();
  await page.keyboard.type('order 88-0999');
  await expect(page.getByRole('option', { name: /88-0999/ })).toBeVisible();
  for (const asking of crowd) await asking.close();
});

/** Scrolls a table to its last row, as an answer to all of them requires. */
const toTheEnd = (table: Locator) =>
  table.locator('.bulk-scroll').evaluate((scroll) => scroll.scrollTo({ top: scroll.scrollHeight }));

test('equal questions are decided as a table: exactly its rows, with a receipt for each', async ({
  browser,
  console: page,
  stack,
}) => {
  const [asking] = await startCrowd(stack, ['Refund Desk'], 12);
  if (asking === undefined) throw new Error('unreachable');
  const jonas = await desk(browser, stack, { id: 'jonas', name: 'Jonas Weber' });
  const prompts = (await promptsOf(stack, asking.taskId)).toSorted((left, right) =>
    orderOf(left) < orderOf(right) ? -1 : 1,
  );
  const at = (index: number): Prompt => {
    const prompt = prompts[index];
    if (prompt === undefined) throw new Error(`no prompt ${index}`);
    return prompt;
  };
  await openInbox(page, stack.url, '?group=equal');
  await rows(page).first().click();
  const table = page.getByRole('region', { name: 'Decide together', exact: true });
  const row = (index: number) => table.getByRole('row', { name: new RegExp(orderOf(at(index))) });
  await expect(table.getByRole('heading')).toContainText('Refund order … outside the 30 days');
  for (const name of ['Order', 'Amount › Value']) {
    await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await expectAccessible(page, 'the table of equal questions');

  // Rows change while the table is read: claimed, answered elsewhere, revised; and one more equal question arrives.
  const before = await boxOf(row(11));
  const answer = { feedback: { type: 'approve' }, idempotencyKey: 'jonas-in-between' };
  await stack.api(`/api/prompts/${encodeURIComponent(at(0).id)}/claim`, {
    token: jonas.token,
    body: {},
  });
  await stack.api(decisionsPath(at(1).id), {
    token: jonas.token,
    body: { ...answer, digest: at(1).digest },
  });
  const dearer = { order: orderOf(at(2)), amount: { value: 999, currency: 'EUR' } };
  await asking.ask('ask-2', refund(2, { revision: 2, payload: dearer }));
  await asking.ask('ask-12', refund(12));
  await expect(row(0)).toContainText('Held by Jonas Weber');
  await expect(row(1)).toContainText('Approved by Jonas Weber');
  await expect(row(2)).toContainText('Changed');
  await expect(row(2)).not.toContainText('999');
  for (const index of [0, 1, 2]) await expect(row(index).getByRole('checkbox')).toBeDisabled();
  await expect(table.getByRole('button', { name: '1 new' })).toBeVisible();
  await expect(table.getByRole('row', { name: /88-0012/ })).toHaveCount(0);
  expect(await boxOf(row(11))).toEqual(before);
  // One row is excluded.
  await row(3).getByRole('checkbox').click();

  // At the moment of sending two more are lost: one is revised, one is answered by another operator.
  const sent: CreateDecisions[] = [];
  await page.route('**/api/decisions', async (route) => {
    sent.push(route.request().postDataJSON() as CreateDecisions);
    const late = { order: orderOf(at(4)), amount: { value: 998, currency: 'EUR' } };
    await asking.ask('ask-4', refund(4, { revision: 2, payload: late }));
    await stack.api(decisionsPath(at(5).id), {
      token: jonas.token,
      body: { ...answer, idempotencyKey: 'jonas-again', digest: at(5).digest },
    });
    await route.continue();
  });
  await table.getByRole('button', { name: 'Reject' }).click();
  await table.getByLabel('Reason').fill('Outside the policy.');
  await toTheEnd(table);
  await table.getByRole('button', { name: 'Reject 8 questions' }).click();

  await expect(table.getByText('6 done, 1 changed, 1 skipped')).toBeVisible();
  await expect(row(4)).toContainText('Changed since shown, not sent');
  await expect(row(5)).toContainText('Skipped, Jonas Weber answered');
  for (const index of [6, 7, 8, 9, 10, 11])
    await expect(row(index)).toContainText('Rejected, delivered');
  await expectAccessible(page, 'the receipt');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.items).toEqual(
    [4, 5, 6, 7, 8, 9, 10, 11].map((index) => ({
      promptId: at(index).id,
      digest: at(index).digest,
    })),
  );
  // Each row has become one answer, to its own message, and no other row has.
  const rejected = asking.agent.feedback
    .map(({ message }) => message.upFeedback)
    .filter((feedback) => feedback?.type === 'reject');
  expect(rejected.map((feedback) => feedback?.target?.messageId).toSorted()).toEqual(
    [6, 7, 8, 9, 10, 11].map((index) => `ask-${index}`).toSorted(),
  );
  expect(
    rejected.every((feedback) => feedback?.type === 'reject' && feedback.content?.reason),
  ).toBe(true);
  for (const index of [0, 2, 3, 4]) {
    expect((await promptNow(stack, at(index).id)).state, `row ${index}`).toBe('open');
  }

  // The rows not answered are reviewed and decided again.
  await page.unroute('**/api/decisions');
  await table.getByRole('button', { name: 'Back to 4 unanswered rows' }).click();
  await expect(row(2).getByRole('checkbox')).toBeDisabled();
  await row(2).getByRole('button', { name: 'Review' }).click();
  await expect(row(2)).toContainText('999');
  await expect(row(2).getByRole('checkbox')).toBeChecked();
  await table.getByRole('button', { name: 'Approve', exact: true }).click();
  await table.getByRole('button', { name: 'Approve 2 questions' }).click();
  await expect(table.getByText('2 done')).toBeVisible();
  await jonas.context.close();
  await asking.close();
});

test.describe('with time to recall', () => {
  test.use({ stackOptions: { crew: false, recallMs: 20_000 } });

  test('hundreds of equal questions are one answer: seen to their end, recalled together, then delivered', async ({
    console: page,
    stack,
  }) => {
    test.slow();
    const [asking] = await startCrowd(stack, ['Refund Desk'], 230);
    await openInbox(page, stack.url);
    await rows(page).first().click();
    const table = page.getByRole('region', { name: 'Decide together', exact: true });
    await table.getByRole('button', { name: 'Approve', exact: true }).click();
    const send = table.getByRole('button', { name: 'Approve 230 questions' });
    await expect(send).toBeDisabled();
    // A small window still shows four rows while an answer is composed.
    for (const size of [
      { width: 720, height: 450 },
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await table.locator('[data-row]').nth(20).scrollIntoViewIfNeeded();
      const shown = await table.evaluate((panel) => {
        const frame = panel.querySelector('.bulk-scroll')?.getBoundingClientRect();
        const head = panel.querySelector('.bulk-scroll thead')?.getBoundingClientRect();
        const from = Math.max(frame?.top ?? 0, head?.bottom ?? 0);
        return [...panel.querySelectorAll('[data-row]')].filter((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return top >= from - 1 && bottom <= (frame?.bottom ?? 0) + 1;
        }).length;
      });
      expect(shown, `rows at ${size.width}`).toBeGreaterThanOrEqual(4);
    }
    await expect(send).toHaveText(/\d+ seen/);
    await toTheEnd(table);
    await send.click();
    await table.getByRole('button', { name: /^Recall all/ }).click();
    await expect(table.getByText('230 recalled')).toBeVisible();
    await untilOpen(stack, 230);
    expect(asking?.agent.feedback).toHaveLength(0);
    await table.getByRole('button', { name: 'Back to 230 unanswered rows' }).click();
    await table.getByRole('button', { name: 'Approve', exact: true }).click();
    await send.click();
    await untilOpen(stack, 0);
    await expect.poll(() => asking?.agent.feedback.length, { timeout: 60_000 }).toBe(230);
    await asking?.close();
  });
});

test('a view is stored on the server, and shared with another operator', async ({
  browser,
  stack,
}) => {
  const crowd = await startCrowd(stack, ['North Desk', 'South Desk'], 3);
  const sara = await desk(browser, stack, { id: 'sara', name: 'Sara Okafor' });
  const jonas = await desk(browser, stack, { id: 'jonas', name: 'Jonas Weber' });
  await openInbox(sara.page, stack.url, '?agent=south-desk&turn=mine');
  await sara.page.getByRole('button', { name: 'My turn, South Desk' }).click();
  await sara.page.getByRole('menuitem', { name: 'Save as a view' }).click();
  const dialog = sara.page.getByRole('dialog', { name: 'Save as a view' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await sara.page.keyboard.type('South, my turn');
  await expectAccessible(sara.page, 'saving a view');
  await dialog.getByText('Visible to everyone').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(sara.page.getByRole('button', { name: 'South, my turn' })).toBeVisible();
  await expect(sara.page).toHaveURL(/view=/);
  await expect(rows(sara.page).first()).toContainText('nobody holds it');

  await openInbox(jonas.page, stack.url);
  await expect(rows(jonas.page)).toHaveCount(6);
  await jonas.page.getByRole('button', { name: 'All open' }).click();
  const shared = jonas.page.getByRole('menuitem', { name: /South, my turn.*by Sara Okafor/ });
  await shared.click();
  await expect(rows(jonas.page)).toHaveCount(3);
  await expect(jonas.page).toHaveURL(/agent=south-desk/);
  // It is Sara’s: Jonas can use it and change what is shown, but not the stored view.
  await jonas.page.getByRole('button', { name: 'South, my turn' }).click();
  await expect(jonas.page.getByRole('menuitem', { name: 'Delete the view' })).toHaveCount(0);
  await jonas.page.keyboard.press('Escape');

  // “My turn” is counted per operator: what Jonas has claimed is not Sara’s turn, and the reason is shown to Sara.
  const [south] = (await promptsOf(stack, crowd[1]?.taskId ?? '')).toSorted((left, right) =>
    orderOf(left) < orderOf(right) ? -1 : 1,
  );
  await stack.api(`/api/prompts/${encodeURIComponent(south?.id ?? '')}/claim`, {
    token: jonas.token,
    body: {},
  });
  const held = rows(sara.page).filter({ hasText: south?.ask ?? '' });
  await expect(held).toContainText('Jonas');
  await sara.page.getByRole('button', { name: 'Clear 1 done' }).click();
  await expect(rows(sara.page)).toHaveCount(2);
  await sara.page.goto(`${stack.url}/inbox`);
  await expect(
    rows(sara.page)
      .filter({ hasText: south?.ask ?? '' })
      .getByTitle(/^Not your turn/),
  ).toBeVisible();
  await sara.context.close();
  await jonas.context.close();
  for (const asking of crowd) await asking.close();
});

test('what arrives, changes, or is answered elsewhere moves nothing under pointer or focus', async ({
  console: page,
  stack,
}) => {
  const [asking] = await startCrowd(stack, ['Refund Desk'], 40);
  if (asking === undefined) throw new Error('unreachable');
  await openInbox(page, stack.url, '?group=none');
  await queue(page).focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('j');
  const { panel } = inbox(page);
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('88-0005');
  await queue(page).evaluate((list) => list.scrollTo({ top: 120 }));
  const under = rows(page).filter({ hasText: '88-0010' });
  await under.hover();
  const current = rows(page).filter({ hasText: '88-0005' });
  const place = async () => ({
    under: await boxOf(under),
    current: await boxOf(current),
    scroll: await queue(page).evaluate((list) => list.scrollTop),
    focus: await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    reported: await queue(page).getAttribute('aria-activedescendant'),
  });
  const before = await place();

  const soon = { expiresAt: new Date(Date.now() + 90_000).toISOString(), severity: 'critical' };
  for (let index = 40; index < 45; index += 1) asking.say(`ask-${index}`, refund(index, soon));
  await asking.ask('ask-0', refund(0, { ...soon, revision: 2 }));
  const others = await promptsOf(stack, asking.taskId);
  for (const order of ['88-0003', '88-0005']) {
    const { id, digest } = others.find((prompt) => orderOf(prompt) === order) ?? {};
    await stack.api(decisionsPath(id ?? ''), {
      body: { digest, feedback: { type: 'approve' }, idempotencyKey: `elsewhere-${order}` },
    });
  }
  const pill = page.getByRole('button', { name: '5 new blocking' });
  await expect(pill).toBeVisible();
  await expect(current).toContainText('approved by');
  expect(await place()).toEqual(before);

  // On request they are sorted in; the current row stays in place until the selection leaves it.
  await page.keyboard.press('.');
  await expect(pill).toBeHidden();
  await expect(queue(page)).toBeFocused();
  await page.keyboard.press('Home');
  // It was revised while it kept its place; now it has another.
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('88-0000');
  await expect(rows(page).nth(1)).toContainText(/88-004\d/);
  await asking.close();
});

test('a held J marks every row it passes, and opens the one where it stops', async ({
  console: page,
  stack,
}) => {
  const [asking] = await startCrowd(stack, ['Refund Desk'], 40);
  if (asking === undefined) throw new Error('unreachable');
  await openInbox(page, stack.url, '?group=none');
  await queue(page).focus();
  await page.keyboard.press('j');
  const { panel } = inbox(page);
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('88-0000');
  await page.evaluate(() => {
    const seen = { marked: new Set<string>(), opened: new Set<string>() };
    window.seen = seen;
    new MutationObserver(() => {
      const row = document.querySelector('[role="option"][aria-selected="true"]')?.id;
      const head = document.querySelector('[data-prompt-head]')?.textContent;
      if (row) seen.marked.add(row);
      if (head) seen.opened.add(head);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  // As a keyboard repeats it, and faster than a test could from outside of the page.
  await queue(page).evaluate(async (list) => {
    for (let step = 0; step < 25; step += 1) {
      list.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, repeat: true }));
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('88-0025');
  await expect(rows(page).filter({ hasText: '88-0025' })).toHaveAttribute('aria-selected', 'true');
  const [marked, opened] = await page.evaluate(() => {
    const { marked, opened } = window.seen;
    return [marked.size, opened.size];
  });
  expect(marked).toBeGreaterThan(20);
  // The number depends on the machine; without this behaviour every row would be opened.
  expect(opened).toBeLessThan(marked / 2);
  await asking.close();
});
