import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { answersAt, promptNow, startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { desk, openAt } from './pages/desk.ts';
import { decisionsPath } from './pages/scripted-task.ts';
import { changePolicy, type Stack } from './stack.ts';

test.use({ fetchesAhead: true, stackOptions: { crew: false } });

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** The default that the agent sends with the question. */
const onSilence = {
  type: 'edit',
  content: { value: { hotel: 'Elster', nights: 1 } },
  metadata: { priority: 'low' },
};

const offer = (id: string, members: Record<string, unknown> = {}) => ({
  state: 'followup',
  ask: `Shall I book room ${id}?`,
  payload: { hotel: 'Elster', nights: 2 },
  defaultFeedback: { ...onSilence, target: { messageId: id } },
  ...members,
});

const path = (id: string, what: string) => `/api/prompts/${encodeURIComponent(id)}/${what}`;

/** Opens the queue and waits until it is loaded and live, so that new questions appear at once. */
async function openQueue(page: Page, stack: Stack): Promise<void> {
  await page.goto(`${stack.url}/inbox`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await expect(page.getByText('No agent is blocked')).toBeVisible();
}

test('an answer after the deadline is refused with a message, and its text is kept', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  await openQueue(page, stack);
  const prompt = await asking.ask('a', offer('a', { expiresAt: inMs(20_000) }));
  const { panel, row, answer, send } = inbox(page);
  await row(/room a/).click();
  await answer('Reject').click();
  await panel.getByLabel('Reason').fill('The budget is used up.');
  await page.route('**/decisions', async (route) => {
    await stack.pass(20_000);
    await expect.poll(async () => (await promptNow(stack, prompt.id)).state).toBe('answered');
    await route.continue();
  });
  const answered = page.waitForResponse('**/decisions');
  await send('Send rejection').click();
  expect((await answered).status()).toBe(409);
  const reported = panel.getByRole('alert');
  await expect(reported).toContainText('Nobody answered in time; the agent’s default was sent');
  await expect(reported).toContainText('Yours was not sent.');
  await reported.getByRole('button', { name: 'Your draft' }).click();
  await expect(page.getByRole('dialog', { name: 'Your draft' })).toContainText(
    'The budget is used up.',
  );
  expect(await asking.answer()).toMatchObject(onSilence);
  await asking.close();
});

test('answers at the very moment of the deadline: one winner each, and one effect', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  await openQueue(page, stack);
  const deadline = stack.now() + 60_000;
  const expiresAt = new Date(deadline).toISOString();
  const offsets = [-30, -12, -6, -3, -1, 0, 1, 2, 4, 8, 15, 30];
  const open = [];
  for (const [place] of offsets.entries()) {
    open.push(await asking.ask(`at-${place}`, offer(`at-${place}`, { expiresAt })));
  }
  await stack.pass(deadline - 500 - stack.now());
  const statuses = await Promise.all(
    open.map(async ({ id, digest }, place) => {
      await new Promise((resolve) =>
        setTimeout(resolve, deadline + (offsets[place] ?? 0) - stack.now()),
      );
      const target = { messageId: `at-${place}` };
      const feedback = { type: 'reject', target, content: { reason: 'In time?' } };
      const body = { digest, idempotencyKey: `moment-${place}`, feedback };
      return (await stack.request(decisionsPath(id), { body })).status;
    }),
  );
  await expect.poll(() => answersAt(asking.agent).length).toBe(open.length);
  for (const [place, { id, message }] of open.entries()) {
    const { state, decision } = await promptNow(stack, id);
    const won = statuses[place] === 201;
    expect([201, 409, 410]).toContain(statuses[place]);
    expect({ state, by: decision?.by.kind }).toEqual({
      state: 'answered',
      by: won ? 'operator' : 'default',
    });
    const effects = answersAt(asking.agent).filter(
      ({ target }) => target?.messageId === message.messageId,
    );
    expect(effects.map(({ type }) => type)).toEqual([won ? 'reject' : 'edit']);
  }
  for (const place of [0, open.length - 1]) {
    await openAt(page, stack, open[place]?.id ?? '');
    const reported = statuses[place] === 201 ? 'Answered by you' : 'Nobody answered in time';
    await expect(inbox(page).panel.getByText(reported)).toBeVisible();
  }
  await asking.close();
});

