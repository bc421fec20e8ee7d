import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { inbox, openPrompt, request, runStatus } from './pages/console.ts';
import { settleFocus, tabTo } from './pages/keyboard.ts';
import { taskPage } from './pages/task-page.ts';

const pressed = (answer: Locator, is: boolean) =>
  expect(answer).toHaveAttribute('aria-pressed', String(is));

test('the whole hiring scenario by keyboard only', async ({ console: page, stack }) => {
  const { keyboard } = page;
  await page.goto(`${stack.url}/inbox`);
  await expect(page.getByText('Connection: Live')).toBeVisible();

  // Starts the task from the palette.
  await keyboard.press('g');
  await keyboard.press('t');
  await expect(page.getByRole('heading', { name: 'Tasks', exact: true })).toBeVisible();
  await keyboard.press('Control+k');
  await expect(page.getByPlaceholder('A page, a task, a question, a command')).toBeFocused();
  await keyboard.type('start a');
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Start a task' });
  await expect(dialog.getByLabel('Agent')).toBeFocused();
  await keyboard.type('Orch');
  await expect(dialog.getByLabel('Agent')).toHaveValue('orchestrator');
  await tabTo(page, dialog.getByLabel('Message'));
  await keyboard.type(request);
  await keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Senior React contractor');
  const taskId = new URL(page.url()).pathname.split('/')[2] ?? '';
  await expect(taskPage(page, stack).stream.getByText(/Where should the .* work\?/)).toBeVisible();

  // From the inbox into the question, and its form is filled in.
  await keyboard.press('g');
  await keyboard.press('i');
  const { panel, row, answer, expectAcknowledged } = inbox(page);
  await expect(row(/Where should the .* work\?/)).toBeVisible();
  await keyboard.press('j');
  const heading = panel.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/Where should the .* work\?/);
  await expect(page.getByRole('listbox', { name: 'Questions' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(heading).toBeFocused();
  await settleFocus(page);
  await keyboard.press('e');
  await pressed(answer('Fill in'), true);
  const city = panel.getByRole('textbox', { name: /^City/ });
  await tabTo(page, city);
  await keyboard.type('Leipzig');
  await expect(city).toHaveValue('Leipzig');
  const share = panel.getByRole('combobox', { name: /^Remote share/ });
  await tabTo(page, share);
  for (let step = 0; step < 3; step += 1) await keyboard.press('ArrowDown');
  await expect(share).toHaveValue(/./);
  await keyboard.press('Control+Enter');
  await expectAcknowledged();
  // The form is closed; focus is on the heading.
  await expect(heading).toBeFocused();

  // The follow-up: back to the queue, show new questions, approve it.
  await openPrompt(stack, taskId, 'followup');
  await keyboard.press('Escape');
  const queue = page.getByRole('listbox', { name: 'Questions' });
  await expect(queue).toBeFocused();
  const offer = row(/Whom shall I invite/);
  await expect(offer).toBeVisible();
  await keyboard.press('j');
  await expect(heading).toHaveText(/Whom shall I invite/);
  // Up and down again: the selection moves both ways.
  await keyboard.press('k');
  await expect(heading).toHaveText(/Where should/);
  await keyboard.press('j');
  await expect(heading).toHaveText(/Whom shall I invite/);
  await expect(queue).toBeFocused();
  await keyboard.press('Enter');
  await expect(heading).toBeFocused();
  await settleFocus(page);
  await keyboard.press('a');
  await pressed(answer('Approve'), true);
  await keyboard.press('Control+Enter');
  await expectAcknowledged();

  await runStatus(stack, taskId, 'finished');
  expect(await stack.mails()).toHaveLength(2);
});

test('letters decide nothing in a text field, too early after a change of focus, or under a dialog', async ({
  console: page,
  stack,
}) => {
  const { keyboard } = page;
  const { taskId } = await stack.api<{ taskId: string }>('/api/tasks', {
    body: { agentId: 'orchestrator', message: request },
  });
  await openPrompt(stack, taskId, 'blocking');
  await page.clock.install();
  await page.goto(`${stack.url}/inbox`);
  const { panel, row, answer } = inbox(page);
  const heading = panel.getByRole('heading', { level: 1 });
  await expect(row(/Where should/)).toBeVisible();

  // The page's clock is stopped: however slow the machine, these letters arrive within the guard.
  await page.clock.pauseAt(Date.now() + 60_000);
  await keyboard.press('j');
  await expect(heading).toHaveText(/Where should/);
  await keyboard.press('Enter');
  await expect(heading).toBeFocused();
  await keyboard.press('r');
  await pressed(answer('Reject'), false);
  await page.clock.runFor(390);
  await keyboard.press('r');
  await pressed(answer('Reject'), false);
  await page.clock.runFor(1_000);
  await keyboard.press('r');
  await pressed(answer('Reject'), true);
  await page.clock.resume();

  // Letters in the reason are text.
  const reason = panel.getByLabel('Reason');
  await expect(reason).toBeFocused();
  await settleFocus(page);
  await keyboard.type('a jack ran in: e?');
  await expect(reason).toHaveValue('a jack ran in: e?');
  await pressed(answer('Reject'), true);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(heading).toHaveText(/Where should/);

  // The list of keys takes the letters while it is open, and returns focus.
  await keyboard.press('Escape');
  const queue = page.getByRole('listbox', { name: 'Questions' });
  await expect(queue).toBeFocused();
  await keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByText('Open the question')).toBeVisible();
  await settleFocus(page);
  await keyboard.press('c');
  await keyboard.press('g');
  await keyboard.press('t');
  expect(new URL(page.url()).pathname).toMatch(/^\/inbox\//);
  await keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(queue).toBeFocused();
  await pressed(answer('Comment'), false);
  await pressed(answer('Reject'), true);
  await keyboard.press('Control+k');
  await expect(page.getByPlaceholder('A page, a task, a question, a command')).toBeFocused();
  await keyboard.press('Escape');
  await expect(queue).toBeFocused();
  const prompts = await stack.api<{ items: { state: string }[] }>(`/api/prompts?task=${taskId}`);
  expect(prompts.items.map(({ state }) => state)).toEqual(['open']);
});
