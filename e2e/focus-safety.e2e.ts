import type { Prompt } from '@countersign/api/prompt';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Asking, promptNow, startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { refund, startCrowd, untilOpen } from './pages/crowd.ts';
import { openAt } from './pages/desk.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });

const answers = ['Approve', 'Reject', 'Edit', 'Comment', 'Instruct'] as const;
const urgent = () => ({
  severity: 'critical',
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
});

/** Every answer sent by the page, in order. */
function watchDecisions(page: Page): string[] {
  const left: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/decisions$/.test(new URL(request.url()).pathname))
      left.push(request.url());
  });
  return left;
}

async function expectNoneChosen(page: Page): Promise<void> {
  const { answer } = inbox(page);
  for (const name of answers) {
    await expect(answer(name)).toHaveAttribute('aria-pressed', 'false');
  }
}

/** Waits until the guard after a change of focus has ended, by the page's clock. */
async function settleFocus(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 450, since);
}

/** Presses a key repeatedly, as a keyboard does while a key is held, for longer than any guard. */
async function hold(page: Page, key: string): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  for (let now = since; now - since < 1_500; now = await page.evaluate(() => performance.now())) {
    await page.keyboard.down(key);
  }
}

async function twoRefunds(
  stack: Stack,
): Promise<{ asking: Asking; first: Prompt; second: Prompt }> {
  const asking = await startAsking(stack, { id: 'refund-desk', name: 'Refund Desk' });
  const first = await asking.ask('ask-0', refund(0));
  const second = await asking.ask('ask-1', refund(1));
  return { asking, first, second };
}

const expectOpen = async (stack: Stack, ...prompts: Prompt[]) => {
  for (const { id } of prompts) expect((await promptNow(stack, id)).state).toBe('open');
};

test('while typing: letters are text, whatever arrives meanwhile', async ({
  console: page,
  stack,
}) => {
  const { asking, first, second } = await twoRefunds(stack);
  const left = watchDecisions(page);
  await openAt(page, stack, first.id);
  const { panel, answer } = inbox(page);
  await answer('Instruct').click();
  const field = panel.getByLabel('Instruction');
  await settleFocus(page);
  const words = 'are we sure? jack asks: reject, edit, x, n, s, z . k';
  for (const [place, letter] of [...words].entries()) {
    if (place % 10 === 5) asking.say(`late-${place}`, refund(100 + place, urgent()));
    await page.keyboard.type(letter);
  }
  await expect(field).toHaveValue(words);
  await expect(field).toBeFocused();
  await expect(answer('Instruct')).toHaveAttribute('aria-pressed', 'true');
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('88-0000');
  await expect(page.getByRole('button', { name: /new blocking/ })).toBeVisible();

  // The same in the search field of the queue.
  await page.getByRole('button', { name: 'Filter' }).click();
  await settleFocus(page);
  await page.keyboard.type('rea');
  await expect(page.getByLabel('Find')).toHaveValue('rea');
  await page.keyboard.press('Escape');
  await expect(answer('Instruct')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('listbox').getByRole('checkbox')).toHaveCount(0);
  expect(left).toEqual([]);
  await expectOpen(stack, first, second);
  await asking.close();
});

test('while a key is held: a letter pressed too early never counts, however long it is held', async ({
  console: page,
  stack,
}) => {
  const { asking, first, second } = await twoRefunds(stack);
  const left = watchDecisions(page);
  await openAt(page, stack, first.id);
  const { panel, answer } = inbox(page);
  const queue = page.getByRole('listbox', { name: 'Questions' });
  await queue.focus();
  await settleFocus(page);
  // The prompt changes while the key is held; the key was meant for the previous one.
  await page.keyboard.press('j');
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('88-0001');
  await page.keyboard.press('k');
  await hold(page, 'r');
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('88-0000');
  await expectNoneChosen(page);
  await page.keyboard.up('r');
  expect(left).toEqual([]);
  await expectOpen(stack, first, second);

  // Released and pressed again, it acts once.
  await settleFocus(page);
  await hold(page, 'r');
  await page.keyboard.up('r');
  await expect(answer('Reject')).toHaveAttribute('aria-pressed', 'true');
  expect(left).toEqual([]);
  await asking.close();
});

