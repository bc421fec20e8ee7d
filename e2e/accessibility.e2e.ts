import { expect, expectAccessible, test } from './fixtures.ts';
import { answerPlace, inbox, openPrompt, runStatus, startHiring } from './pages/console.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { completeRequest, startTask, taskPage } from './pages/task-page.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`with the system set to ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('sign-in, empty screens and dialogs are accessible', async ({ console: page, stack }) => {
      const open = (path: string) => page.goto(`${stack.url}${path}`);
      // Themes differ only in colours.
      const rules = colorScheme === 'dark' ? 'colors' : 'all';
      await open('/sign-in');
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^$/);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Paste a token first')).toBeVisible();
      await expectAccessible(page, 'sign-in with a fault', rules);

      await open('/inbox');
      await expect(page.getByText('No agent is blocked')).toBeVisible();
      await expectAccessible(page, 'empty inbox', rules);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
      await expectAccessible(page, 'key sheet', rules);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await expect(page.getByPlaceholder('A page, a task, a question, a command')).toBeFocused();
      await expectAccessible(page, 'palette', rules);
      await page.keyboard.press('Escape');

      await open('/tasks');
      await expect(page.getByText('No tasks yet')).toBeVisible();
      await expectAccessible(page, 'no tasks', rules);
      await page.getByRole('button', { name: 'Start a task' }).first().click();
      await expect(page.getByRole('dialog', { name: 'Start a task' })).toBeVisible();
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await expect(page.getByText('Choose an agent first')).toBeVisible();
      await expectAccessible(page, 'start dialog with a fault', rules);

      await open('/agents');
      await expect(page.getByRole('heading', { name: 'Orchestrator' })).toBeVisible();
      await expectAccessible(page, 'agents', rules);
      await page.getByRole('button', { name: 'Add an agent' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Name is required')).toBeVisible();
      await expectAccessible(page, 'agent dialog with a fault', rules);

      await open('/no/such/page');
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
      await expectAccessible(page, 'no such page', rules);
    });
  });
}

test('a question and its composers are accessible in both themes', async ({
  console: page,
  stack,
}) => {
  const waiting = await startHiring(stack);
  const offering = await startTask(stack, 'orchestrator', completeRequest);
  await openPrompt(stack, waiting, 'blocking');
  await openPrompt(stack, offering, 'followup');
  await page.goto(`${stack.url}/inbox`);
  const { panel, row, answer } = inbox(page);
  await expect(row(/Whom shall I invite/)).toBeVisible();
  await expectAccessibleInBoth(page, 'inbox with both kinds');
  await row(/Where should/).click();
  await answer('Fill in').click();
  await expectAccessibleInBoth(page, 'fill in');
  await row(/Whom shall I invite/).click();
  await answer('Approve').click();
  await panel.getByRole('button', { name: 'Exact bytes' }).click();
  await expect(page.getByRole('dialog', { name: 'Exact bytes' })).toBeVisible();
  await expectAccessibleInBoth(page, 'exact bytes');
});

test('every composer of a follow-up is accessible in both themes', async ({
  console: page,
  stack,
}) => {
  const taskId = await startTask(stack, 'orchestrator', completeRequest);
  const { id } = await openPrompt(stack, taskId, 'followup');
  await page.goto(`${stack.url}/inbox/${encodeURIComponent(id)}`);
  const { panel, answer } = inbox(page);
  await expect(panel.getByText('If nobody answers by')).toBeVisible();
  for (const word of ['Approve', 'Reject', 'Edit', 'Rank', 'Comment', 'Instruct']) {
    await answer(word).click();
    await expect(answer(word)).toHaveAttribute('aria-pressed', 'true');
    await expectAccessibleInBoth(page, word);
  }
});

test('a task is accessible while it runs and at its end, in both themes', async ({
  console: page,
  stack,
}) => {
  const { stream, open } = taskPage(page, stack);
  const taskId = await startHiring(stack);
  await open(taskId);
  await expect(stream.getByText(/Where should/)).toBeVisible();
  await expectAccessibleInBoth(page, 'task while it waits');
  await page.goto(`${stack.url}/tasks`);
  await expect(page.getByRole('link', { name: /Senior React contractor/ })).toBeVisible();
  await expectAccessibleInBoth(page, 'tasks');
  await answerPlace(stack, taskId);
  const prompt = await openPrompt(stack, taskId, 'followup');
  await stack.api(`/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    body: {
      digest: prompt.digest,
      idempotencyKey: `approve-${taskId}`,
      feedback: { type: 'approve' },
    },
  });
  await runStatus(stack, taskId, 'finished');
  await open(taskId);
  await expect(stream.getByText(/have been invited as/)).toBeVisible();
  await expectAccessibleInBoth(page, 'task at its end');
  for (const tab of ['State', 'Decisions']) {
    await page.getByRole('navigation', { name: 'Views of this task' }).getByText(tab).click();
    await expectAccessibleInBoth(page, `task, ${tab}`);
  }
});

test('inbox, question and task fit a phone screen', async ({ console: page, stack }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const waiting = await startHiring(stack);
  const offering = await startTask(stack, 'orchestrator', completeRequest);
  await openPrompt(stack, waiting, 'blocking');
  await openPrompt(stack, offering, 'followup');
  await page.goto(`${stack.url}/inbox`);
  const { panel, row, answer } = inbox(page);
  await expect(row(/Whom shall I invite/)).toBeVisible();
  await expectFitsPhone(page, 'inbox');
  await expectAccessibleInBoth(page, 'inbox on a phone');
  await row(/Where should/).click();
  await answer('Fill in').click();
  await expectFitsPhone(page, 'form');
  await expectAccessibleInBoth(page, 'form on a phone');
  await panel.getByRole('button', { name: 'Back to the queue' }).click();
  await row(/Whom shall I invite/).click();
  await answer('Rank').click();
  await expectFitsPhone(page, 'ranking');
  await expectAccessibleInBoth(page, 'ranking on a phone');
  const { stream, open } = taskPage(page, stack);
  await open(offering);
  await expect(stream.getByText(/Whom shall I invite/)).toBeVisible();
  await expectFitsPhone(page, 'task');
  await expectAccessibleInBoth(page, 'task on a phone');
  await page.goto(`${stack.url}/tasks`);
  await expect(page.getByRole('link', { name: /Senior React contractor/ }).first()).toBeVisible();
  await expectFitsPhone(page, 'tasks');
});
