import type { Prompt } from '@countersign/api/prompt';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Asking, answersAt, promptNow, startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { desk, openAt } from './pages/desk.ts';
import { press, settleFocus, tabTo } from './pages/keyboard.ts';
import { expectAccessibleInBoth } from './pages/page-checks.ts';
import type { Stack } from './stack.ts';

// Each run of axe takes seconds on a small machine.
test.describe.configure({ timeout: 240_000 });
test.use({ stackOptions: { crew: false, policy: { takeOverMs: 600_000 } } });

const booking = {
  ask: 'Shall I book this room?',
  explanation: 'It is near. It is cheap.',
  payload: {
    nights: 2,
    note: 'Quiet side, please',
    candidates: [
      { id: 'ada', name: 'Ada', rate: 90 },
      { id: 'bob', name: 'Bob', rate: 85 },
      { id: 'eve', name: 'Eve', rate: 90 },
    ],
  },
};

/** Opens a question in the panel, with its heading focused and its letter keys accepted. */
async function focused(
  page: Page,
  stack: Stack,
  members: Record<string, unknown> = {},
): Promise<{ asking: Asking; prompt: Prompt }> {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('book', { ...booking, ...members });
  await openAt(page, stack, prompt.id);
  await expect(inbox(page).panel.getByRole('heading', { level: 1 })).toBeFocused();
  await settleFocus(page);
  return { asking, prompt };
}

test('a ranking, by keys', async ({ console: page, stack }) => {
  const { asking } = await focused(page, stack);
  const { panel, expectDelivered } = inbox(page);
  await page.keyboard.press('n');
  const handle = panel.getByRole('button', { name: 'Drag Ada' });
  await expect(handle).toBeFocused();
  await expectAccessibleInBoth(page, 'an order');
  await page.keyboard.press('Space');
  await expect(page.getByText('Ada lifted, place 1 of 3')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(/^Ada, place 2 of 3/)).toBeAttached();
  await page.keyboard.press('Space');
  const compare = panel.getByRole('button', { name: 'Compare side by side' });
  await tabTo(page, compare, true);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Compare' });
  await expectAccessibleInBoth(page, 'things side by side');
  await press(page, dialog.getByRole('checkbox', { name: /^Only differences/ }), 'Space');
  await press(page, dialog.getByRole('button', { name: 'Put first: Eve' }));
  await expect(dialog).toBeHidden();
  await expect(compare).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expectDelivered();
  expect(await asking.answer()).toMatchObject({ content: { order: ['eve', 'bob', 'ada'] } });
  await asking.close();
});

test('notes on fields, by keys', async ({ console: page, stack }) => {
  // If no other answer is allowed, a comment is the answer.
  const { asking } = await focused(page, stack, { upPrompt: { allowed: ['comment'] } });
  const { panel, expectDelivered } = inbox(page);
  await page.keyboard.press('c');
  await expect(panel.getByLabel('Comment', { exact: true })).toBeFocused();
  const places = panel.getByRole('region', { name: 'What can be commented on' });
  await tabTo(page, places.getByRole('button', { name: 'Note at Nights' }), true);
  await page.keyboard.press('Enter');
  await page.keyboard.type('One is enough.');
  await tabTo(page, places.getByRole('button', { name: 'Choose words in Note' }), true);
  await page.keyboard.press('Enter');
  await expect(places.getByRole('textbox', { name: /^Select words here/ })).toBeFocused();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect(places.getByRole('button', { name: 'Note on the selection' })).toBeEnabled();
  await expectAccessibleInBoth(page, 'words to be chosen');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('list', { name: 'Notes' }).getByRole('textbox')).toHaveCount(2);
  await page.keyboard.type('How quiet?');
  await expectAccessibleInBoth(page, 'notes at places');
  await page.keyboard.press('Control+Enter');
  await expectDelivered();
  expect(await asking.answer()).toMatchObject({
    content: {
      annotations: [
        { pointer: '/nights', text: 'One is enough.' },
        { pointer: '/note', range: { start: 0, end: 5 }, text: 'How quiet?' },
      ],
    },
  });
  await asking.close();
});

