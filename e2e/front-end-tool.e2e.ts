import type { DeclaredTool } from '@countersign/hai/agent-descriptor';
import { readTape } from '@countersign/testkit/tape';
import { startTapeAgent, type TapeAgent } from '@countersign/testkit/tape-agent';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { promptsOf } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { startTask, taskPage } from './pages/task-page.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });

interface Body {
  tools: DeclaredTool[];
  messages: { id: string; role: string }[];
  state: unknown;
  context: readonly { description: string }[];
  forwardedProps: unknown;
}
const tape = readTape('ag-ui-python', 'human-in-the-loop');
const recorded = tape.exchanges.map(({ request }) => request.body as Body);

/**
 * The content of a request, without what its sender generates: the ids of its own messages, the console's tools, and what this
 * server has learnt from the first run by the time of the second.
 */
function reported({ messages, tools, state, context, forwardedProps }: Body) {
  const names = recorded[0]!.tools.map(({ name }) => name);
  return {
    messages: messages.map(({ id, ...message }) =>
      message.role === 'assistant' ? { id, ...message } : message,
    ),
    tools: tools.filter(({ name }) => names.includes(name)),
    state,
    context: context.filter(({ description }) => !description.startsWith('Knowledge recalled')),
    forwardedProps,
  };
}

/** The request number `place` equals that of the stock client to the real agent. */
async function expectReported(agent: TapeAgent, place: number) {
  await expect.poll(() => agent.requests.length).toBe(place);
  expect(reported(agent.requests[place - 1] as Body)).toEqual(reported(recorded[place - 1]!));
}

async function openCall(page: Page, stack: Stack, taskId: string) {
  let id = '';
  await expect
    .poll(async () => {
      id = (await promptsOf(stack, taskId)).find(({ state }) => state === 'open')?.id ?? '';
      return id;
    })
    .not.toBe('');
  await openAt(page, stack, id);
  await expect(
    inbox(page).panel.getByRole('heading', { name: /calls generate_task_steps/ }),
  ).toBeVisible();
}

test('a call without a result is answered as the stock client does it, twice in one conversation', async ({
  console: page,
  stack,
}) => {
  const agent = await startTapeAgent(tape);
  await stack.api('/api/agents', {
    body: { id: 'starter', name: 'Starter', url: agent.url, tools: recorded[0]!.tools },
  });
  const taskId = await startTask(stack, 'starter', 'Plan the rollout');
  await expectReported(agent, 1);

  await openCall(page, stack, taskId);
  const { answer, panel, send, expectAcknowledged } = inbox(page);
  await answer(/^Edit/).click();
  await panel.getByRole('combobox', { name: 'Status 3' }).selectOption('disabled');
  await send('Send 1 edit').click();
  await expectAcknowledged();
  await expectReported(agent, 2);
  const { open, stream } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByText('The rollout has begun.')).toBeVisible();

  await stack.api(`/api/tasks/${taskId}/messages`, { body: { content: 'And the way back' } });
  await expectReported(agent, 3);
  await openCall(page, stack, taskId);
  await answer(/^Reject/).click();
  await panel.getByRole('textbox').fill('Not before the audit.');
  await send('Send rejection').click();
  await expectAcknowledged();
  await expectReported(agent, 4);
  await open(taskId);
  await expect(stream.getByText('The rollout has begun.')).toHaveCount(2);
  await agent.close();
});
