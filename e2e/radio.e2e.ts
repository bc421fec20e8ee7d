import { expect, expectAccessible, test } from './fixtures.ts';
import { inbox, openPrompt, prompts, runStatus } from './pages/console.ts';
import { alarm, planOf } from './pages/radio-plan.ts';
import { startTask, taskPage } from './pages/task-page.ts';

test('a radio network is mended: cause, plan, decision, change, figures', async ({
  console: page,
  stack,
}) => {
  const taskId = await startTask(stack, 'radio-master', alarm);
  const asked = await openPrompt(stack, taskId, 'blocking');
  const plan = planOf(asked);
  const { id } = asked;
  expect(plan.assignments.length).toBeGreaterThan(1);

  // Why is it asked: the lineage leads from the alarm over the cause to the plan.
  await page.goto(`${stack.url}/tasks/${taskId}?tab=lineage`);
  const graph = page.getByRole('application', { name: /Lineage graph/ });
  await expect(graph).toBeVisible();
  await graph.getByText('Change the identit').click();
  const details = page.getByRole('complementary', { name: 'Details of the node' });
  await expect(details.getByText('Why am I asked')).toBeVisible();
  await expect(details.getByRole('listitem').first()).toContainText('Downlink rate dropped');
  await expectAccessible(page, 'lineage');
  await details.getByRole('link', { name: 'Open the decision' }).click();

  const { panel, answer, send, expectAcknowledged } = inbox(page);
  await expect(page).toHaveURL(new RegExp(encodeURIComponent(id)));
  await expect(panel.getByText(plan.assignments[0]?.cell ?? '').first()).toBeVisible();
  await answer('Approve').click();
  await send('Send approval').click();
  await expectAcknowledged();
  await runStatus(stack, taskId, 'finished');

  const { stream, open } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByText(/No conflict is left/)).toBeVisible();
  await expect(stream.getByRole('img', { name: 'Mbit/s per user' })).toBeVisible();
  await expect(stream.getByRole('img', { name: 'Cells around NTO-0440-2' }).first()).toBeVisible();
  await expectAccessible(page, 'a finished radio task');
});

test('an edit of the plan that does not hold is asked about again', async ({ stack }) => {
  const taskId = await startTask(stack, 'radio-master', alarm);
  const first = await openPrompt(stack, taskId, 'blocking');
  const { assignments } = planOf(first);
  const value = {
    assignments: assignments.map((row, index) =>
      index === 0 ? { ...row, proposed: row.now } : row,
    ),
  };
  await stack.api(`/api/prompts/${encodeURIComponent(first.id)}/decisions`, {
    body: {
      digest: first.digest,
      idempotencyKey: 'an-edit-that-breaks',
      feedback: { type: 'edit', content: { value } },
    },
  });
  await expect
    .poll(async () => (await prompts(stack, taskId)).filter(({ state }) => state === 'open').length)
    .toBe(1);
  const again = await openPrompt(stack, taskId, 'blocking');
  expect(again.id).not.toBe(first.id);
  expect(JSON.stringify(again.message)).toContain('Your edit does not hold');
});