test('while a key is held: the key that sends one answer does not send the next', async ({
  console: page,
  stack,
}) => {
  const { asking, first, second } = await twoRefunds(stack);
  const left = watchDecisions(page);
  await openAt(page, stack, second.id);
  const { panel, answer, send } = inbox(page);
  // The next prompt has a draft ready to be sent.
  await answer('Instruct').click();
  await panel.getByLabel('Instruction').fill('Ask the shop first.');
  await expect
    .poll(() => stack.api(`/api/prompts/${encodeURIComponent(second.id)}/draft`))
    .toMatchObject({ type: 'instruction' });
  await page.getByRole('option', { name: /88-0000/ }).click();
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('88-0000');
  await answer('Approve').click();
  await settleFocus(page);
  await page.keyboard.down('Control');
  await page.keyboard.down('Enter');
  const next = panel.getByRole('button', { name: /^Next.*88-0001/ });
  await next.click();
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('88-0001');
  await expect(send('Send instruction')).toBeEnabled();
  await hold(page, 'Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('Control');
  expect(left).toHaveLength(1);
  expect((await promptNow(stack, first.id)).state).toBe('answered');
  await expectOpen(stack, second);
  await asking.close();
});

test('while a key is held: Enter on a button that has just received focus sends nothing', async ({
  console: page,
  stack,
}) => {
  const { asking, first } = await twoRefunds(stack);
  const left = watchDecisions(page);
  await openAt(page, stack, first.id);
  const { answer, send } = inbox(page);
  await answer('Approve').click();
  await expect(send('Send approval')).toBeEnabled();
  await page.getByRole('listbox', { name: 'Questions' }).focus();
  await send('Send approval').focus();
  await hold(page, 'Enter');
  await page.keyboard.up('Enter');
  expect(left).toEqual([]);
  await expectOpen(stack, first);
  await settleFocus(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => left.length).toBe(1);
  await asking.close();
});

/** Moves focus out of the window's document, as another window does; resolves when the page has been notified. */
async function leaveWindow(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const elsewhere = document.createElement('iframe');
        elsewhere.title = 'elsewhere';
        elsewhere.style.cssText = 'position:fixed;left:0;bottom:0;width:1px;height:1px;border:0';
        document.body.append(elsewhere);
        window.addEventListener('blur', () => resolve(), { once: true });
        elsewhere.contentWindow?.focus();
      }),
  );
}

async function pressLong(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await page.mouse.down();
  await settleFocus(page);
  await page.mouse.up();
}

for (const [how, press] of [
  ['short', (_: Page, target: Locator) => target.click()],
  ['long', pressLong],
] as const) {
  test(`the first click into the window only activates it (${how})`, async ({
    console: page,
    stack,
  }) => {
    const { asking, first } = await twoRefunds(stack);
    const left = watchDecisions(page);
    await openAt(page, stack, first.id);
    const { answer, send } = inbox(page);
    await answer('Approve').click();
    await expect(send('Send approval')).toBeEnabled();
    await leaveWindow(page);
    await press(page, send('Send approval'));
    await settleFocus(page);
    expect(left).toEqual([]);
    await expectOpen(stack, first);
    await press(page, send('Send approval'));
    await expect.poll(() => left.length).toBe(1);
    await asking.close();
  });
}

test('a prompt that arrives in the same frame as a click and a key receives neither', async ({
  console: page,
  stack,
}) => {
  const [asking] = await startCrowd(stack, ['Refund Desk'], 20);
  if (asking === undefined) throw new Error('unreachable');
  const left = watchDecisions(page);
  await page.goto(`${stack.url}/inbox?group=none`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  const target = page.getByRole('option', { name: /88-0004/ });
  await target.hover();
  const box = await target.boundingBox();
  if (box === null) throw new Error('the row is not on screen');
  await settleFocus(page);

  // As soon as the new prompt is in the DOM, before the frame is painted: the element under the pointer is clicked, and
  // letters are typed where focus is.
  await page.evaluate(
    ({ x, y }) => {
      const list = document.querySelector('[aria-label="Queue"]');
      const observer = new MutationObserver(() => {
        observer.disconnect();
        const under = document.elementFromPoint(x, y);
        if (under instanceof HTMLElement) under.click();
        for (const key of ['a', 'r', 'e']) {
          const letter = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
          (document.activeElement ?? document.body).dispatchEvent(letter);
        }
        document.body.dataset['struck'] = 'yes';
      });
      if (list !== null) observer.observe(list, { subtree: true, childList: true });
    },
    { x: box.x + 120, y: box.y + box.height / 2 },
  );
  for (let index = 20; index < 25; index += 1) asking.say(`ask-${index}`, refund(index, urgent()));
  await expect(page.locator('body[data-struck]')).toBeAttached();
  await untilOpen(stack, 25);
  const { panel } = inbox(page);
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('88-0004');
  await expectNoneChosen(page);
  await expect(page.getByRole('button', { name: '5 new blocking' })).toBeVisible();
  expect(await target.boundingBox()).toEqual(box);
  expect(left).toEqual([]);
  await asking.close();
});
