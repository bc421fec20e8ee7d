import type { DecisionFact } from '@countersign/api/fact';
import type { Prompt } from '@countersign/api/prompt';
import { expect, signIn, test } from './fixtures.ts';
import { expectWhole, factsOf, journalOf } from './journal.ts';
import {
  answerPlace,
  inbox,
  openPrompt,
  prompts,
  request,
  runStatus,
  startHiring,
} from './pages/console.ts';
import { completeRequest, startTask, taskPage } from './pages/task-page.ts';
import type { Stack } from './stack.ts';

test.use({ fetchesAhead: true, stackOptions: { followupSeconds: 60 } });

type Followup = Awaited<ReturnType<typeof openPrompt>>;

/** The follow-up, in any state. */
async function followupOf(stack: Stack, taskId: string): Promise<Followup> {
  const find = async () => (await prompts(stack, taskId)).find(({ blocking }) => !blocking);
  await expect.poll(find, { message: 'a follow-up', intervals: [100] }).toBeDefined();
  const found = await find();
  if (!found) throw new Error('unreachable');
  return found;
}

/** The default was sent once and took effect once: two mails, to the first two of the ranking. */
async function expectDefaultApplied(stack: Stack, taskId: string, followup: Followup) {
  await runStatus(stack, taskId, 'finished');
  const decided = (await prompts(stack, taskId)).find(({ id }) => id === followup.id)?.decision;
  expect(decided?.by.kind).toBe('default');
  expect(decided?.feedback.type).toBe('approve');
  const journal = await journalOf(stack, taskId);
  const steps = factsOf<DecisionFact>(journal, 'countersign.decision').filter(
    ({ value }) => value.decision.promptId === followup.id,
  );
  const changes = steps.map(({ value }) => value.change);
  // An agent may acknowledge on its stream before it answers the delivery request: that covers both.
  expect(changes.filter((change) => change !== 'delivered')).toEqual(['recorded', 'acknowledged']);
  expect(changes.filter((change) => change === 'delivered').length).toBeLessThanOrEqual(1);
  expect(decided?.deliveredAt).toEqual(expect.any(Number));
  const [first, second] = followup.message.payload.candidates;
  const to = (await stack.mails()).flatMap((mail) => mail.to);
  expect(to.sort()).toEqual([first?.email, second?.email].sort());
  expectWhole(journal);
  return journal;
}

test('with no operator present, the server sends the default once, to the top two', async ({
  context,
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/tasks`);
  await page.getByRole('button', { name: 'Start a task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Start a task' });
  await dialog.getByLabel('Agent').selectOption({ label: 'Orchestrator' });
  await dialog.getByLabel('Message').fill(request);
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  const { stream } = taskPage(page, stack);
  await stream.getByRole('link', { name: 'Answer' }).click();
  const { panel, answer, send, expectAcknowledged } = inbox(page);
  await answer('Fill in').click();
  await panel.getByLabel('City').fill('Leipzig');
  await panel.getByLabel('Remote share').selectOption({ index: 3 });
  await send('Send answer').click();
  await expectAcknowledged();
  await page.close();

  const [task] = (await stack.api<{ items: { id: string }[] }>('/api/tasks')).items;
  const taskId = task?.id ?? '';
  const followup = await followupOf(stack, taskId);
  await stack.pass(60_000);
  await expectDefaultApplied(stack, taskId, followup);

  const later = await context.newPage();
  await later.goto(`${stack.url}/inbox/${encodeURIComponent(followup.id)}`);
  const after = inbox(later);
  await expect(
    after.panel.getByText('Nobody answered in time; the agent’s default was sent'),
  ).toBeVisible();
  await after.expectAcknowledged();
});

test('an open inbox sees the deadline pass and shows that the default was applied', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/inbox`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  const taskId = await startTask(stack, 'orchestrator', completeRequest);
  const { row } = inbox(page);
  const followup = await followupOf(stack, taskId);
  await expect(row(/Whom shall I invite/)).toBeVisible();
  await stack.pass(60_000);
  await expect(row(/Whom shall I invite/)).toContainText('default applied');
  await expectDefaultApplied(stack, taskId, followup);
});

test('the deadline passes while the server is down: after the restart the default is sent once', async ({
  context,
  page,
  stack,
}) => {
  const taskId = await startHiring(stack);
  await answerPlace(stack, taskId);
  const followup = await openPrompt(stack, taskId, 'followup');
  const { expiresAt } = await stack.api<Prompt>(`/api/prompts/${encodeURIComponent(followup.id)}`);
  await stack.killServer('SIGKILL');
  await stack.pass(60_000);
  expect(stack.now()).toBeGreaterThan(expiresAt ?? Number.NaN);
  expect(await stack.mails()).toEqual([]);
  await stack.startServer();
  const journal = await expectDefaultApplied(stack, taskId, followup);
  const recorded = factsOf<DecisionFact>(journal, 'countersign.decision').filter(
    ({ value }) => value.change === 'recorded' && value.decision.promptId === followup.id,
  );
  expect(recorded[0]?.receivedAt).toBeGreaterThan(expiresAt ?? Number.NaN);

  // Killed again afterwards, it sends nothing a second time.
  await stack.killServer('SIGKILL');
  await stack.startServer();
  await signIn(context, stack);
  await page.goto(`${stack.url}/tasks/${taskId}`);
  await expect(page.getByText('Default at deadline').first()).toBeVisible();
  expect(await stack.mails()).toHaveLength(2);
});
