import { expect, expectAccessible, test } from './fixtures.ts';
import { journalOf, ofAgents } from './journal.ts';
import { openPrompt, runStatus } from './pages/console.ts';
import { press } from './pages/keyboard.ts';
import { expectFitsPhone } from './pages/page-checks.ts';
import { alarm, planOf } from './pages/radio-plan.ts';
import { decisionsPath } from './pages/scripted-task.ts';
import { allRungs, completeRequest, startTask, taskPage } from './pages/task-page.ts';
import type { Stack } from './stack.ts';

async function startDeployment(stack: Stack): Promise<{ taskId: string; cells: string[] }> {
  const taskId = await startTask(stack, 'radio-master', alarm);
  const asked = await openPrompt(stack, taskId, 'blocking');
  const { id, digest } = asked;
  await stack.api(decisionsPath(id), {
    body: { digest, idempotencyKey: `yes-${id}`, feedback: { type: 'approve' } },
  });
  const { assignments } = planOf(asked);
  return { taskId, cells: assignments.map(({ cell }) => cell) };
}

// Slow enough to be stopped between two cells.
test.use({ stackOptions: { cellMs: 2_500 } });

/** The number of calls of a tool, according to the journal. */
const calls = async (stack: Stack, taskId: string, name: string) =>
  ofAgents(await journalOf(stack, taskId)).filter(
    ({ event }) => event.type === 'TOOL_CALL_START' && event.toolCallName === name,
  ).length;

test('a change of cells is paused between two of them and resumed, by keyboard', async ({
  console: page,
  stack,
}) => {
  const { taskId, cells } = await startDeployment(stack);
  const { open, stream, control, ladder } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByRole('button', { name: /set_pci/ }).first()).toBeVisible();
  await control.getByRole('button', { name: 'Pause' }).focus();
  await page.keyboard.press('Enter');
  await expect(ladder('pause').getByRole('listitem')).toHaveText(allRungs);
  await expect(page.getByText('Paused').first()).toBeVisible();
  await expectAccessible(page, 'a paused task');

  await press(page, control.getByRole('button', { name: 'Resume' }));
  await expect(ladder('resume').getByRole('listitem')).toHaveText(allRungs);
  await runStatus(stack, taskId, 'finished');
  expect(await calls(stack, taskId, 'set_pci')).toBe(cells.length);
  await expect(stream.getByText(/No conflict is left/)).toBeVisible();
});

test('a stop during the change reverts every changed cell, and later events are counted', async ({
  console: page,
  stack,
}) => {
  const { taskId } = await startDeployment(stack);
  const { open, stream, control, ladder } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByRole('button', { name: /set_pci/ }).nth(1)).toBeVisible();
  await control.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Stop task' }).click();
  await expect(ladder('stop').getByRole('listitem')).toHaveText(allRungs);
  await runStatus(stack, taskId, 'stopped');
  await expect(stream.getByRole('button', { name: /restore_pci/ }).first()).toBeVisible();
  await expect(stream.getByText(/old identity again/)).toBeVisible();
  await expect(stream.getByText(/^was stopped after/)).toBeVisible();
  await expect(page.getByText(/^\d+ events? since$/).first()).toBeVisible();
  for (const name of ['Pause', 'Resume', 'Stop']) {
    await expect(control.getByRole('button', { name })).toBeDisabled();
  }
});

test('an instruction reaches the radio crew while its question is open, and it asks a new one', async ({
  console: page,
  stack,
}) => {
  const taskId = await startTask(stack, 'radio-master', alarm);
  const first = await openPrompt(stack, taskId, 'blocking');
  const { cell = '' } = planOf(first).assignments[0] ?? {};
  const { open, stream } = taskPage(page, stack);
  await open(taskId);
  const box = page.getByLabel('Message to the agents');
  await expect(page.getByText('Radio Master while it runs')).toBeVisible();
  await box.fill(`Keep ${cell} as it is`);
  await page.keyboard.press('Control+Enter');
  await expect(stream.getByText(`Keep ${cell} as it is`, { exact: true }).first()).toBeVisible();
  await expect(stream.getByText(`Understood: ${cell} keeps its identity.`).first()).toBeVisible();
  await expect
    .poll(async () => (await openPrompt(stack, taskId, 'blocking')).id)
    .not.toBe(first.id);
  const again = await openPrompt(stack, taskId, 'blocking');
  const plan = planOf(again);
  expect(plan.assignments.map((row) => row.cell)).not.toContain(cell);
});

test.describe('the hiring crew at reading speed', () => {
  test.use({ stackOptions: { tokenDelayMs: 40 } });

  test('takes an instruction during its work', async ({ console: page, stack }) => {
    const taskId = await startTask(stack, 'orchestrator', completeRequest);
    const { open, stream } = taskPage(page, stack);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(taskId);
    await expect(stream.getByText(/A new request/).first()).toBeVisible();
    await page.getByLabel('Message to the agents').fill('At most 90 EUR per hour');
    await page.getByRole('button', { name: /^Send/ }).click();
    await expect(
      stream.getByText('At most 90 EUR per hour', { exact: true }).first(),
    ).toBeVisible();
    await openPrompt(stack, taskId, 'followup');
    await expect(stream.getByText(/Rank again: At most 90 EUR/).first()).toBeAttached();
    await expectFitsPhone(page, 'a running task');
  });
});
