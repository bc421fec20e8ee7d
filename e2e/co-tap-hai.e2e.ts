import { readTape } from '@countersign/testkit/tape';
import { startTapeAgent } from '@countersign/testkit/tape-agent';
import { expect, expectAccessible, test } from './fixtures.ts';
import { promptsOf } from './pages/asking.ts';
import { startTask, taskPage } from './pages/task-page.ts';

test.use({ stackOptions: { crew: false } });

test('the demo server of HAI is shown completely, without anomalies', async ({
  console: page,
  stack,
}) => {
  const agent = await startTapeAgent(readTape('co-tap-hai', 'task'));
  await stack.api('/api/agents', { body: { id: 'planner', name: 'Planner', url: agent.url } });
  const taskId = await startTask(stack, 'planner', 'Look at the alarm');
  const { stream, open } = taskPage(page, stack);
  await open(taskId);

  // One list of tools across both parts of the message, with progress texts and rendered outputs.
  await expect(stream.getByText('Alarms are read')).toBeVisible();
  await expect(stream.getByText('Counters are read')).toBeVisible();
  await expect(stream.getByText('Tools | diagnosis')).toHaveCount(1);
  await expect(stream.getByRole('img', { name: 'Chart' })).toBeVisible();
  await expect(stream.getByRole('listitem').getByText('Throughput', { exact: true })).toBeVisible();
  // A section that continues after a tool call: both parts have its title.
  await expect(stream.getByRole('button', { name: 'Diagnosis', exact: true })).toHaveCount(3);
  await expect(stream.getByText('no result received')).toHaveCount(2);
  await expect(page.getByText(/anomal(y|ies)/)).toHaveCount(0);
  await expectAccessible(page, 'the stream of the demo server');

  await page.goto(`${stack.url}/tasks/${taskId}?tab=state`);
  const tree = page.getByRole('tree');
  await expect(tree.getByText('workflowItems')).toBeVisible();
  await expect(page.getByText(/did not apply/)).toHaveCount(0);
  await expect(page.getByText('Every operation applied.')).toBeVisible();
  await expect(tree.getByText('"done"')).toHaveCount(5);

  await page.goto(`${stack.url}/tasks/${taskId}?tab=flow`);
  for (const name of ['Plan the work', 'Use a tool: diagnosis', 'Use a tool: summary']) {
    await expect(page.getByText(name).first()).toBeVisible();
  }
  await expect(page.getByText('5 of 5 items done')).toBeVisible();
  await expect(
    page.getByRole('button', { name: /^no result received.*openToolSidePage/ }),
  ).toHaveCount(2);
  await expectAccessible(page, 'the flow of the demo server');

  await page.goto(`${stack.url}/tasks/${taskId}?tab=events`);
  const health = page.getByRole('list', { name: 'Health of the streams' });
  await expect(health).toContainText('no clock');
  await expect(health).toContainText('nothing rejected');
  await agent.close();
});

test('a button in the chat of the demo server is chosen, and its text starts the next run', async ({
  console: page,
  stack,
}) => {
  const tape = readTape('co-tap-hai', 'chat');
  const [answer] = tape.exchanges;
  const agent = await startTapeAgent({ ...tape, exchanges: [answer!, answer!] });
  await stack.api('/api/agents', { body: { id: 'chat', name: 'Chat', url: agent.url } });
  const taskId = await startTask(stack, 'chat', 'hello');
  const { stream, open } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByText('Element: 100011')).toBeVisible();
  await stream.getByRole('button', { name: /^Thought/ }).click();
  await expect(stream.getByText(/Right, the operator wants to know.*Done thinking/s)).toBeVisible();
  await expect(page.getByText(/anomal(y|ies)/)).toHaveCount(0);
  await expectAccessible(page, 'the chat of the demo server');
  const [begin] = await promptsOf(stack, taskId);
  await stream.getByRole('link', { name: /^Begin/ }).click();
  await expect(page).toHaveURL(new RegExp(`/inbox/${begin!.id}`));
  const feedback = { type: 'edit', content: { value: { choice: 'Begin' } } };
  const idempotencyKey = 'begin-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
  await stack.api(`/api/prompts/${begin!.id}/decisions`, {
    body: { feedback, digest: begin!.digest, idempotencyKey },
  });
  await open(taskId);
  await expect(stream.getByText('Element: 100011')).toHaveCount(2);
  expect(agent.requests[1]).toMatchObject({ threadId: taskId });
  const { messages } = agent.requests[1] as { messages: { role: string; content: string }[] };
  expect(messages.at(-1)).toMatchObject({ role: 'user', content: 'Begin' });
  await expect(page.locator('.task-figures')).toContainText(/Took .* in 2 runs/);
  await agent.close();
});