test('a snooze shows who, why and until when; the question still counts, and the snooze is ended by an operator or by time', async ({
  browser,
  console: page,
  stack,
}) => {
  const jonas = await desk(browser, stack, { id: 'jonas', name: 'Jonas Weber' });
  const asking = await startAsking(stack);
  const members = { ask: 'Which room?', expiresAt: inMs(40 * 60_000) };
  const prompt = await asking.ask('a', members);
  await openAt(page, stack, prompt.id);
  await openAt(jonas.page, stack, prompt.id);
  const { panel, row } = inbox(jonas.page);
  await panel.getByRole('button', { name: 'More about this question' }).click();
  await jonas.page.getByRole('menuitem', { name: /^Snooze/ }).click();
  const dialog = jonas.page.getByRole('dialog', { name: 'Snooze this question' });
  // Not past the deadline: the default would be sent in the meantime.
  await expect(dialog.getByRole('radio', { name: /^1 h/ })).toBeDisabled();
  await expect(dialog.getByRole('radio', { name: /^1 h.*After the deadline/ })).toHaveCount(1);
  const snooze = dialog.getByRole('button', { name: 'Snooze' });
  await expect(snooze).toBeDisabled();
  await dialog.getByRole('radio', { name: /^15 min/ }).click();
  await dialog.getByLabel('Reason').fill('The hotel calls back.');
  await snooze.click();
  await expect(dialog).toBeHidden();

  const mine = inbox(page);
  await expect(mine.panel.getByText(/^Snoozed by Jonas Weber until \d\d:\d\d/)).toBeVisible();
  await expect(mine.panel.getByText('The hotel calls back.')).toBeVisible();
  const counted = page.getByRole('button', { name: '1 snoozed' }).last();
  await expect(counted).toBeVisible();
  await page.goto(`${stack.url}/inbox`);
  await expect(counted).toBeVisible();
  await expect(mine.row(/Which room/)).toHaveCount(0);
  await counted.click();
  await mine.row(/Which room/).click();
  await mine.panel.getByRole('button', { name: 'Wake', exact: true }).click();
  await expect(panel.getByText(/^Snoozed by/)).toHaveCount(0);
  await expect(row(/Which room/)).toBeVisible();

  // It also ends by time, whichever page is open: the server keeps the time.
  const until = stack.now() + 60_000;
  await stack.api(path(prompt.id, 'snooze'), { body: { until, reason: 'A short while.' } });
  await expect(panel.getByText('A short while.')).toBeVisible();
  await stack.pass(60_000);
  await expect(panel.getByText('A short while.')).toHaveCount(0);
  expect((await promptNow(stack, prompt.id)).snooze).toBeNull();
  expect(stack.now()).toBeGreaterThanOrEqual(until);
  await jonas.context.close();
  await asking.close();
});

