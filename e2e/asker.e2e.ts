import { expect, expectAccessible, test } from './fixtures.ts';
import { inbox } from './pages/console.ts';

test.use({ stackOptions: { crew: false, env: { WARM_ASKER: 'yes' }, recallMs: 0 } });

test('a question without a task is answered like any other, and has no link to a task', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/inbox`);
  const { row, answer, panel, send, expectAcknowledged } = inbox(page);
  const question = row(/Friday in one note/);
  await expect(question).toContainText('Project memory');
  await expect(question).toContainText('Contradicting memories');
  await question.click();
  await expect(panel.getByRole('heading', { name: /Which holds/ })).toBeVisible();
  await expect(panel.getByText('Project memory', { exact: true })).toBeVisible();
  await expect(panel.getByText('Your answer is given to the asker')).toBeVisible();
  // It has sent everything: the missing end is not reported as a fault.
  await expect(panel.getByText(/The agent (gave|did not say)/)).toHaveCount(0);
  await expect(panel.getByRole('link', { name: 'Why am I asked' })).toHaveCount(0);
  await expect(panel.locator('a[href*="/tasks"], a[href*="/agents"]')).toHaveCount(0);
  await expectAccessible(page, 'a question without a task');

  await answer(/^Edit/).click();
  await panel.getByRole('combobox', { name: 'Deadline' }).selectOption('Monday');
  await panel.getByRole('button', { name: 'Exact bytes' }).click();
  const bytes = page.getByRole('dialog', { name: 'Exact bytes' });
  await bytes.getByText('What the agent receives', { exact: true }).first().click();
  await expect(bytes.getByText('Nothing is sent over the network')).toBeVisible();
  await page.keyboard.press('Escape');
  await send('Send 1 edit').click();
  await expectAcknowledged();
  await expect
    .poll(() => stack.serverOutput())
    .toMatch(/asker: \{"type":"edit".*"value":\{"deadline":"Monday"\}/);

  await stack.killServer('SIGKILL');
  await stack.startServer();
  await page.goto(`${stack.url}/inbox`);
  await expect(row(/Friday in one note/)).toHaveCount(0);
});
