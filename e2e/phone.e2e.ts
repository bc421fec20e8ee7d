import type { UpFeedback } from '@countersign/upformat/message';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { answersAt, startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { seat } from './pages/desk.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import type { Stack } from './stack.ts';

// Each run of axe takes seconds on a small machine.
test.describe.configure({ timeout: 240_000 });
test.use({ stackOptions: { crew: false } });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const booking = {
  upPrompt: { ask: 'Shall I book this room for the two nights of the fair?' },
  explanation: 'It is near. It is cheap.',
  effect: 'The room is paid.',
  payload: {
    hotel: 'Elster',
    nights: 2,
    candidates: [
      { id: 'ada', name: 'Ada', rate: 90 },
      { id: 'bob', name: 'Bob', rate: 85 },
    ],
  },
};

type Panel = ReturnType<typeof inbox>;

interface Kind {
  word: string;
  button: RegExp;
  /** Fills in the answer by touch and with the phone's keyboard. */
  fill(panel: Panel, page: Page): Promise<void>;
  arrives: Partial<UpFeedback>;
  /** The answer is added to the question, which stays open. */
  isAside?: boolean;
}

const write = (label: string, words: string) => async (at: Panel) => {
  await at.panel.getByLabel(label).tap();
  await at.panel.getByLabel(label).fill(words);
};

const kinds: Kind[] = [
  {
    word: 'Approve',
    button: /^Send approval/,
    fill: write('Note to the agent', 'Go on.'),
    arrives: { type: 'approve', content: { reason: 'Go on.' } },
  },
  {
    word: 'Reject',
    button: /^Send rejection/,
    fill: write('Reason', 'Too dear.'),
    arrives: { type: 'reject', content: { reason: 'Too dear.' } },
  },
  {
    word: 'Instruct',
    button: /^Send instruction/,
    fill: write('Instruction', 'Ask for the quiet side.'),
    arrives: { type: 'instruction', content: { text: 'Ask for the quiet side.' } },
  },
  {
    word: 'Edit',
    button: /^Send 1 edit/,
    fill: async ({ panel }) => {
      await panel.getByRole('textbox', { name: /^nights/i }).fill('3');
    },
    arrives: {
      type: 'edit',
      content: {
        patch: [{ op: 'replace', path: '/nights', value: 3 }],
        value: { ...booking.payload, nights: 3 },
      },
    },
  },
  {
    word: 'Rank',
    button: /^Send order/,
    fill: ({ panel }) => panel.getByRole('button', { name: 'Move Bob up' }).tap(),
    arrives: { type: 'rank', content: { order: ['bob', 'ada'] } },
  },
  {
    word: 'Comment',
    button: /^Add comment/,
    isAside: true,
    fill: async ({ panel }) => {
      const note = panel.getByRole('button', { name: 'Note at Nights' });
      await note.tap();
      await panel.getByRole('list', { name: 'Notes' }).getByRole('textbox').fill('One is enough.');
    },
    arrives: {
      type: 'comment',
      content: {
        text: 'One is enough.',
        annotations: [{ pointer: '/nights', text: 'One is enough.' }],
      },
    },
  },
];

async function onPhone(
  browser: Browser,
  stack: Stack,
): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await seat(browser, stack, stack.token, phone);
  await page.goto(`${stack.url}/inbox`);
  await expect(page.getByText('Connection: Live')).toBeAttached();
  return { page, context };
}

/** It is inside the window and not covered, so it can be touched without scrolling. */
async function expectInReach(target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 });
  const covered = await target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there === null || !(element.contains(there) || there.contains(element));
  });
  expect(covered).toBe(false);
}

