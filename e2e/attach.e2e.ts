import { expect, test } from './fixtures.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { startTask, taskPage } from './pages/task-page.ts';
import { scriptedAgent } from './scripted-agent.ts';

test.use({ stackOptions: { crew: false } });

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('texts, files and results of other tasks are attached, looked at, and received by the agent', async ({
  console: page,
  stack,
}) => {
  const agent = await scriptedAgent(({ input, event, end }) => {
    const { threadId, runId } = input;
    event({ type: 'RUN_STARTED', threadId, runId });
    event({ type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' });
    event({ type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: 'Rain until noon.' });
    event({ type: 'BUSINESS_DATA_END', messageId: 'm', role: 'assistant' });
    event({ type: 'RUN_FINISHED', threadId, runId });
    end();
  });
  try {
    await stack.api('/api/agents', {
      body: { id: 'planner', name: 'Planner', protocol: 'hai', url: agent.url },
    });
    await startTask(stack, 'planner', 'How is the weather?');
    await expect.poll(() => agent.inputs.length).toBe(1);
    await page.goto(`${stack.url}/tasks`);
    await page.getByRole('button', { name: 'Start a task' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Message/).fill('Plan the day.');
    await dialog.getByLabel('Attach a file', { exact: true }).setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Bring a coat.') },
      { name: 'map.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') },
    ]);
    await dialog.getByText('map.png').click();
    await expect(dialog.getByRole('img', { name: 'map.png' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Attach a result' }).click();
    await dialog.getByLabel(/^Task whose/).selectOption({ label: 'How is the weather?' });
    await dialog.getByText('notes.txt').click();
    await expect(dialog.getByText('Bring a coat.')).toBeVisible();
    await expectAccessibleInBoth(page, 'attachments');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFitsPhone(page, 'attachments');
    await page.setViewportSize({ width: 1280, height: 720 });
    await dialog.getByRole('button', { name: /^Start/ }).click();
    await page.waitForURL(/\/tasks\/[0-9a-f-]+/);
    await expect.poll(() => agent.inputs.length).toBe(2);
    const input = agent.inputs[1];
    expect(input?.context?.slice(0, 2)).toEqual([
      { description: 'Attached: notes.txt', value: 'Bring a coat.' },
      { description: 'Attached: How is the weather?', value: 'Rain until noon.' },
    ]);
    expect(JSON.stringify(input?.messages)).toContain(png);
    await expect(
      taskPage(page, stack)
        .stream.getByText(/Attached: notes.txt/)
        .first(),
    ).toBeVisible();

    const box = page.getByLabel('Message to the agents');
    await box.fill('Go on.');
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    const message = page.getByRole('dialog', { name: 'Message with attachments to Planner' });
    await expect(message.getByLabel(/^Message/)).toHaveValue('Go on.');
    const more = { name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('And a hat.') };
    await message.getByLabel('Attach a file', { exact: true }).setInputFiles([more]);
    await expectAccessibleInBoth(page, 'a message with attachments');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFitsPhone(page, 'a message with attachments');
    await page.setViewportSize({ width: 1280, height: 720 });
    await message.getByRole('button', { name: 'Send' }).click();
    await expect(message).toBeHidden();
    await expect(box).toHaveValue('');
    await expect.poll(() => agent.inputs.length).toBe(3);
    expect(agent.inputs[2]?.context?.slice(2, 3)).toEqual([
      { description: 'Attached: more.txt', value: 'And a hat.' },
    ]);
  } finally {
    await agent.close();
  }
});

test('attachments go to a run while it is open, and wait for the next one with their message', async ({
  console: page,
  stack,
}) => {
  let finish = () => {};
  const agent = await scriptedAgent(async ({ input, event, end, closed }) => {
    const { threadId, runId } = input;
    event({ type: 'RUN_STARTED', threadId, runId });
    finish = () => {
      event({ type: 'RUN_FINISHED', threadId, runId });
      end();
    };
    await closed;
  });
  const box = page.getByLabel('Message to the agents');
  const message = page.getByRole('dialog', { name: /^Message with attachments/ });
  const attach = async (words: string, file: string) => {
    await box.fill(words);
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await message
      .getByLabel('Attach a file', { exact: true })
      .setInputFiles([{ name: file, mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }]);
    await expect(message.getByText(file)).toBeVisible();
    await message.getByRole('button', { name: 'Send' }).click();
    await expect(message).toBeHidden();
    await expect(box).toHaveValue('');
  };
  try {
    const feedback = { url: `${agent.url}/feedback` };
    const planner = { id: 'planner', name: 'Planner', protocol: 'hai', url: agent.url };
    await stack.api('/api/agents', { body: { ...planner, feedback } });
    await stack.api('/api/agents', { body: { ...planner, id: 'quiet', name: 'Quiet' } });

    const open = await startTask(stack, 'planner', 'Plan the day.');
    await taskPage(page, stack).open(open);
    await expect(page.getByText('to Planner while it runs')).toBeVisible();
    await attach('Look at this.', 'map.png');
    await expect.poll(() => agent.feedback.length).toBe(1);
    const { upFeedback } = agent.feedback[0]!.message;
    expect(upFeedback?.content).toMatchObject({
      text: 'Look at this.\n\nAttached: map.png',
      attached: { parts: [{ type: 'image', source: { value: png } }] },
    });
    await expect(
      taskPage(page, stack)
        .stream.getByText(/Attached: map.png/)
        .first(),
    ).toBeVisible();
    finish();

    const closed = await startTask(stack, 'quiet', 'Plan the week.');
    await expect.poll(() => agent.inputs.length).toBe(2);
    await taskPage(page, stack).open(closed);
    await expect(page.getByText('with the next run of Quiet')).toBeVisible();
    await attach('And at this.', 'plan.png');
    const queue = page.getByRole('list', { name: 'Waits for the next run' });
    await expect(queue.getByText(/Attached: plan.png/)).toBeVisible();
    await expectAccessibleInBoth(page, 'a waiting message with attachments');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFitsPhone(page, 'a waiting message with attachments');
    await page.setViewportSize({ width: 1280, height: 720 });
    finish();
    await expect.poll(() => agent.inputs.length).toBe(3);
    expect(JSON.stringify(agent.inputs[2]?.messages)).toContain(png);
    finish();
  } finally {
    await agent.close();
  }
});
