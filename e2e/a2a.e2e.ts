import {
  type A2aAgent,
  a2aIds,
  agentMessage,
  artifactUpdate,
  startA2aAgent,
  statusUpdate,
  taskIn,
} from '@countersign/testkit/a2a-agent';
import { expect, test } from './fixtures.ts';
import { promptsOf } from './pages/asking.ts';
import { chineseScreens } from './pages/chinese-screens.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { startTask, taskPage } from './pages/task-page.ts';

test.use({ stackOptions: { crew: false } });
test.describe.configure({ timeout: 240_000 });

const question = 'b0fb257b-9fbc-4236-972b-2e727e36004f';

async function withAgent(play: (agent: A2aAgent) => Promise<void>): Promise<void> {
  const agent = await startA2aAgent();
  try {
    await play(agent);
  } finally {
    await agent.close();
  }
}

test('an A2A agent is added, asks, is answered in the inbox, and finishes', ({
  console: page,
  stack,
  browser,
}) =>
  withAgent(async (agent) => {
    const described = JSON.parse(agent.card);
    const away = { url: 'https://elsewhere.example/a2a', protocolVersion: '1.0' };
    described.supportedInterfaces.push({ ...away, protocolBinding: 'JSONRPC' });
    agent.card = JSON.stringify(described);
    await page.goto(`${stack.url}/agents`);
    await page.getByRole('button', { name: 'Add an agent' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add an agent' });
    await dialog.getByLabel('Name').fill('Booking desk');
    await dialog.getByLabel(/^URL/).fill(agent.url);
    await dialog.getByLabel('Protocol').selectOption('a2a');
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(dialog.getByText(/Its card names it “Booking desk”/)).toBeVisible();
    await dialog.getByRole('button', { name: /^(Save|Add)/ }).click();
    await page.getByRole('link', { name: 'Booking desk', exact: true }).click();
    const card = page.getByRole('region', { name: 'Agent card' });
    await expect(card.getByText('Book a train')).toBeVisible();
    await expect(card.getByText(/JSONRPC 1\.0 · used/)).toBeVisible();
    await expectAccessibleInBoth(page, 'the page of an A2A agent');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFitsPhone(page, 'the page of an A2A agent');
    await page.setViewportSize({ width: 1440, height: 900 });

    const { items } = await stack.api<{ items: { id: string }[] }>('/api/agents');
    const taskId = await startTask(stack, items[0]!.id, 'Book a train to Oslo');
    await agent.called('SendStreamingMessage');
    agent.say({ task: taskIn('WORKING') });
    agent.say(artifactUpdate('offers', [{ text: 'Two trains: 7:05 and 9:10.' }]));
    const asked = agentMessage(question, { text: 'Which train, 7:05 or 9:10?' });
    agent.say(statusUpdate('INPUT_REQUIRED', asked));
    await expect.poll(async () => (await promptsOf(stack, taskId)).length).toBe(1);
    const [prompt] = await promptsOf(stack, taskId);
    await openAt(page, stack, prompt!.id);
    const { panel, answer, send, expectAcknowledged } = inbox(page);
    await expect(panel.getByText('Input required').first()).toBeVisible();
    await expectAccessibleInBoth(page, 'a question of an A2A agent');
    const chinese = await chineseScreens(browser, stack);
    await chinese.expectAccessible(`/agents/${items[0]!.id}`, 'the page of an A2A agent', (shown) =>
      shown.getByRole('region', { name: '智能体卡片' }).getByText('Book a train'),
    );
    await expect(chinese.page.getByText(/不在同一主机/)).toBeVisible();
    await chinese.expectAccessible(
      `/inbox/${encodeURIComponent(prompt!.id)}`,
      'a question of an A2A agent',
      (shown) => shown.getByText('需要输入'),
    );
    await answer('Instruct').click();
    await panel.getByLabel('Instruction').fill('The 9:10, please');
    await send('Send instruction').click();
    const next = await agent.called('SendStreamingMessage', 1);
    expect(next.params['message']).toMatchObject({
      ...a2aIds,
      parts: [{ text: 'The 9:10, please' }],
    });
    agent.say({ task: taskIn('INPUT_REQUIRED', { history: [asked] }, asked) });
    agent.say(
      artifactUpdate('ticket', [
        { data: { seat: 61 }, mediaType: 'application/json' },
        { raw: 'JVBERi0xLjQ=', mediaType: 'application/pdf', filename: 'ticket.pdf' },
      ]),
    );
    agent.say(statusUpdate('COMPLETED', agentMessage('done-1', { text: 'Booked: the 9:10.' })));
    await expectAcknowledged();
    const { open, stream } = taskPage(page, stack);
    await open(taskId);
    await expect(stream.getByText('Booked: the 9:10.')).toBeVisible();
    await expect(stream.getByText('ticket.pdf')).toBeVisible();
    await expect(stream.getByText('Which train, 7:05 or 9:10?')).not.toHaveCount(0);
    await expect(page.locator('.task-head').getByText('Finished', { exact: true })).toBeVisible();
    await expectAccessibleInBoth(page, 'a task of an A2A agent');
    await chinese.expectAccessible(`/tasks/${taskId}`, 'a task of an A2A agent', (shown) =>
      shown.getByText('ticket.pdf'),
    );
    await chinese.close();
  }));
