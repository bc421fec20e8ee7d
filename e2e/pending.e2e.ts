import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { answersAt, promptNow, promptsOf, startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { settleFocus } from './pages/keyboard.ts';
import { begin, decisionsPath, finish, startScripted } from './pages/scripted-task.ts';
import { startTask, taskPage } from './pages/task-page.ts';
import { scriptedAgent } from './scripted-agent.ts';
import type { Stack } from './stack.ts';

test.use({ fetchesAhead: true, stackOptions: { crew: false } });

const approve = async (stack: Stack, { id, digest }: { id: string; digest: string }) =>
  stack.request(decisionsPath(id), {
    body: {
      digest,
      idempotencyKey: `approve-${id}`,
      feedback: { type: 'approve', target: { messageId: 'one' } },
    },
  });

async function openQueue(page: Page, stack: Stack): Promise<void> {
  await page.goto(`${stack.url}/inbox`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
}

test('open questions are stored on the server: they survive reloads, other tabs and a restart', async ({
  console: page,
  context,
  stack,
}) => {
  const asking = await startAsking(stack);
  const one = await asking.ask('one', { ask: 'Which room?', payload: { room: 1 } });
  const two = await asking.ask('two', { ask: 'Which night?', payload: { night: 1 } });
  await openQueue(page, stack);
  const { row, answer, panel } = inbox(page);
  for (const _ of ['as it is', 'reloaded']) {
    await expect(row(/Which room/)).toBeVisible();
    await expect(row(/Which night/)).toBeVisible();
    await page.reload();
    await expect(page.getByText('Connection: Live')).toBeVisible();
  }
  await stack.killServer('SIGKILL');
  await expect(page.getByText(/^Offline for/).first()).toBeVisible();
  await stack.startServer();
  await expect(page.getByText('Connection: Live')).toBeVisible();
  expect((await promptsOf(stack, asking.taskId)).map(({ id, state }) => [id, state])).toEqual(
    expect.arrayContaining([
      [one.id, 'open'],
      [two.id, 'open'],
    ]),
  );
  await row(/Which room/).click();
  await expect(answer('Approve')).toBeEnabled();

  // Answered in another tab, it is closed in this one, and has no buttons any more.
  const other = await context.newPage();
  await openAt(other, stack, one.id);
  await inbox(other).answer('Approve').click();
  await inbox(other).send('Send approval').click();
  await inbox(other).expectDelivered();
  await expect(panel.getByText('Answered by you')).toBeVisible();
  await expect(answer('Approve')).toHaveCount(0);
  await asking.close();
});

test('questions of different tasks are kept apart, and each answer reaches its own task', async ({
  console: page,
  stack,
}) => {
  const first = await startAsking(stack);
  const second = await startAsking(stack, { id: 'other', name: 'Other agent' });
  // The same id and the same text in both.
  const question = { ask: 'Go on?', payload: { step: 1 } };
  const here = await first.ask('ask', question);
  const there = await second.ask('ask', question);
  expect(here.id).not.toBe(there.id);
  const { open, stream } = taskPage(page, stack);
  await open(second.taskId);
  await expect(stream.getByText('Go on?')).toHaveCount(1);
  await openAt(page, stack, there.id);
  await inbox(page).answer('Reject').click();
  await inbox(page).send('Send rejection').click();
  await inbox(page).expectDelivered();
  expect(await second.answer()).toMatchObject({ type: 'reject' });
  expect(first.agent.feedback).toEqual([]);
  expect(await promptNow(stack, here.id)).toMatchObject({ state: 'open', decision: null });
  await Promise.all([first.close(), second.close()]);
});

test('several questions in a row in one conversation: each is shown, each can be answered', async ({
  console: page,
  stack,
}) => {
  // An AG-UI agent that asks again after each answer, three times.
  const agent = await scriptedAgent((run, { inputs }) => {
    begin(run);
    const { threadId, runId } = run.input;
    const round = inputs.length;
    if (round > 3) {
      finish(run);
      return;
    }
    const responseSchema = {
      type: 'object',
      properties: { approved: { type: 'boolean' } },
      required: ['approved'],
    };
    const message = `Question ${round}?`;
    const interrupts = [{ id: `i${round}`, reason: 'confirmation', message, responseSchema }];
    const outcome = { type: 'interrupt', interrupts };
    run.event({ type: 'RUN_FINISHED', threadId, runId, outcome });
    run.end();
  });
  const taskId = await startScripted(stack, agent, { protocol: 'ag-ui' });
  await openQueue(page, stack);
  const { panel, row, answer, send } = inbox(page);
  for (const round of [1, 2, 3]) {
    // The row may be behind the button for new questions; it appears by itself once nothing is under the pointer.
    const pill = page.getByRole('button', { name: /new/ });
    await expect(async () => {
      if (await pill.isVisible()) await pill.click({ timeout: 500 });
      await row(`Question ${round}?`).click({ timeout: 1_000 });
    }).toPass();
    await expect(panel.getByRole('heading', { level: 1 })).toHaveText(`Question ${round}?`);
    // A message to the task would start a new run while the question is open: it is refused.
    const said = { body: { content: 'Start over' } };
    expect((await stack.request(`/api/tasks/${taskId}/messages`, said)).status).toBe(409);
    await answer('Approve').click();
    await send('Send approval').click();
    await expect.poll(() => agent.inputs.length, { timeout: 30_000 }).toBe(round + 1);
    expect(agent.inputs.at(-1)?.resume).toMatchObject([{ interruptId: `i${round}` }]);
  }
  await agent.close();
});

test('a double click sends once', async ({ console: page, stack }) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('one', { ask: 'Which room?', payload: { room: 1 } });
  await openAt(page, stack, prompt.id);
  const { answer, send, expectDelivered } = inbox(page);
  await answer('Instruct').click();
  await inbox(page).panel.getByLabel('Instruction').fill('The blue one.');
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/decisions')) posts += 1;
  });
  await send('Send instruction').dblclick();
  await page.keyboard.press('Control+Enter');
  await expectDelivered();
  await page.keyboard.press('Control+Enter');
  expect(await asking.answer()).toMatchObject({ content: { text: 'The blue one.' } });
  expect(posts).toBe(1);
  await asking.close();
});