test('a difference and a merge, by keys', async ({ console: page, stack }) => {
  const { asking } = await focused(page, stack);
  const { panel, send, expectDelivered } = inbox(page);
  await page.keyboard.press('e');
  const nights = panel.getByRole('textbox', { name: /^nights/i });
  await tabTo(page, nights);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('3');
  await tabTo(page, panel.getByRole('button', { name: 'Difference' }), true);
  await page.keyboard.press('Enter');
  await expectAccessibleInBoth(page, 'a difference');
  await press(page, panel.getByRole('button', { name: 'Side by side' }));
  await expectAccessibleInBoth(page, 'a difference side by side');
  const revised = { ...booking.payload, nights: 4, note: 'Any side' };
  await asking.ask('book', { ...booking, revision: 2, payload: revised });
  const merge = panel.getByRole('region', {
    name: 'The agent revised the question while you edited',
  });
  await expect(merge).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Side by side' })).toBeFocused();
  await expectAccessibleInBoth(page, 'a merge');
  // Backwards, a group without a chosen option is entered at its last option.
  const mine = merge.getByRole('radio', { name: 'Keep yours: 3' });
  await tabTo(page, mine, true);
  await page.keyboard.press('Space');
  await expect(mine).toBeChecked();
  await expectAccessibleInBoth(page, 'a merge that is settled');
  await tabTo(page, panel.getByRole('button', { name: 'Use revision 2' }), true);
  await page.keyboard.press('Enter');
  await expect(merge).toHaveCount(0);
  // The button was removed with the merge; focus moved to the heading.
  await expect(panel.getByRole('heading', { level: 1 })).toBeFocused();
  // New content counts as seen one frame after it is on screen.
  await expect(send('Send')).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expectDelivered();
  expect(await asking.answer()).toMatchObject({
    content: { value: { nights: 3, note: 'Any side' } },
  });
  await asking.close();
});

test('snooze, wake, exact bytes and the default, by keys', async ({ console: page, stack }) => {
  const { asking, prompt } = await focused(page, stack, {
    state: 'followup',
    expiresAt: new Date(Date.now() + 3_600_000 * 3).toISOString(),
    extension: { seconds: 600 },
    defaultFeedback: { type: 'approve', target: { messageId: 'book' } },
  });
  const { panel, expectDelivered } = inbox(page);
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Snooze this question' });
  await expect(dialog).toBeVisible();
  await expectAccessibleInBoth(page, 'snooze');
  await tabTo(page, dialog.getByRole('radio', { name: /^15 min/ }));
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /^1 h/ })).toBeChecked();
  await tabTo(page, dialog.getByLabel('Reason'));
  await page.keyboard.type('The hotel calls back.');
  await press(page, dialog.getByRole('button', { name: 'Snooze' }));
  await expect(panel.getByText(/^Snoozed by/)).toBeVisible();
  await expectAccessibleInBoth(page, 'a snoozed question');
  await press(page, panel.getByRole('button', { name: 'Wake', exact: true }));
  await expect(panel.getByText(/^Snoozed by/)).toHaveCount(0);

  await press(page, panel.getByRole('button', { name: /^Extend by 10 min/ }));
  await expect(panel.getByRole('button', { name: /^Extend by 10 min/ })).toBeDisabled();
  // It is disabled as soon as it is pressed; the server has the extension a moment later.
  await expect.poll(async () => (await promptNow(stack, prompt.id)).extension?.left).toBe(0);
  await press(page, panel.getByRole('button', { name: 'Send the default now' }));
  await expectAccessibleInBoth(page, 'the default by hand');
  const bytes = panel.getByRole('button', { name: 'Exact bytes' });
  await press(page, bytes);
  const exact = page.getByRole('dialog', { name: 'Exact bytes' });
  for (const view of ['Feedback', 'What the agent receives']) {
    const choice = exact.getByRole('button', { name: view, exact: true });
    await press(page, choice);
    await expect(choice).toHaveAttribute('aria-pressed', 'true');
    await expectAccessibleInBoth(page, `exact bytes, ${view}`);
  }
  await page.keyboard.press('Escape');
  await expect(bytes).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expectDelivered();
  expect(await asking.answer()).toEqual({ type: 'approve', target: { messageId: 'book' } });
  await asking.close();
});