test.describe('with a recall window', () => {
  test.use({ stackOptions: { crew: false, recallMs: 15_000 } });

  test('an answer is recalled before it is sent: nothing was sent, and its text is restored', async ({
    console: page,
    stack,
  }) => {
    const asking = await startAsking(stack);
    const prompt = await asking.ask('a', { ask: 'Which room?' });
    await openAt(page, stack, prompt.id);
    const { panel, answer, send } = inbox(page);
    await answer('Instruct').click();
    await panel.getByLabel('Instruction').fill('The blue one.');
    await send('Send instruction').click();
    await expect(
      panel.getByText(/^Delivery starts in \d+ s\. Nothing is sent before\./),
    ).toBeVisible();
    await expect(panel.getByRole('heading', { level: 1 })).toBeFocused();
    await page.keyboard.press('z');
    await expect(panel.getByLabel('Instruction')).toHaveValue('The blue one.');
    expect(await promptNow(stack, prompt.id)).toMatchObject({ state: 'open', decision: null });

    // The recall window of a later answer is the clock: when that one has been sent, the first would have been too.
    const later = await asking.ask('later', { ask: 'And when?' });
    const body = {
      digest: later.digest,
      idempotencyKey: 'the-later-one',
      feedback: {
        type: 'instruction',
        target: { messageId: 'later' },
        content: { text: 'Soon' },
      },
    };
    await stack.api(decisionsPath(later.id), { body });
    await stack.pass(15_000);
    expect(await asking.answer()).toMatchObject({ target: { messageId: 'later' } });
    // The agent has it a moment before the server records that.
    const decisionNow = async () => (await promptNow(stack, later.id)).decision;
    await expect.poll(async () => (await decisionNow())?.deliveredAt).toEqual(expect.any(Number));
    const { deliveredAt, releaseAt } = (await decisionNow()) ?? {};
    expect(deliveredAt).toBeGreaterThanOrEqual(releaseAt ?? Number.NaN);
    expect(await promptNow(stack, prompt.id)).toMatchObject({ state: 'open', decision: null });
    await asking.close();
  });

  test('an answer to a question revised within the recall window is not sent', async ({
    console: page,
    stack,
  }) => {
    const asking = await startAsking(stack);
    const prompt = await asking.ask('a', { ask: 'Which room?', payload: { rate: 80 } });
    await openAt(page, stack, prompt.id);
    const { panel, answer, send } = inbox(page);
    await answer('Approve').click();
    await send('Send approval').click();
    await expect(panel.getByText(/^Delivery starts in /)).toBeVisible();
    await asking.ask('a', { ask: 'Which room?', revision: 2, payload: { rate: 800 } });
    await expect(answer('Approve')).toBeVisible();
    await expect(panel.getByText('800').first()).toBeVisible();
    expect(await promptNow(stack, prompt.id)).toMatchObject({ state: 'open', decision: null });
    expect(asking.agent.feedback).toEqual([]);
    await asking.close();
  });
});

test.describe('with a long recall window', () => {
  test.use({ stackOptions: { crew: false, recallMs: 60_000 } });

  test('the recall window continues after a restart of the server, and the answer can still be recalled', async ({
    console: page,
    stack,
  }) => {
    const asking = await startAsking(stack);
    const prompt = await asking.ask('a', { ask: 'Which room?' });
    await openAt(page, stack, prompt.id);
    const { panel, answer, send } = inbox(page);
    await answer('Instruct').click();
    await panel.getByLabel('Instruction').fill('The blue one.');
    await send('Send instruction').click();
    await expect(panel.getByText(/^Delivery starts in /)).toBeVisible();
    await stack.killServer('SIGKILL');
    await expect(page.getByText(/^Offline for/).first()).toBeVisible();
    await stack.startServer();
    await expect(page.getByText('Connection: Live')).toBeVisible();
    await panel.getByRole('button', { name: 'Recall' }).click();
    await expect(panel.getByLabel('Instruction')).toHaveValue('The blue one.');
    expect(asking.agent.feedback).toEqual([]);
    await asking.close();
  });
});

test.describe('with a short recall window', () => {
  test.use({ stackOptions: { crew: false, recallMs: 60_000 } });

  test('an answer whose recall window ends while the server is down is sent after the restart, once', async ({
    console: page,
    stack,
  }) => {
    const asking = await startAsking(stack);
    const prompt = await asking.ask('a', { ask: 'Which room?' });
    await openAt(page, stack, prompt.id);
    const { answer, send, panel, expectDelivered } = inbox(page);
    await answer('Approve').click();
    await send('Send approval').click();
    await expect(panel.getByText('Answered by you')).toBeVisible();
    const { decision } = await promptNow(stack, prompt.id);
    await stack.killServer('SIGKILL');
    await stack.pass(60_000);
    expect(stack.now()).toBeGreaterThan(decision?.releaseAt ?? Number.NaN);
    expect(asking.agent.feedback).toEqual([]);
    await stack.startServer();
    await expectDelivered();
    expect(await asking.answer()).toMatchObject({ type: 'approve' });
    await stack.killServer('SIGKILL');
    await stack.startServer();
    await expectDelivered();
    expect(asking.agent.feedback).toHaveLength(1);
    await asking.close();
  });
});

