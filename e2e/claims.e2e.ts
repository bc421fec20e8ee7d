import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Asking, promptNow, startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { type Desk, desk, openAt, seat } from './pages/desk.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });

const question = { ask: 'Shall I book this room?', payload: { hotel: 'Elster', nights: 2 } };

interface Room {
  asking: Asking;
  promptId: string;
  sara: Desk;
  jonas: Desk;
}

/** Two operators who have the same prompt open. */
async function together(browser: Browser, stack: Stack): Promise<Room> {
  const asking = await startAsking(stack);
  const { id: promptId } = await asking.ask('book', question);
  const sara = await desk(browser, stack, { id: 'sara', name: 'Sara Okafor' });
  const jonas = await desk(browser, stack, { id: 'jonas', name: 'Jonas Weber' });
  await openAt(sara.page, stack, promptId);
  await openAt(jonas.page, stack, promptId);
  return { asking, promptId, sara, jonas };
}

async function leave({ asking, sara, jonas }: Room): Promise<void> {
  await Promise.all([sara.context.close(), jonas.context.close(), asking.close()]);
}

/** Sara begins to type an answer, which claims the prompt. */
async function saraWrites({ sara, promptId }: Room, stack: Stack, words: string): Promise<void> {
  const { answer, panel } = inbox(sara.page);
  await answer('Instruct').click();
  await panel.getByLabel('Instruction').fill(words);
  await expect(panel.getByText('Held by you')).toBeVisible();
  expect((await promptNow(stack, promptId)).claim).toMatchObject({ operator: 'sara' });
}

/** The operator’s draft on the server. */
async function draftOf(stack: Stack, promptId: string, token: string): Promise<unknown> {
  const path = `/api/prompts/${encodeURIComponent(promptId)}/draft`;
  return (await stack.request(path, { token })).body;
}

const instruction = (page: Page) => inbox(page).panel.getByLabel('Instruction');

test('other operators see who has a prompt open and who is writing an answer', async ({
  browser,
  stack,
}) => {
  const room = await together(browser, stack);
  const { sara, jonas } = room;
  const { panel, row } = inbox(jonas.page);
  await expect(panel.getByRole('img', { name: 'Sara Okafor is reading this' })).toBeVisible();
  await expect(row(/Shall I book/).getByLabel('Sara Okafor reading now')).toBeVisible();
  await inbox(sara.page).answer('Instruct').click();
  const writing = panel.getByRole('img', { name: 'Sara Okafor is writing an answer' });
  await expect(writing).toBeVisible();
  // A second tab of Sara counts as the same person, who is present until both are closed.
  const second = await sara.context.newPage();
  await openAt(second, stack, room.promptId);
  await sara.page.close();
  await expect(panel.getByRole('img', { name: 'Sara Okafor is reading this' })).toBeVisible();
  await second.close();
  await expect(panel.getByRole('img', { name: /Sara Okafor/ })).toHaveCount(0);
  await leave(room);
});

test('an answer that was begun claims the prompt: others are warned, and can answer despite the claim', async ({
  browser,
  stack,
}) => {
  const room = await together(browser, stack);
  const { asking, promptId, sara, jonas } = room;
  await saraWrites(room, stack, 'Ask for the quiet side.');
  const { panel, row, answer, send, expectDelivered } = inbox(jonas.page);
  await expect(panel.getByText('Held by Sara Okafor')).toBeVisible();
  await expect(row(/Shall I book/)).toContainText('Held by Sara');
  await answer('Reject').click();
  await panel.getByLabel('Reason').fill('Too dear.');
  await expect(send('Send rejection')).toBeDisabled();
  await expect(send('Send rejection')).toHaveAttribute('title', 'Sara Okafor holds this');
  await jonas.page.keyboard.press('Control+Enter');
  expect((await promptNow(stack, promptId)).state).toBe('open');

  await panel.getByRole('button', { name: 'Answer anyway' }).click();
  await expect(panel.getByText('You are answering although Sara Okafor holds this.')).toBeVisible();
  await send('Send rejection').click();
  await expectDelivered();
  expect(await asking.answer()).toMatchObject({ type: 'reject', content: { reason: 'Too dear.' } });
  const reported = inbox(sara.page).panel.getByRole('alert');
  await expect(reported).toContainText('Jonas Weber answered first');
  await expect(reported).toContainText('rejected, “Too dear.”');
  await reported.getByRole('button', { name: 'Your draft' }).click();
  await expect(sara.page.getByRole('dialog', { name: 'Your draft' })).toContainText(
    'Ask for the quiet side.',
  );
  await leave(room);
});