test('requesting a prompt that another operator has claimed, and refusing, by keys', async ({
  browser,
  console: page,
  stack,
}) => {
  const { asking, prompt } = await focused(page, stack);
  await page.keyboard.press('i');
  await page.keyboard.type('Ask for the quiet side.');
  const mine = inbox(page).panel;
  await expect(mine.getByText('Held by you')).toBeVisible();
  await expectAccessibleInBoth(page, 'held by me');
  const jonas = await desk(browser, stack, { id: 'jonas', name: 'Jonas Weber' });
  await openAt(jonas.page, stack, prompt.id);
  const jonasPanel = inbox(jonas.page).panel;
  await expect(jonasPanel.getByRole('heading', { level: 1 })).toBeFocused();
  await settleFocus(jonas.page);
  await jonas.page.keyboard.press('a');
  await expectAccessibleInBoth(jonas.page, 'held by another');
  const ask = jonasPanel.getByRole('button', { name: 'Ask to take over' }).last();
  await tabTo(jonas.page, ask, true);
  await jonas.page.keyboard.press('Enter');
  await expect(jonasPanel.getByText(/was asked\. It is yours in/)).toBeVisible();
  await expectAccessibleInBoth(jonas.page, 'a request of mine');
  const alert = mine.getByRole('alert');
  await expect(alert).toContainText('Jonas Weber asked to take over');
  // The request arrived, and the field being typed in kept focus.
  await expect(mine.getByLabel('Instruction')).toBeFocused();
  await expectAccessibleInBoth(page, 'a request of another');
  await tabTo(page, alert.getByRole('button', { name: 'Keep' }), true);
  await page.keyboard.press('Enter');
  await expect(alert).toHaveCount(0);
  await jonas.context.close();
  await asking.close();
});

/** Several equal questions in the queue, none of them open. */
async function equals(page: Page, stack: Stack, count: number): Promise<Asking> {
  const asking = await startAsking(stack);
  for (let place = 1; place <= count; place += 1) {
    await asking.ask(`book-${place}`, {
      ask: `Shall I book room ${place}?`,
      payload: { room: place, rate: 80 + place },
    });
  }
  await page.goto(`${stack.url}/inbox`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await expect(inbox(page).row(/room 1/)).toBeVisible();
  return asking;
}

test('a group that is decided together, by keys', async ({ console: page, stack }) => {
  const asking = await equals(page, stack, 4);
  await press(page, page.getByRole('button', { name: 'Group equal' }));
  await expect(inbox(page).row(/4 equal/)).toBeVisible();
  await page.keyboard.press('j');
  const panel = page.getByRole('region', { name: 'Decide together' });
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleInBoth(page, 'a table of equal questions');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { level: 1 })).toBeFocused();
  await press(page, panel.getByRole('checkbox', { name: 'Include Shall I book room 2?' }), 'Space');
  await settleFocus(page);
  await page.keyboard.press('r');
  await expect(panel.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('No budget.');
  await expectAccessibleInBoth(page, 'one answer to three');
  await settleFocus(page);
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByText(/^3 done/)).toBeVisible();
  await expectAccessibleInBoth(page, 'a receipt');
  await expect.poll(() => answersAt(asking.agent).length).toBe(3);
  const answered = answersAt(asking.agent).map(({ target }) => target?.messageId);
  expect(answered.toSorted()).toEqual(['book-1', 'book-3', 'book-4']);
  await asking.close();
});

test('rows that are selected and decided together, by keys', async ({ console: page, stack }) => {
  const asking = await equals(page, stack, 4);
  for (const key of ['j', 'x', 'j', 'j', 'Shift+x']) await page.keyboard.press(key);
  await expect(page.getByText('3 selected')).toBeVisible();
  await expectAccessibleInBoth(page, 'selected rows');
  await press(page, page.getByRole('button', { name: 'Decide together' }));
  const panel = page.getByRole('region', { name: 'Decide together' });
  await expect(panel.getByRole('heading', { level: 1 })).toBeFocused();
  await settleFocus(page);
  await page.keyboard.press('a');
  await settleFocus(page);
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByText(/^3 done/)).toBeVisible();
  await expect.poll(() => answersAt(asking.agent).length).toBe(3);
  await asking.close();
});