test('every answer is given by touch at 390 px', async ({ browser, stack }) => {
  const asking = await startAsking(stack);
  const { page, context } = await onPhone(browser, stack);
  const at = inbox(page);
  for (const { word, button, fill, arrives, isAside } of kinds)
    await test.step(word, async () => {
      const ask = `${word}: ${booking.upPrompt.ask}`;
      await asking.ask(word, { ...booking, upPrompt: { ask } });
      await at.row(ask).tap();
      await expect(at.panel.getByRole('heading', { level: 1 })).toHaveText(ask);
      await expectFitsPhone(page, 'the question');
      await expectInReach(at.answer(word));
      await at.answer(word).tap();
      await fill(at, page);
      await expectFitsPhone(page, word);
      await expectAccessibleInBoth(page, `${word} on a phone`);
      const send = at.send(button);
      await expectInReach(send);
      await send.tap();
      if (isAside) await expect(at.panel.getByRole('region', { name: 'Comments' })).toBeVisible();
      else await at.expectDelivered();
      const arrived = () =>
        answersAt(asking.agent).filter(({ target }) => target?.messageId === word);
      await expect.poll(arrived).toEqual([expect.objectContaining(arrives)]);
      await expectFitsPhone(page, 'what became of it');
      await at.panel.getByRole('button', { name: 'Back to the queue' }).tap();
      await expect(at.row(ask)).toBeVisible();
    });
  await Promise.all([context.close(), asking.close()]);
});

test('snooze, revision and a claimed question fit a phone too', async ({ browser, stack }) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('book', booking);
  const { page, context } = await onPhone(browser, stack);
  const { panel, row, answer, send } = inbox(page);
  await row(/Shall I book/).tap();
  await panel.getByRole('button', { name: 'More about this question' }).tap();
  await page.getByRole('menuitem', { name: /^Snooze/ }).tap();
  const dialog = page.getByRole('dialog', { name: 'Snooze this question' });
  await dialog.getByLabel('Reason').fill('Later.');
  await expectFitsPhone(page, 'snooze');
  await expectAccessibleInBoth(page, 'snooze on a phone');
  await dialog.getByRole('button', { name: 'Snooze' }).tap();
  await expect(panel.getByText(/^Snoozed by/)).toBeVisible();
  await panel.getByRole('button', { name: 'Wake', exact: true }).tap();

  await answer('Edit').tap();
  await panel.getByRole('textbox', { name: /^nights/i }).fill('3');
  const payload = { ...booking.payload, nights: 4 };
  await asking.ask('book', { ...booking, revision: 2, payload });
  const merge = panel.getByRole('region', {
    name: 'The agent revised the question while you edited',
  });
  await merge.getByRole('radio', { name: 'Keep yours: 3' }).tap();
  await expectFitsPhone(page, 'merge');
  await expectAccessibleInBoth(page, 'merge on a phone');
  await panel.getByRole('button', { name: 'Use revision 2' }).tap();

  const { token } = await stack.api<{ token: string }>('/api/operators', {
    body: { id: 'sara', name: 'Sara Okafor', role: 'admin' },
  });
  await stack.api(`/api/prompts/${encodeURIComponent(prompt.id)}/claim`, {
    body: { takeOver: 'force' },
    token,
  });
  await expect(panel.getByText(/Sara Okafor holds this until/)).toBeVisible();
  await expectFitsPhone(page, 'held by another');
  await expectAccessibleInBoth(page, 'held by another on a phone');
  await panel.getByRole('button', { name: 'Answer anyway' }).tap();
  await expectInReach(send(/^Send 1 edit/));
  await send(/^Send 1 edit/).tap();
  expect(await asking.answer()).toMatchObject({ content: { value: { nights: 3 } } });
  await Promise.all([context.close(), asking.close()]);
});

test.describe('with a recall window', () => {
  test.use({ stackOptions: { crew: false, recallMs: 60_000 } });

  test('an answer is recalled by touch', async ({ browser, stack }) => {
    const asking = await startAsking(stack);
    await asking.ask('book', booking);
    const { page, context } = await onPhone(browser, stack);
    const { panel, row, answer, send } = inbox(page);
    await row(/Shall I book/).tap();
    await answer('Approve').tap();
    await send('Send approval').tap();
    const recall = panel.getByRole('button', { name: 'Recall' });
    await expectInReach(recall);
    await expectFitsPhone(page, 'recall');
    await recall.tap();
    await expect(answer('Approve')).toBeVisible();
    expect(asking.agent.feedback).toEqual([]);
    await Promise.all([context.close(), asking.close()]);
  });
});
