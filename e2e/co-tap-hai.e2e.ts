import { readTape } from '@countersign/testkit/tape';
import { startTapeAgent } from '@countersign/testkit/tape-agent';
import { expect, expectAccessible, test } from './fixtures.ts';
import { startTask, taskPage } from './pages/task-page.ts';

test.use({ stackOptions: { crew: false } });

test('the demo server of HAI is shown whole, and no fault is found with it', async ({
  console: page,
  stack,
}) => {
  const agent = await startTapeAgent(readTape('co-tap-hai', 'task'));
  await stack.api('/api/agents', { body: { id: 'planner', name: 'Planner', url: agent.url } });
  const taskId = await startTask(stack, 'planner', 'Look at the alarm');
  const { stream, open } = taskPage(page, stack);
  await open(taskId);

  // One list of tools over two stretches of the message, progress in words, what they gave drawn.
  await expect(stream.getByText('Alarms are read')).toBeVisible();
  await expect(stream.getByText('Counters are read')).toBeVisible();
  await expect(stream.getByText('Tools | diagnosis')).toHaveCount(1);
  await expect(stream.getByRole('img', { name: 'Chart' })).toBeVisible();
  await expect(stream.getByRole('listitem').getByText('Throughput')).toBeVisible();
  // A section that goes on behind a call: both of its stretches have its title.
  await expect(stream.getByRole('button', { name: 'Diagnosis', exact: true })).toHaveCount(3);
  await expect(stream.getByText('no result came')).toHaveCount(2);
  await expect(page.getByText(/anomal(y|ies)/)).toHaveCount(0);
  await expectAccessible(page, 'the stream of the demo server');

  await page.goto(`${stack.url}/tasks/${taskId}?tab=state`);
  const tree = page.getByRole('tree');
  await expect(tree.getByText('workflowItems')).toBeVisible();
  await expect(page.getByText(/did not apply/)).toHaveCount(0);

  await page.goto(`${stack.url}/tasks/${taskId}?tab=flow`);
  for (const name of ['Plan the work', 'Use a tool: diagnosis', 'Use a tool: summary']) {
    await expect(page.getByText(name).first()).toBeVisible();
  }
  await expectAccessible(page, 'the flow of the demo server');

  await page.goto(`${stack.url}/tasks/${taskId}?tab=events`);
  const health = page.getByRole('list', { name: 'Health of the streams' });
  await expect(health).toContainText('no clock');
  await expect(health).toContainText('nothing rejected');
  await agent.close();
});