test('an answer that was recorded but not accepted is sent again after a crash, with the same key', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  asking.agent.says = 503;
  const prompt = await asking.ask('a', { ask: 'Which room?' });
  await openAt(page, stack, prompt.id);
  const { answer, send, panel, expectDelivered } = inbox(page);
  await answer('Approve').click();
  await send('Send approval').click();
  await expect(panel.getByText('Answered by you')).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: /delivered.*done/ })).toHaveCount(0);
  const { decision } = await promptNow(stack, prompt.id);
  await stack.killServer('SIGKILL');
  asking.agent.says = 200;
  await stack.startServer();
  await expectDelivered();
  expect(await asking.answer()).toMatchObject({ type: 'approve' });
  expect(asking.agent.feedback[0]?.idempotencyKey).toBe(decision?.id);
  await asking.close();
});

test.describe('with an escalation', () => {
  test.use({
    stackOptions: {
      crew: false,
      policy: {
        steps: [
          { to: 'group', group: 'ops', afterMs: 60_000 },
          { to: 'default', afterMs: 600_000 },
        ],
      },
    },
  });

  test('a prompt that nobody takes is assigned to a group, under the policy it was opened with', async ({
    browser,
    console: page,
    stack,
  }) => {
    const asking = await startAsking(stack);
    const prompt = await asking.ask('a', offer('a'));
    const version = prompt.escalation?.policyVersion;
    await changePolicy(stack, { steps: [] });
    await openAt(page, stack, prompt.id);
    await stack.pass(60_000);
    const { panel, row } = inbox(page);
    await expect(panel.getByText('Escalated to group ops.')).toBeVisible();
    await expect(panel.getByText(/If nobody claims it by .*, the default is sent\./)).toBeVisible();
    await expect(row(/room a/)).toContainText('Escalated to ops');
    const { escalation } = await promptNow(stack, prompt.id);
    expect(escalation).toMatchObject({ policyVersion: version, level: 1, group: 'ops' });
    expect(escalation?.steps).toHaveLength(2);

    const people = [
      { person: { id: 'olga', name: 'Olga Petrova', groups: ['ops'] }, sees: 1 },
      { person: { id: 'jonas', name: 'Jonas Weber' }, sees: 0 },
    ];
    for (const { person, sees } of people) {
      const seat = await desk(browser, stack, person);
      await seat.page.goto(`${stack.url}/inbox?turn=mine`);
      await expect(seat.page.getByText('Connection: Live')).toBeVisible();
      await expect(inbox(seat.page).row(/room a/)).toHaveCount(sees);
      await seat.context.close();
    }
    // A claim pauses the escalation.
    await inbox(page).answer('Approve').click();
    await expect(panel.getByText('Claimed, so its escalation is paused.')).toBeVisible();
    await asking.close();
  });
});

test.describe('with an escalation to the default', () => {
  test.use({
    stackOptions: { crew: false, policy: { steps: [{ to: 'default', afterMs: 60_000 }] } },
  });

  test('the last step sends the agent’s own default, and names the escalation', async ({
    console: page,
    stack,
  }) => {
    const asking = await startAsking(stack);
    await openQueue(page, stack);
    const prompt = await asking.ask('a', offer('a'));
    await stack.pass(60_000);
    expect(await asking.answer()).toEqual({ ...onSilence, target: { messageId: 'a' } });
    expect((await promptNow(stack, prompt.id)).decision?.by.kind).toBe('escalation');
    const { panel, row } = inbox(page);
    await expect(row(/room a/)).toContainText('default by escalation');
    await row(/room a/).click();
    await expect(
      panel.getByText('Nobody claimed it; the escalation policy sent the agent’s default'),
    ).toBeVisible();
    await asking.close();
  });
});
