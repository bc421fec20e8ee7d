import { expect, expectAccessible, test } from './fixtures.ts';
import {
  answerPlace,
  inbox,
  openPrompt,
  request,
  runStatus,
  startHiring,
} from './pages/console.ts';

test('a task is started, streamed, asks a question, is answered by form, and completed', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/tasks`);
  await page.getByRole('button', { name: 'Start a task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Start a task' });
  await dialog.getByLabel('Agent').selectOption({ label: 'Orchestrator' });
  await dialog.getByLabel('Message').fill(request);
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();

  // The stream shows the work as it happens, then the question in its place.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Senior React contractor');
  const stream = page.getByRole('region', { name: 'Stream' });
  await expect(stream.getByText('hands over the task').first()).toBeVisible();
  await expect(stream.getByText(/Where should the .* work\?/)).toBeVisible();
  await stream.getByRole('link', { name: 'Answer' }).click();

  // The form comes from the agent's schema; missing fields are shown before anything is sent.
  const { panel, answer, send, expectAcknowledged } = inbox(page);
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText(/Where should the .* work\?/);
  await expect(answer('Approve')).toBeDisabled();
  await answer('Fill in').click();
  await panel.getByLabel('City').fill('Leipzig');
  await send('Send answer').click();
  await expect(panel.getByText('1 field to correct')).toBeVisible();
  await panel.getByLabel('Remote share').selectOption({ index: 3 });
  await send('Send answer').click();
  await expectAcknowledged();
  await expectAccessible(page, 'answered prompt');

  // The agents continue with the answer: a ranked list, and a follow-up with its default.
  const { row } = inbox(page);
  await row(/Whom shall I invite/).click();
  await expect(panel.getByText('If nobody answers by')).toBeVisible();
  await expect(panel.getByText(/approved, “Nobody answered within/)).toBeVisible();
  await answer('Edit').click();
  const boxes = panel.getByRole('group', { name: /Invite/ }).getByRole('checkbox');
  const chosen = panel
    .getByRole('group', { name: /Invite/ })
    .getByRole('checkbox', { checked: true });
  await expect(chosen).toHaveCount(2);
  await boxes.nth(1).uncheck();
  await boxes.nth(2).check();
  await panel.getByLabel('Subject').fill('Would you build our Payments UI?');
  await send(/^Send \d edits/).click();
  await expectAcknowledged();

  await panel.getByRole('link', { name: /Senior React contractor/ }).click();
  await expect(stream.getByText(/have been invited as/)).toBeVisible();
  await expect(stream.getByRole('link', { name: /mailbox/ })).toBeVisible();
  const mails = await stack.mails();
  expect(mails).toHaveLength(2);
  expect(mails.map((mail) => mail.subject)).toEqual([
    'Would you build our Payments UI?',
    'Would you build our Payments UI?',
  ]);
  const taskId = new URL(page.url()).pathname.split('/')[2] ?? '';
  await runStatus(stack, taskId, 'finished');
});

test('a rejected shortlist sends no mail and ends the task', async ({ console: page, stack }) => {
  const taskId = await startHiring(stack);
  await answerPlace(stack, taskId);
  await openPrompt(stack, taskId, 'followup');
  await page.goto(`${stack.url}/inbox`);
  const { panel, row, answer, send, expectAcknowledged } = inbox(page);
  await row(/Whom shall I invite/).click();
  await answer('Reject').click();
  await panel.getByLabel('Reason').fill('The budget was withdrawn.');
  await send('Send rejection').click();
  await expectAcknowledged();
  await runStatus(stack, taskId, 'finished');
  expect(await stack.mails()).toEqual([]);
  await page.goto(`${stack.url}/tasks/${taskId}`);
  await expect(page.getByText('Nobody is invited (The budget was withdrawn.)')).toBeVisible();
  // One badge: the outcome of the work, not the status of the run.
  await expect(page.locator('.task-title .badge')).toHaveText('Cancelled');
});

test('the operator’s ranking decides who is invited', async ({ console: page, stack }) => {
  const taskId = await startHiring(stack);
  await answerPlace(stack, taskId);
  const { message } = await openPrompt(stack, taskId, 'followup');
  await page.goto(`${stack.url}/inbox`);
  const { panel, row, answer, send, expectAcknowledged } = inbox(page);
  await row(/Whom shall I invite/).click();
  await answer('Rank').click();
  const third = message.payload.candidates[2]?.name ?? '';
  await panel.getByRole('button', { name: `Move ${third} up` }).click();
  await panel.getByRole('button', { name: `Move ${third} up` }).click();
  await send('Send order').click();
  await expectAcknowledged();
  await runStatus(stack, taskId, 'finished');
  const [first, , promoted] = message.payload.candidates;
  const to = (await stack.mails()).flatMap((mail) => mail.to).sort();
  expect(to).toEqual([first?.email, promoted?.email].sort());
});

test('an instruction has the list made again before any mail is sent', async ({
  console: page,
  stack,
}) => {
  const taskId = await startHiring(stack);
  await answerPlace(stack, taskId);
  const before = await openPrompt(stack, taskId, 'followup');
  await page.goto(`${stack.url}/inbox`);
  const { panel, row, answer, send, expectAcknowledged } = inbox(page);
  await row(/Whom shall I invite/).click();
  await answer('Instruct').click();
  await panel.getByLabel('Instruction').fill('max 85 EUR');
  await send('Send instruction').click();
  await expectAcknowledged();
  await expect
    .poll(async () => (await openPrompt(stack, taskId, 'followup')).id, { timeout: 30_000 })
    .not.toBe(before.id);
  expect(await stack.mails()).toEqual([]);
});
