import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Asking, startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { settleFocus } from './pages/keyboard.ts';
import { expectAccessibleInBoth } from './pages/page-checks.ts';
import type { Stack } from './stack.ts';

test.describe.configure({ timeout: 240_000 });
test.use({ stackOptions: { crew: false } });

const sizes = [
  [390, 844],
  [720, 450],
  [800, 600],
  [960, 540],
  [1024, 768],
  [1280, 720],
] as const;

const cells = Array.from({ length: 12 }, (_, index) => ({
  cell: `NTO-04${String(index).padStart(2, '0')}-1`,
  now: 80 + index,
  proposed: 210 + index,
  clears: `Collision with NTO-0415-${String(index)} at ARFCN 636666`,
}));
const task = Array.from(
  { length: 40 },
  (_, index) => `Paragraph ${String(index)}: the change window opens at 14:30 and ends at 15:00.`,
).join('\n');

const common = {
  severity: 'critical',
  explanation:
    'Site NTO-0415 went on air and made 2 collisions and 4 confusions. Confidence is below the limit set for live cells, so the planner may not go on alone.',
  upPrompt: {
    effect: '5 cells change identity at 14:30, each off air for about 40 s.',
    waiting: ['config-push', 'kpi-watch'],
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    defaultFeedback: { type: 'reject', content: { reason: 'No answer before the window' } },
  },
  upThought: {
    confidence: 0.62,
    reasoning: ['Two cells 1.9 km apart share PCI 87.', 'Reuse distance is 6.4 km.'],
  },
};

const kinds: Record<string, Record<string, unknown>> = {
  'call_Yk3Xr0T9vQm2LpB7sNaW4dHc1-table': {
    ...common,
    ask: 'Reassign the physical cell identities of 12 cells in Nantes-Ouest before the window opens?',
    payload: { assignments: cells },
  },
  'call_Yk3Xr0T9vQm2LpB7sNaW4dHc1-text': {
    ...common,
    ask: 'Publish this notice?',
    payload: { notice: task },
  },
  'call_Yk3Xr0T9vQm2LpB7sNaW4dHc1-form': {
    ...common,
    ask: 'Where should the Senior React contractor work?',
    payload: { location: { country: '', city: '' }, rate: { min: 85, max: 105 }, remote: 'no' },
    upContext: {
      schema: {
        type: 'object',
        required: ['location', 'rate'],
        properties: {
          location: {
            type: 'object',
            required: ['country', 'city'],
            properties: { country: { type: 'string' }, city: { type: 'string' } },
          },
          rate: {
            type: 'object',
            properties: { min: { type: 'number' }, max: { type: 'number' } },
          },
          remote: { type: 'string', enum: ['no', 'hybrid-2', 'full'] },
        },
      },
    },
  },
};

/** The visible height of the content as a share of the window, and whether the send button is inside it. */
async function measure(page: Page): Promise<{ share: number; sendIsThere: boolean }> {
  return page.evaluate(() => {
    const panel = document.querySelector('.decision');
    const body = panel?.querySelector('.decision-body');
    const bar = panel?.querySelector('.answer');
    const send = panel?.querySelector('.answer-send .button-primary');
    if (!panel || !body || !bar || !send) throw new Error('no prompt on screen');
    const scrolls = (element: Element) => getComputedStyle(element).overflowY === 'auto';
    // The element that scrolls the content: the panel's own scroller in a small window, otherwise the content itself.
    const scroller = [
      panel.querySelector('.decision-scroll'),
      body,
      body.querySelector('.decision-main'),
    ].find((element) => element !== null && element !== undefined && scrolls(element));
    if (!scroller) throw new Error('nothing scrolls the content');
    const { top, bottom } = scroller.getBoundingClientRect();
    const free = Math.min(bottom, innerHeight, bar.getBoundingClientRect().top) - Math.max(top, 0);
    const place = send.getBoundingClientRect();
    const there = document.elementFromPoint(
      place.left + place.width / 2,
      place.top + place.height / 2,
    );
    const sendIsThere =
      place.top >= 0 &&
      place.bottom <= innerHeight &&
      place.right <= innerWidth &&
      (there === send || send.contains(there));
    return { share: free / innerHeight, sendIsThere };
  });
}