test('a claim made while an answer is being sent is reported, and nothing is recorded', async ({
  browser,
  stack,
}) => {
  const room = await together(browser, stack);
  const { promptId, sara, jonas } = room;
  const { panel, answer, send } = inbox(jonas.page);
  // Jonas’s browser knows of no claim until the answer is sent: neither its own nor Sara’s.
  await jonas.page.route('**/claim', (route) => route.abort());
  await answer('Instruct').click();
  await instruction(jonas.page).fill('Take the cheaper one.');
  await jonas.page.route('**/decisions', async (route) => {
    await stack.api(`/api/prompts/${encodeURIComponent(promptId)}/claim`, {
      method: 'POST',
      body: {},
      token: sara.token,
    });
    await route.continue();
  });
  const answered = jonas.page.waitForResponse('**/decisions');
  await send('Send instruction').click();
  expect((await answered).status()).toBe(409);
  await expect(panel.getByText(/Sara Okafor holds this until/)).toBeVisible();
  await expect(instruction(jonas.page)).toHaveValue('Take the cheaper one.');
  const { state, decision } = await promptNow(stack, promptId);
  expect({ state, decision }).toEqual({ state: 'open', decision: null });
  await leave(room);
});

test.describe('with a long time to refuse a takeover', () => {
  test.use({ stackOptions: { crew: false, policy: { takeOverMs: 600_000 } } });

  test('a request to take over can be refused, withdrawn, or granted explicitly', async ({
    browser,
    stack,
  }) => {
    const room = await together(browser, stack);
    const { promptId, sara, jonas } = room;
    await saraWrites(room, stack, 'Ask for the quiet side.');
    const hers = inbox(sara.page).panel;
    const jonasPanel = inbox(jonas.page).panel;
    const ask = jonasPanel.getByRole('button', { name: 'Ask to take over' }).first();
    const alert = hers.getByRole('alert');

    await ask.click();
    await expect(alert).toContainText('Jonas Weber asked to take over');
    await expect(jonasPanel.getByText(/Sara Okafor was asked\. It is yours in/)).toBeVisible();
    await alert.getByRole('button', { name: 'Keep' }).click();
    await expect(alert).toHaveCount(0);
    await expect(jonasPanel.getByText('Held by Sara Okafor')).toBeVisible();

    await ask.click();
    await expect(alert).toContainText('Jonas Weber asked to take over');
    await jonasPanel.getByRole('button', { name: 'Withdraw the request' }).click();
    await expect(alert).toHaveCount(0);

    await ask.click();
    await alert.getByRole('button', { name: 'Hand over' }).click();
    await expect(jonasPanel.getByText('Held by you')).toBeVisible();
    await expect(hers.getByText('Held by Jonas Weber')).toBeVisible();
    await expect(instruction(sara.page)).toHaveValue('Ask for the quiet side.');
    expect((await promptNow(stack, promptId)).claim).toMatchObject({
      operator: 'jonas',
      takeOver: null,
    });
    await leave(room);
  });
});

test.describe('with a short time to refuse a takeover', () => {
  test.use({ stackOptions: { crew: false, policy: { takeOverMs: 2_000 } } });

  test('a request without a response is granted, and the previous holder keeps the draft', async ({
    browser,
    stack,
  }) => {
    const room = await together(browser, stack);
    const { asking, sara, jonas } = room;
    await saraWrites(room, stack, 'Ask for the quiet side.');
    const { panel, answer, send, expectDelivered } = inbox(jonas.page);
    await panel.getByRole('button', { name: 'Ask to take over' }).first().click();
    await expect(panel.getByText('Held by you')).toBeVisible();
    const hers = inbox(sara.page);
    await expect(hers.panel.getByText('Held by Jonas Weber')).toBeVisible();
    await expect(instruction(sara.page)).toHaveValue('Ask for the quiet side.');
    await expect(hers.send('Send instruction')).toBeDisabled();
    await answer('Approve').click();
    await send('Send approval').click();
    await expectDelivered();
    expect(await asking.answer()).toMatchObject({ type: 'approve' });
    await leave(room);
  });
});

test.describe('with a short lease', () => {
  test.use({ stackOptions: { crew: false, policy: { claimLeaseMs: 60_000 } } });

  test('a claim expires when its holder has left', async ({ browser, stack }) => {
    const room = await together(browser, stack);
    const { promptId, sara, jonas } = room;
    await saraWrites(room, stack, 'Half a sen');
    await sara.context.setOffline(true);
    const { panel } = inbox(jonas.page);
    await expect(panel.getByText('Held by Sara Okafor')).toBeVisible();
    await stack.pass(60_000);
    await expect(panel.getByText('Held by Sara Okafor')).toBeHidden();
    expect((await promptNow(stack, promptId)).claim).toBeNull();
    await leave(room);
  });
});

