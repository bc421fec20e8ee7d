import { expect, test } from './fixtures.ts';
import { inbox, openPrompt, prompts, runStatus } from './pages/console.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { alarm, planOf } from './pages/radio-plan.ts';
import { startTask, taskPage } from './pages/task-page.ts';

test('a radio network is repaired: cause, plan, decision, change, figures', async ({
  console: page,
  stack,
}) => {
  const taskId = await startTask(stack, 'radio-master', alarm);
  const asked = await openPrompt(stack, taskId, 'blocking');
  const plan = planOf(asked);
  const { id } = asked;
  expect(plan.assignments.length).toBeGreaterThan(1);

  // Why it was asked: the lineage leads from the alarm through the cause to the plan.
  await page.goto(`${stack.url}/tasks/${taskId}?tab=lineage`);
  const graph = page.getByRole('application', { name: /Lineage graph/ });
  await expect(graph).toBeVisible();
  await graph.getByText('Change the identit').click();
  const details = page.getByRole('complementary', { name: 'Details of the node' });
  await expect(details.getByText('Why am I asked')).toBeVisible();
  await expect(details.getByRole('listitem').first()).toContainText('Downlink rate dropped');
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
});

test('a second run of the same fault says that it was repaired before, with the memory and who approved it', async ({
  console: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const first = await startTask(stack, 'radio-master', alarm);
  const asked = await openPrompt(stack, first, 'blocking');
  await stack.api(`/api/prompts/${encodeURIComponent(asked.id)}/decisions`, {
    body: { digest: asked.digest, idempotencyKey: 'first-plan', feedback: { type: 'approve' } },
  });
  await runStatus(stack, first, 'finished');

  // A person lets all of the crew have what it has learnt.
  const learnt = () => stack.api<{ total: number }>('/api/knowledge/memories?tag=ran');
  await expect.poll(async () => (await learnt()).total, { timeout: 60_000 }).toBe(1);
  await page.goto(`${stack.url}/knowledge/memories?tag=ran`);
  await page.getByRole('link', { name: /NTO-0440-2/ }).click();
  const memory = page.getByRole('region', { name: 'Memory' });
  await memory.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move to the group' }).click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(memory.getByText('Given to all agents of this server')).toBeVisible();
  const path = new URL(page.url()).pathname;

  const second = await startTask(stack, 'radio-master', alarm);
  const { id } = await openPrompt(stack, second, 'blocking');
  await page.goto(`${stack.url}/inbox/${encodeURIComponent(id)}`);
  const reason = inbox(page).panel.getByRole('listitem').filter({ hasText: 'Seen before' });
  await expect(reason).toContainText('(memory, approved by Administrator)');
  await expectAccessibleInBoth(page, 'a plan with a memory as a reason');
  await page.setViewportSize({ width: 390, height: 844 });
  await reason.scrollIntoViewIfNeeded();
  await expectFitsPhone(page, 'a plan with a memory as a reason');
  const opened = page.context().waitForEvent('page');
  await reason.getByRole('link', { name: 'memory' }).click();
  await expect(await opened).toHaveURL(`${stack.url}${path}`);
  const linked = (await opened).getByRole('region', { name: 'Memory' });
  await expect(linked).toContainText('NTO-0440-2');
  await expect(linked).toContainText(/Approved by\s*Administrator/);

  // In the stream too, where the cause is explained.
  await page.setViewportSize({ width: 1280, height: 800 });
  const { stream, open } = taskPage(page, stack);
  await open(second);
  const cell = stream.getByRole('cell').filter({ hasText: 'Seen before' });
  await expect(cell.getByRole('link', { name: 'memory' })).toHaveAttribute('href', path);
  await page.goto(`${stack.url}/knowledge/given?task=${second}`);
  const given = page.getByRole('list', { name: 'Runs' });
  await expect(given.getByText('Approved by: Administrator').first()).toBeVisible();
});

test('an edit of the plan that the agent cannot accept leads to a new question', async ({
  stack,
}) => {
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
  expect(JSON.stringify(again.message)).toContain('Your edit is not valid');
});

test('an edit is checked by the agent before it is sent, and its map is redrawn', async ({
  console: page,
  stack,
}) => {
  const taskId = await startTask(stack, 'radio-master', alarm);
  const asked = await openPrompt(stack, taskId, 'blocking');
  const [first] = planOf(asked).assignments;
  if (first === undefined) throw new Error('The plan has no rows');
  const { panel, answer, send, expectAcknowledged } = inbox(page);
  await page.goto(`${stack.url}/inbox/${encodeURIComponent(asked.id)}`);
  const beside = panel.getByRole('region', { name: 'Beside the proposal' });
  const map = beside.getByRole('img', { name: /Around NTO-\d+-\d with this plan/ });
  const conflicts = map.locator('.graph-edge');
  await expect(map).toBeVisible();
  await expect(conflicts).toHaveCount(0);

  await answer('Edit').click();
  const cell = panel.getByLabel('Proposed 1', { exact: true });
  const check = panel.getByRole('region', { name: 'Checked by the agent' });
  await cell.fill(String(first.now));
  await expect(check.getByText(/Radio Master would not accept this/)).toBeVisible();
  await expect(check.getByText(new RegExp(`${first.cell} would`)).first()).toBeVisible();
  // Also at the row, and on the map.
  await expect(cell).toHaveAccessibleDescription(/The agent: .* would/);
  await expect(conflicts).not.toHaveCount(0);
  await expect(beside.getByRole('heading', { name: 'With your changes' })).toBeVisible();
  await expect(send('Send')).toBeDisabled();
  await expectAccessibleInBoth(page, 'an edit that the agent would not take');
  for (const width of [390, 720, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await map.scrollIntoViewIfNeeded();
    const plan = await panel.getByRole('region', { name: 'Assignments' }).boundingBox();
    const drawn = await map.boundingBox();
    if (plan === null || drawn === null) throw new Error('Nothing is drawn');
    // Next to the plan if there is room, else below it.
    if (width === 1440) expect(drawn.x).toBeGreaterThanOrEqual(plan.x + plan.width);
    else expect(drawn.y).toBeGreaterThanOrEqual(plan.y + plan.height);
    expect(drawn.x + drawn.width).toBeLessThanOrEqual(width);
  }
  await check
    .getByRole('button', { name: new RegExp(`${first.cell} would`) })
    .first()
    .click();
  await expect(cell).toBeFocused();

  // Another identity with the same remainder keeps modulo 3 within its site.
  await cell.fill(String(first.proposed + 300));
  await expect(check.getByText('Radio Master found no problem.')).toBeVisible();
  await expect(conflicts).toHaveCount(0);
  await panel.getByRole('button', { name: 'Reset' }).click();
  await expect(check).toBeHidden();
  await expect(beside.getByRole('heading', { name: 'Beside the proposal' })).toBeVisible();
  await cell.fill(String(first.proposed + 300));
  await send('Send').click();
  await expectAcknowledged();
  await runStatus(stack, taskId, 'finished');
  expect(await prompts(stack, taskId)).toHaveLength(1);
});
