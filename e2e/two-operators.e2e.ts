import type { DecisionFact } from '@countersign/api/fact';
import type { Prompt } from '@countersign/api/prompt';
import { expect, test } from './fixtures.ts';
import { factsOf, journalOf } from './journal.ts';
import { inbox, openPrompt, runStatus } from './pages/console.ts';
import { desk } from './pages/desk.ts';
import { settleFocus } from './pages/keyboard.ts';
import { completeRequest, startTask } from './pages/task-page.ts';
import type { Stack } from './stack.ts';

const promptOf = (stack: Stack, id: string) =>
  stack.api<Prompt>(`/api/prompts/${encodeURIComponent(id)}`);

test('two answer at the same moment: one wins, the other sees who won and keeps the draft', async ({
  browser,
  stack,
}) => {
  const sara = await desk(browser, stack, { id: 'sara', name: 'Sara Okafor', role: 'operator' });
  const jonas = await desk(browser, stack, { id: 'jonas', name: 'Jonas Weber', role: 'operator' });
  const taskId = await startTask(stack, 'orchestrator', completeRequest);
  const { id } = await openPrompt(stack, taskId, 'followup');
  for (const { page } of [sara, jonas]) {
    await page.goto(`${stack.url}/inbox/${encodeURIComponent(id)}`);
    await expect(page.getByText('Connection: Live')).toBeVisible();
  }
  await inbox(sara.page).answer('Approve').click();
  await inbox(sara.page).panel.getByLabel('Note to the agent').fill('Both fit the budget.');
  await inbox(jonas.page).answer('Reject').click();
  await inbox(jonas.page).panel.getByLabel('Reason').fill('The budget was withdrawn.');
  // Sara began first and has claimed it; Jonas sees that, and answers despite the claim.
  await inbox(jonas.page).panel.getByRole('button', { name: 'Answer anyway' }).click();

  // Neither answer reaches the server before both are sent: the server decides who wins.
  const sent: (() => void)[] = [];
  for (const { page } of [sara, jonas]) {
    await page.route('**/decisions', async (route) => {
      await new Promise<void>((resolve) => {
        sent.push(resolve);
        if (sent.length === 2) for (const go of sent) go();
      });
      await route.continue();
    });
  }
  await inbox(sara.page).send('Send approval').click();
  await inbox(jonas.page).send('Send rejection').click();

  await expect.poll(async () => (await promptOf(stack, id)).state).toBe('answered');
  const { decision } = await promptOf(stack, id);
  const saraWon = decision?.by.id === 'sara';
  const [winner, loser] = saraWon ? [sara, jonas] : [jonas, sara];
  await expect(inbox(winner.page).panel.getByText('Answered by you')).toBeVisible();
  await inbox(winner.page).expectAcknowledged();

  const reported = inbox(loser.page).panel.getByRole('alert');
  await expect(reported).toContainText(`${winner.name} answered first`);
  await expect(reported).toContainText(
    saraWon ? 'approved, “Both fit the budget.”' : 'rejected, “The budget was withdrawn.”',
  );
  await expect(reported).toContainText('Yours was not sent.');
  const kept = saraWon ? 'The budget was withdrawn.' : 'Both fit the budget.';
  await loser.page.reload();
  await expect(reported).toContainText(`${winner.name} answered first`);
  await reported.getByRole('button', { name: 'Your draft' }).click();
  await expect(loser.page.getByRole('dialog', { name: 'Your draft' })).toContainText(kept);

  await runStatus(stack, taskId, 'finished');
  const decisions = factsOf<DecisionFact>(await journalOf(stack, taskId), 'countersign.decision');
  expect(decisions.filter(({ value }) => value.change === 'recorded')).toHaveLength(1);
  expect(await stack.mails()).toHaveLength(saraWon ? 2 : 0);
  await Promise.all([sara.context.close(), jonas.context.close()]);
});

test('an answer given elsewhere is shown at once, and the draft of the other operator is kept', async ({
  browser,
  console: page,
  stack,
}) => {
  const jonas = await desk(browser, stack, { id: 'jonas', name: 'Jonas Weber', role: 'operator' });
  const taskId = await startTask(stack, 'orchestrator', completeRequest);
  const { id, digest } = await openPrompt(stack, taskId, 'followup');
  await page.goto(`${stack.url}/inbox/${encodeURIComponent(id)}`);
  const { panel, answer } = inbox(page);
  await answer('Instruct').click();
  await panel.getByLabel('Instruction').fill('max 85 EUR');
  await stack.api(`/api/prompts/${encodeURIComponent(id)}/decisions`, {
    token: jonas.token,
    body: {
      digest,
      idempotencyKey: 'jonas-was-quicker',
      despiteClaim: true,
      feedback: { type: 'reject', content: { reason: 'Not this quarter.' } },
    },
  });
  await expect(panel.getByRole('alert')).toContainText('Jonas Weber answered first');
  await expect(panel.getByRole('alert')).toContainText('rejected, “Not this quarter.”');
  await panel.getByRole('button', { name: 'Your draft' }).click();
  await expect(page.getByRole('dialog', { name: 'Your draft' })).toContainText('max 85 EUR');
  await jonas.context.close();
});

test('a viewer reads everything and can decide nothing', async ({ browser, stack }) => {
  const vera = await desk(browser, stack, { id: 'vera', name: 'Vera Lind', role: 'viewer' });
  const taskId = await startTask(stack, 'orchestrator', completeRequest);
  const { id, digest } = await openPrompt(stack, taskId, 'followup');
  const { page } = vera;
  await page.goto(`${stack.url}/inbox/${encodeURIComponent(id)}`);
  const { panel, answer } = inbox(page);
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText(/Whom shall I invite/);
  await expect(panel.getByText('You can read this, not answer it.')).toBeVisible();
  await expect(panel.getByText('If nobody answers by')).toBeVisible();
  await expect(answer('Approve')).toHaveCount(0);
  await settleFocus(page);
  for (const key of ['a', 's', 'Control+Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await promptOf(stack, id)).claim).toBeNull();

  await page.goto(`${stack.url}/tasks/${taskId}`);
  await expect(page.getByText('Viewers can read, not send')).toBeVisible();
  const control = page.getByRole('group', { name: 'Control' });
  for (const name of ['Pause', 'Resume', 'Stop']) {
    await expect(control.getByRole('button', { name })).toHaveCount(0);
  }

  const refused = [
    {
      path: `/api/prompts/${encodeURIComponent(id)}/decisions`,
      body: { digest, idempotencyKey: 'vera-tries-it', feedback: { type: 'approve' } },
    },
    {
      path: `/api/tasks/${taskId}/control`,
      body: { action: 'stop', idempotencyKey: 'vera-tries-it' },
    },
    { path: `/api/tasks/${taskId}/messages`, body: { content: 'max 85 EUR' } },
    { path: '/api/tasks', body: { agentId: 'orchestrator', message: 'again' } },
  ];
  for (const { path, body } of refused) {
    const { status } = await stack.request(path, { body, token: vera.token });
    expect(status, path).toBe(403);
  }
  expect((await promptOf(stack, id)).state).toBe('open');
  expect((await promptOf(stack, id)).decision).toBeNull();
  await vera.context.close();
});
