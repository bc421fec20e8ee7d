import { expect, test } from './fixtures.ts';
import { runStatus } from './pages/console.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { begin, finish, startScripted } from './pages/scripted-task.ts';
import { taskPage } from './pages/task-page.ts';
import { scriptedAgent } from './scripted-agent.ts';

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const away = 'https://tracker.example/pixel.png?user=1';
const toolCallId = 'call_Yk3bZ7rTfXa0GhWYk3bZ7rTf';

/** A conversation with all roles, as an agent sends it again. */
const messages = [
  { id: 'lc_run--3f2b6c1e-0', role: 'system', content: 'Answer in one sentence.' },
  { id: 'lc_run--3f2b6c1e-1', role: 'developer', content: 'trace 17 of the build' },
  {
    id: 'lc_run--3f2b6c1e-2',
    role: 'user',
    content: [
      { type: 'text', text: 'What is on these?' },
      { type: 'image', source: { type: 'data', value: dot, mimeType: 'image/png' } },
      { type: 'image', source: { type: 'url', value: away, mimeType: 'image/png' } },
      {
        type: 'document',
        source: { type: 'data', value: 'JVBERi0=', mimeType: 'application/pdf' },
        metadata: { filename: 'offer.pdf' },
      },
    ],
  },
  { id: 'lc_run--3f2b6c1e-3', role: 'reasoning', content: 'Whiskers.' },
  { id: 'lc_run--3f2b6c1e-4', role: 'tool', toolCallId, content: '{"animal":"cat"}' },
  { id: 'lc_run--3f2b6c1e-5', role: 'assistant', content: 'A cat in oil.' },
];

test.use({ stackOptions: { crew: false } });

test('a snapshot of the conversation shows each message by its role, and loads nothing', async ({
  console: page,
  stack,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const agent = await scriptedAgent((run) => {
    begin(run);
    run.event({ type: 'MESSAGES_SNAPSHOT', messages });
    finish(run);
  });
  const taskId = await startScripted(stack, agent, { name: 'Painter', protocol: 'ag-ui' });
  await runStatus(stack, taskId, 'finished');
  const { open, stream } = taskPage(page, stack);
  await open(taskId);
  const row = (text: string) => stream.getByRole('listitem').filter({ hasText: text });
  await expect(row('Answer in one sentence.')).toContainText('System');
  await expect(row('What is on these?')).toContainText('Useras reported by Painter');
  await expect(row('A cat in oil.')).toContainText('Painter');
  await expect(row('Result without its call')).toContainText('cat');
  await expect(stream.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
    'href',
    away,
  );
  await expect(stream.getByText('trace 17')).toBeHidden();

  const developer = stream.getByRole('button', { name: /^Developer/ });
  await developer.focus();
  await page.keyboard.press('Enter');
  await expect(stream.getByText('trace 17 of the build')).toBeVisible();
  await expectAccessibleInBoth(page, 'roles');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page, 'roles');
  expect(asked.filter((url) => url.includes('tracker.example'))).toEqual([]);

  // The next run receives all messages, as the agent sent them.
  await stack.api(`/api/tasks/${taskId}/messages`, { body: { content: 'And here?' } });
  await expect.poll(() => agent.inputs.length).toBe(2);
  const reported = agent.inputs[1]?.messages ?? [];
  expect(reported.slice(0, -1)).toEqual(messages);
  expect(reported.at(-1)).toMatchObject({ role: 'user', content: 'And here?' });
  await agent.close();
});