/** No part of its text is cut off, or scrolled inside of it. */
const isWhole = (text: Locator) =>
  text.evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1,
  );

async function expectRoom(page: Page, what: string): Promise<void> {
  const { share, sendIsThere } = await measure(page);
  expect.soft(share, `${what}: share of the content`).toBeGreaterThanOrEqual(0.4);
  expect.soft(sendIsThere, `${what}: what sends is on screen`).toBe(true);
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(beyond, `${what}: sideways`).toBeLessThanOrEqual(0);
}

async function eachKind(
  stack: Stack,
  look: (asking: Asking, id: string, kind: string) => Promise<void>,
): Promise<void> {
  const asking = await startAsking(stack);
  for (const [messageId, members] of Object.entries(kinds)) {
    const prompt = await asking.ask(messageId, members);
    await look(asking, prompt.id, messageId.slice(messageId.lastIndexOf('-') + 1));
  }
  await asking.close();
}

test('at every size the content has at least two fifths of the window, while reading and answering', async ({
  console: page,
  stack,
}) => {
  await eachKind(stack, async (_asking, id, kind) => {
    await openAt(page, stack, id);
    const { panel, answer } = inbox(page);
    await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
    for (const [width, height] of sizes) {
      const at = `${kind} at ${String(width)}×${String(height)}`;
      await page.setViewportSize({ width, height });
      await expectRoom(page, `${at}, reading`);
      for (const word of ['Approve', 'Reject', kind === 'text' ? 'Instruct' : 'Edit']) {
        // A form has another name for it.
        const button = answer(word === 'Edit' ? /^(Edit|Fill in)/ : word);
        await button.click();
        await expect(button).toHaveAttribute('aria-pressed', 'true');
        await expectRoom(page, `${at}, ${word}`);
        await button.click();
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

test('nothing can be sent before the proposal was on screen, also by keyboard', async ({
  console: page,
  stack,
}) => {
  await page.setViewportSize({ width: 720, height: 450 });
  const asking = await startAsking(stack);
  const [messageId, members] = Object.entries(kinds)[0] ?? ['', {}];
  const prompt = await asking.ask(messageId, {
    ...members,
    explanation: task,
  });
  await openAt(page, stack, prompt.id);
  const { panel, answer, send } = inbox(page);
  await expect(panel.getByRole('heading', { level: 1 })).toBeFocused();
  await settleFocus(page);
  await page.keyboard.press('a');
  await expect(answer('Approve')).toHaveAttribute('aria-pressed', 'true');
  const table = panel.getByRole('region', { name: 'assignments' });
  await expect(table.getByText('NTO-0400-1')).not.toBeInViewport();
  const why = panel.getByText('View the proposal first');
  await expect(why).toBeVisible();
  expect(await isWhole(why)).toBe(true);
  await expect(send('Send approval')).toBeDisabled();
  // The fingerprint is whole, whatever room the reason leaves it.
  const widths = await panel.locator('.answer-send').evaluate((bar: HTMLElement) => {
    const seal = bar.querySelector('.seal');
    const width = () => seal?.getBoundingClientRect().width ?? 0;
    const [free, needed] = [width(), seal?.scrollWidth ?? 0];
    bar.style.width = '120px';
    const squeezed = width();
    bar.style.width = '';
    return { free, needed, squeezed };
  });
  expect(widths.free).toBeGreaterThanOrEqual(Math.floor(widths.needed));
  expect(widths.squeezed).toBe(widths.free);
  await expectAccessibleInBoth(page, 'a proposal that was not seen');

  // The first press of the send key scrolls it into view; the second one sends.
  await page.keyboard.press('Control+Enter');
  await expect(table.getByText('NTO-0400-1')).toBeInViewport();
  await expect(why).toBeHidden();
  await expect(send('Send approval')).toBeEnabled();
  expect(asking.agent.feedback).toEqual([]);
  await page.keyboard.press('Control+Enter');
  expect(await asking.answer()).toMatchObject({ type: 'approve' });
  await asking.close();
});

test('a title of any length is read by scrolling the question, not inside of the title', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const id = `payment-${'0123456789abcdef'.repeat(14)}`.slice(0, 230);
  const prompt = await asking.ask(id, { ask: `Pay the invoice ${id}?`, payload: { id } });
  await openAt(page, stack, prompt.id);
  const title = inbox(page).panel.getByRole('heading', { level: 1 });
  await expect(title).toBeFocused();
  for (const [width, height] of [
    [390, 844],
    [720, 450],
    [960, 540],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => isWhole(title), { message: `at ${String(width)}` }).toBe(true);
  }
  await asking.close();
});

test('a long title ends with a whole line, and the rest is one press away; a long name of a field keeps its column', async ({
  console: page,
  stack,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const asking = await startAsking(stack);
  const id = `payment-${'0123456789abcdef'.repeat(14)}`.slice(0, 180);
  const prompt = await asking.ask(id, { ask: `Pay the invoice ${id}?`, payload: { [id]: 'yes' } });
  await openAt(page, stack, prompt.id);
  const { panel } = inbox(page);
  const title = panel.getByRole('heading', { level: 1 });
  const lines = () =>
    title.evaluate(
      (head) => head.clientHeight / Number.parseFloat(getComputedStyle(head).lineHeight),
    );
  await expect.poll(lines).toBe(3);
  expect(await isWhole(title)).toBe(false);
  await panel.getByRole('button', { name: 'Show all of it' }).click();
  await expect.poll(() => isWhole(title)).toBe(true);
  expect(await lines()).toBeGreaterThan(3);

  const name = panel.getByRole('term').filter({ hasText: id.slice(-20) });
  expect(await name.evaluate((term) => term.scrollWidth - term.clientWidth)).toBeLessThanOrEqual(0);

  // With enough width the same title is whole, and nothing is offered.
  await panel.getByRole('button', { name: 'Show less' }).click();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect.poll(() => isWhole(title)).toBe(true);
  await expect(panel.getByRole('button', { name: 'Show all of it' })).toBeHidden();
  await asking.close();
});

test('a small window shows the queue or a prompt, and Escape leads back', async ({
  console: page,
  stack,
}) => {
  await page.setViewportSize({ width: 960, height: 540 });
  const asking = await startAsking(stack);
  const [messageId, members] = Object.entries(kinds)[1] ?? ['', {}];
  await asking.ask(messageId, members);
  await page.goto(`${stack.url}/inbox`);
  const { panel, row } = inbox(page);
  const list = page.getByRole('listbox', { name: 'Questions' });
  await row(/Publish this notice/).click();
  await expect(panel.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(list).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(list).toBeFocused();
  await page.keyboard.press('j');
  await expect(panel.getByRole('heading', { level: 1 })).toBeFocused();
  await panel.getByRole('button', { name: 'Back to the queue' }).click();
  await expect(list).toBeFocused();
  await asking.close();
});

test('a low window that is wide shows the queue or a prompt too', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const [messageId, members] = Object.entries(kinds)[1] ?? ['', {}];
  const prompt = await asking.ask(messageId, members);
  const list = page.getByRole('listbox', { name: 'Questions' });
  for (const [width, height, isBeside] of [
    [1440, 630, false],
    [990, 900, false],
    [1440, 650, true],
    [1010, 900, true],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openAt(page, stack, prompt.id);
    await expect(inbox(page).panel.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(list, `${String(width)} × ${String(height)}`).toBeVisible({ visible: isBeside });
  }
  await asking.close();
});

test('the button that resets an edit is at least 24 px high in a low window', async ({
  console: page,
  stack,
}) => {
  await page.setViewportSize({ width: 720, height: 450 });
  const asking = await startAsking(stack);
  const [messageId, members] = Object.entries(kinds)[2] ?? ['', {}];
  const prompt = await asking.ask(messageId, members);
  await openAt(page, stack, prompt.id);
  const { panel, answer } = inbox(page);
  await answer(/^(Edit|Fill in)/).click();
  await panel.getByLabel('City').fill('Lyon');
  const reset = panel.getByRole('button', { name: /^Reset/ });
  await reset.scrollIntoViewIfNeeded();
  expect((await reset.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await asking.close();
});
