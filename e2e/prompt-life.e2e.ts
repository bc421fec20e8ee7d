import { expect, test } from './fixtures.ts';
import { answersAt, promptNow, startAsking } from './pages/asking.ts';
import { inbox, runStatus } from './pages/console.ts';
import { type Desk, desk, openAt } from './pages/desk.ts';
import { expectAccessibleInBoth } from './pages/page-checks.ts';
import { ask, begin, finish, onlyPrompt, startScripted } from './pages/scripted-task.ts';
import { scriptedAgent } from './scripted-agent.ts';

test.use({ stackOptions: { crew: false } });

const messageId = 'msg_01XFDUDYJgAACzvnptvVoYEL';
const booking = {
  upPrompt: { ask: 'Shall I book this room?' },
  payload: { hotel: 'Elster', nights: 2 },
};

async function comment({ page }: Desk, words: string): Promise<void> {
  const { panel, answer, send } = inbox(page);
  await answer('Comment').click();
  await panel.getByLabel('Comment', { exact: true }).fill(words);
  await send('Add comment').click();
}

test('two people comment, both comments are shown to both, and one decides', async ({
  browser,
  stack,
}) => {
  const sara = await desk(browser, stack, { id: 'sara', name: 'Sara Okafor' });
  const jonas = await desk(browser, stack, { id: 'jonas', name: 'Jonas Weber' });
  const asking = await startAsking(stack);
  const prompt = await asking.ask(messageId, booking);
  for (const { page } of [sara, jonas]) await openAt(page, stack, prompt.id);
  const said = ({ page }: Desk) =>
    inbox(page).panel.getByRole('region', { name: 'Comments' }).getByRole('listitem');

  await comment(sara, 'The trip is two nights, not three.');
  await expect(said(jonas)).toContainText('The trip is two nights');
  await comment(jonas, 'Travel has agreed.');
  for (const each of [sara, jonas]) {
    await expect(said(each)).toHaveText([
      /Sara Okafor\s*\d\d:\d\d.*The trip is two nights, not three\./,
      /Jonas Weber\s*\d\d:\d\d.*Travel has agreed\./,
    ]);
    await each.page.reload();
    await expect(said(each)).toHaveCount(2);
  }
  await expectAccessibleInBoth(jonas.page, 'comments');
  expect((await promptNow(stack, prompt.id)).state).toBe('open');

  const { panel, answer, send, expectDelivered } = inbox(sara.page);
  await answer('Approve').click();
  await send('Send approval').click();
  await expectDelivered();
  await expect(inbox(jonas.page).panel.getByText('Answered by Sara Okafor')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Comments' })).toBeVisible();
  expect(answersAt(asking.agent).map(({ type }) => type)).toEqual([
    'comment',
    'comment',
    'approve',
  ]);
  await Promise.all([sara.context.close(), jonas.context.close(), asking.close()]);
});

test('a prompt of a removed agent is marked as such and dismissed with a reason', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask(messageId, booking);
  await openAt(page, stack, prompt.id);
  const { panel, answer } = inbox(page);
  await expect(answer('Approve')).toBeVisible();
  await stack.api('/api/agents/scripted', { method: 'DELETE' });
  await expect(panel.getByText('The agent is no longer registered.')).toBeVisible();
  await expect(answer('Approve')).toHaveCount(0);

  await panel.getByRole('button', { name: 'Dismiss', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Dismiss the question' });
  const dismiss = dialog.getByRole('button', { name: 'Dismiss', exact: true });
  await expect(dismiss).toBeDisabled();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  // What it is about is shown apart from the field.
  const [about, field] = await Promise.all([
    dialog.getByText(/^It is closed without an answer/).boundingBox(),
    dialog.locator('label').first().boundingBox(),
  ]);
  expect((field?.y ?? 0) - (about?.y ?? 0) - (about?.height ?? 0)).toBeGreaterThanOrEqual(8);
  await page.keyboard.type('The trip was called off.');
  await expectAccessibleInBoth(page, 'the dismissal');
  await dismiss.click();
  await expect(dialog).toBeHidden();
  await expect(panel).toContainText('dismissed it: The trip was called off.');
  expect(await promptNow(stack, prompt.id)).toMatchObject({ state: 'withdrawn', decision: null });
  await asking.close();
});

test('a follow-up stays open after its run has ended, and its default starts a new one', async ({
  console: page,
  stack,
}) => {
  const agent = await scriptedAgent((run, { inputs }) => {
    begin(run);
    if (inputs.length === 1) {
      const upPrompt = {
        ask: booking.upPrompt.ask,
        expiresAt: new Date(stack.now() + 60_000).toISOString(),
        defaultFeedback: { type: 'approve', content: { reason: 'As agreed.' } },
      };
      ask(run, { messageId, state: 'followup', payload: booking.payload, upPrompt });
    }
    finish(run);
  });
  const taskId = await startScripted(stack, agent);
  const { id } = await onlyPrompt(stack, taskId);
  await runStatus(stack, taskId, 'finished');
  expect((await promptNow(stack, id)).state).toBe('open');
  await openAt(page, stack, id);
  const { panel } = inbox(page);
  await expect(panel.getByText(/^If nobody answers by/)).toBeVisible();
  await stack.pass(60_000);
  await expect(panel.getByText('the agent’s default was sent')).toBeVisible();
  await expect.poll(() => agent.inputs.length, { message: 'a new run' }).toBe(2);
  expect(JSON.stringify(agent.inputs[1])).toContain('As agreed.');
  expect(agent.inputs[1]?.threadId).toBe(agent.inputs[0]?.threadId);
  await agent.close();
});