test('an answer given without a network is sent once when there is one', async ({
  console: page,
  context,
  stack,
}) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('one', { ask: 'Which room?', payload: { room: 1 } });
  await openAt(page, stack, prompt.id);
  const { answer, send, panel, expectDelivered } = inbox(page);
  await answer('Approve').click();
  await context.setOffline(true);
  await send('Send approval').click();
  // Nothing is shown as done.
  await expect(panel.getByText('no connection, retried automatically')).toBeVisible();
  await expect(panel.getByText('Answered by you')).toHaveCount(0);
  expect((await promptNow(stack, prompt.id)).state).toBe('open');
  await context.setOffline(false);
  await expectDelivered();
  expect(await asking.answer()).toMatchObject({ type: 'approve' });
  await asking.close();
});

test('an answer given without a network is checked again before it is recorded', async ({
  console: page,
  context,
  stack,
}) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('one', { ask: 'Which room?', payload: { rate: 80 } });
  await openAt(page, stack, prompt.id);
  const { answer, send, panel } = inbox(page);
  await answer('Approve').click();
  // The first click into a window only activates it, and a click right after it belongs to it.
  await settleFocus(page);
  await context.setOffline(true);
  await send('Send approval').click();
  await expect(panel.getByText('no connection, retried automatically')).toBeVisible();
  await asking.ask('one', { ask: 'Which room?', revision: 2, payload: { rate: 800 } });
  await context.setOffline(false);
  const reported = panel.getByRole('alert');
  await expect(reported).toContainText('The agent changed this while you read it');
  await expect(reported).toContainText('Nothing was sent.');
  await expect(reported).toContainText('800');
  expect(await promptNow(stack, prompt.id)).toMatchObject({ state: 'open', decision: null });
  expect(answersAt(asking.agent)).toEqual([]);
  await asking.close();
});

test('a task that starts while a question is open does not change that question', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('one', { ask: 'Which room?', payload: { room: 1 } });
  await openAt(page, stack, prompt.id);
  await startTask(stack, 'scripted', 'Something else');
  await expect.poll(() => asking.agent.inputs.length).toBe(2);
  await expect(inbox(page).answer('Approve')).toBeVisible();
  expect((await approve(stack, prompt)).status).toBe(201);
  expect(await asking.answer()).toMatchObject({ target: { messageId: 'one' } });
  await asking.close();
});
