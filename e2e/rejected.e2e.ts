import { expect, test } from './fixtures.ts';
import { inbox, runStatus } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { ask, begin, finish, onlyPrompt, signal, startScripted } from './pages/scripted-task.ts';
import { scriptedAgent } from './scripted-agent.ts';

test.use({ stackOptions: { crew: false, recallMs: 0 } });

test('a task whose question was rejected has the same grey badge in its head, in the list, on the wall and in the palette', async ({
  console: page,
  stack,
}) => {
  const end = signal();
  const agent = await scriptedAgent(async (run) => {
    begin(run);
    ask(run, { messageId: 'msg-9d5a4c7b-8a54-0f6f5e2a9b11', ask: 'Publish this notice?' });
    await end.given;
    run.event({
      type: 'CUSTOM',
      name: 'upformat.message',
      value: {
        messageId: 'msg-9d5a4c7b-8a54-0f6f5e2a9b12',
        threadId: run.input.threadId,
        timestamp: new Date().toISOString(),
        state: 'completed',
        agentId: 'scripted',
      },
    });
    finish(run);
  });
  const taskId = await startScripted(stack, agent);
  const { id } = await onlyPrompt(stack, taskId);
  await openAt(page, stack, id);
  const { answer, send } = inbox(page);
  await answer('Reject').click();
  await send('Send rejection').click();

  // The head follows the live thread, from the answer to the end, without another request.
  await page.goto(`${stack.url}/tasks/${taskId}`);
  const head = page.locator('.task-head .badge').first();
  await expect(head).toHaveText('Running');
  end.give();
  await runStatus(stack, taskId, 'finished');
  await expect(head).toHaveText('Rejected');
  await expect(head).toHaveAttribute('data-tone', 'idle');
  await expect(head).toHaveAttribute('title', /finished.*completed/i);

  await page.goto(`${stack.url}/tasks`);
  const row = page.getByRole('row').filter({ hasText: 'Do what the test wants' });
  const listed = row.locator('.badge').first();
  await expect(listed).toHaveText('Rejected');
  await expect(listed).toHaveAttribute('data-tone', 'idle');
  await expect(row.getByText('Finished')).toHaveCount(0);

  await page.goto(`${stack.url}/wall?pin=${taskId}`);
  const tile = page.getByRole('article', { name: 'Do what the test wants' });
  await expect(tile.getByText('Rejected', { exact: true })).toBeVisible();
  await expect(tile).toHaveClass(/is-off/);

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  await palette.getByRole('combobox').fill('test wants');
  await expect(palette.getByRole('group', { name: 'Tasks' }).locator('.badge')).toHaveText(
    'Rejected',
  );
  await agent.close();
});