test('an administrator takes over a claimed prompt at once', async ({
  browser,
  console: page,
  stack,
}) => {
  const room = await together(browser, stack);
  await saraWrites(room, stack, 'Ask for the quiet side.');
  await openAt(page, stack, room.promptId);
  await inbox(page).panel.getByRole('button', { name: 'Take over now' }).click();
  await expect(inbox(page).panel.getByText('Held by you')).toBeVisible();
  await expect(inbox(room.sara.page).panel.getByText(/^Held by /)).toBeVisible();
  await expect(instruction(room.sara.page)).toHaveValue('Ask for the quiet side.');
  await leave(room);
});

test('a claim is released by a button, and by leaving without having written', async ({
  browser,
  stack,
}) => {
  const room = await together(browser, stack);
  const { sara, jonas } = room;
  const held = inbox(jonas.page).panel.getByText('Held by Sara Okafor');
  const { answer, panel } = inbox(sara.page);
  await answer('Instruct').click();
  await expect(held).toBeVisible();
  await panel.getByRole('button', { name: 'Release' }).click();
  await expect(held).toBeHidden();
  await answer('Instruct').click();
  await answer('Approve').click();
  await expect(held).toBeVisible();
  await sara.page.getByRole('navigation', { name: 'Main' }).getByText('Tasks').click();
  await expect(held).toBeHidden();
  await leave(room);
});

test('a draft is available to its operator in another tab and on another machine', async ({
  browser,
  stack,
}) => {
  const room = await together(browser, stack);
  const { asking, promptId, sara, jonas } = room;
  await saraWrites(room, stack, 'Ask for the quiet side.');
  await expect
    .poll(async () => draftOf(stack, promptId, sara.token))
    .toMatchObject({ instruction: 'Ask for the quiet side.' });

  const second = await sara.context.newPage();
  await openAt(second, stack, promptId);
  await expect(instruction(second)).toHaveValue('Ask for the quiet side.');
  const elsewhere = await seat(browser, stack, sara.token);
  await openAt(elsewhere.page, stack, promptId);
  await expect(instruction(elsewhere.page)).toHaveValue('Ask for the quiet side.');
  // Only its author can see it.
  await inbox(jonas.page).answer('Instruct').click();
  await expect(instruction(jonas.page)).toHaveValue('');

  await instruction(elsewhere.page).fill('Ask for the quiet side, and late.');
  await expect(instruction(second)).toHaveValue('Ask for the quiet side, and late.');
  await inbox(elsewhere.page).send('Send instruction').click();
  await inbox(elsewhere.page).expectDelivered();
  expect(await asking.answer()).toMatchObject({
    content: { text: 'Ask for the quiet side, and late.' },
  });
  for (const page of [second, sara.page]) {
    await expect(inbox(page).panel.getByText('Answered by you')).toBeVisible();
    await expect(inbox(page).answer('Approve')).toHaveCount(0);
  }
  await elsewhere.context.close();
  await leave(room);
});

test('two tabs of one operator that write at the same time lose nothing: the operator chooses', async ({
  browser,
  stack,
}) => {
  const room = await together(browser, stack);
  const { asking, promptId, sara } = room;
  const second = await sara.context.newPage();
  await openAt(second, stack, promptId);
  await inbox(second).answer('Instruct').click();
  await instruction(second).fill('From the second');
  await expect(instruction(sara.page)).toHaveValue('From the second');
  // What the second tab writes does not reach the server before the first tab has written too.
  await second.route('**/draft', async (route) => {
    if (route.request().method() === 'PUT') await route.abort();
    else await route.continue();
  });
  await instruction(second).pressSequentially(' tab');
  await expect(inbox(second).panel.getByLabel('Instruction')).toHaveValue('From the second tab');
  await instruction(sara.page).fill('From the first');
  const { panel, send, expectDelivered } = inbox(second);
  const reported = panel
    .getByRole('alert')
    .filter({ hasText: 'You have also written a draft in another tab' });
  await expect(reported).toBeVisible();
  await expect(instruction(second)).toHaveValue('From the second tab');
  await expect(send('Send instruction')).toBeDisabled();
  await second.unroute('**/draft');
  await reported.getByRole('button', { name: 'Use the other' }).click();
  await expect(instruction(second)).toHaveValue('From the first');
  await send('Send instruction').click();
  await expectDelivered();
  expect(await asking.answer()).toMatchObject({ content: { text: 'From the first' } });
  await leave(room);
});