test('filters and views, by keys', async ({ console: page, stack }) => {
  const asking = await equals(page, stack, 3);
  const { row } = inbox(page);
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  await press(page, filter);
  const find = page.getByRole('searchbox', { name: 'Find' });
  await tabTo(page, find);
  await page.keyboard.type('room 2');
  await expect(row(/room 1/)).toHaveCount(0);
  const kind = page.getByLabel('Kind', { exact: true });
  await tabTo(page, kind);
  await page.keyboard.type('Block');
  await expect(kind).toHaveValue('blocking');
  await expect(page).toHaveURL(/q=room/);
  await page.keyboard.press('Escape');
  await expect(filter).toBeFocused();

  const views = page.locator('.queue-title');
  await tabTo(page, views, true);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  const save = page.getByRole('menuitem', { name: /^Save as a view/ });
  await page.keyboard.press('End');
  await expect(async () => {
    await page.keyboard.press('ArrowUp');
    await expect(save).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as a view' });
  await tabTo(page, dialog.getByLabel('Name'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Second rooms');
  await expectAccessibleInBoth(page, 'a view to be saved');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(views).toHaveText('Second rooms');

  await page.goto(`${stack.url}/inbox`);
  await expect(row(/room 1/)).toBeVisible();
  await press(page, views);
  // By arrow keys: letters typed on a slow machine would be several searches.
  const saved = page.getByRole('menuitem', { name: 'Second rooms' });
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(saved).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(row(/room 1/)).toHaveCount(0);
  await expect(row(/room 2/)).toBeVisible();
  await asking.close();
});

test('a rule is made, tested, switched on and stopped, by keys', async ({
  console: page,
  stack,
}) => {
  const asking = await equals(page, stack, 1);
  await page.goto(`${stack.url}/settings/rules`);
  await expect(page.getByText('No rule answers anything')).toBeVisible();
  await expectAccessibleInBoth(page, 'no rules');
  await press(page, page.getByRole('link', { name: 'Add a rule' }).first());
  const name = page.getByRole('textbox', { name: /^Name/ });
  await tabTo(page, name);
  await page.keyboard.type('Rooms');
  await press(page, page.getByRole('button', { name: 'Save and try it' }));
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleInBoth(page, 'a rule with a fault');
  const agent = page.getByRole('combobox', { name: /^Agent/ });
  await expect(agent).toBeFocused();
  await page.keyboard.type('Scripted');
  await tabTo(page, page.getByRole('combobox', { name: /^Answer/ }));
  await page.keyboard.type('Approve');
  await press(page, page.getByRole('button', { name: 'Save and try it' }));
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await expectAccessibleInBoth(page, 'a rule that was tried');
  await press(page, page.getByRole('button', { name: 'Switch on' }));
  await expect(page.getByText(/^On\. It answers questions received from now on/)).toBeVisible();
  await asking.ask('book-2', { ask: 'Shall I book room 2?', payload: { room: 2, rate: 82 } });
  await expect.poll(() => answersAt(asking.agent).length).toBe(1);
  await page.goto(`${stack.url}/settings/rules`);
  await expect(page.getByText(/answered 1 question/)).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Stop all rules' }));
  await expect(page.getByText('All rules are stopped').first()).toBeVisible();
  await expectAccessibleInBoth(page, 'rules that are stopped');
  await asking.close();
});

test('the settings, by keys', async ({ console: page, stack }) => {
  await page.goto(`${stack.url}/inbox`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' });
  await expect(sections).toBeVisible();
  const reject = page.getByRole('checkbox', { name: /^Reject/ }).first();
  await press(page, reject, 'Space');
  await expect(reject).not.toBeChecked();

  await tabTo(page, sections.getByRole('link', { name: 'Operators' }), true);
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'Add an operator' }).first());
  const dialog = page.getByRole('dialog', { name: 'Add an operator' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Olga Petrova');
  await tabTo(page, dialog.getByLabel('Groups'));
  await page.keyboard.type('Not a group!');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/is not a group name/).first()).toBeVisible();
  await expectAccessibleInBoth(page, 'an operator with a fault');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('ops');
  await page.keyboard.press('Enter');
  const token = page.getByRole('dialog', { name: /can sign in now/ });
  await expectAccessibleInBoth(page, 'a token that is shown once');
  await press(page, token.getByRole('button', { name: 'I have it' }));
  await expect(page.getByText('Olga Petrova')).toBeVisible();

  await tabTo(page, sections.getByRole('link', { name: 'Escalation policy' }), true);
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: /^Add a step ?: Critical$/ }));
  await expectAccessibleInBoth(page, 'the policy with a new step');
  const group = page.getByLabel('Step 1: group');
  await tabTo(page, group);
  await page.keyboard.type('ops');
  await press(page, page.getByRole('button', { name: 'Save as the next version' }));
  await expect(page.getByText(/applies to questions that open from now on/)).toBeVisible();

  await tabTo(page, sections.getByRole('link', { name: 'Webhooks' }), true);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Add a webhook' }).first());
  const hook = page.getByRole('dialog', { name: 'Add a webhook' });
  await expect(hook).toBeVisible();
  await press(page, hook.getByRole('button', { name: 'Add' }));
  await expect(hook.getByText('Enter an http or https address').first()).toBeVisible();
  await expectAccessibleInBoth(page, 'a webhook with a fault');
  await page.keyboard.press('Escape');
  await expect(hook).toBeHidden();

  // A key that was switched off does nothing any more, and all others still work.
  const { asking } = await focused(page, stack);
  const { answer } = inbox(page);
  await page.keyboard.press('r');
  await expect(answer('Reject')).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('a');
  await expect(answer('Approve')).toHaveAttribute('aria-pressed', 'true');
  await asking.close();
});
