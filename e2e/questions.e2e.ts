import type { Prompt } from '@countersign/api/prompt';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { begin, finish, startScripted } from './pages/scripted-task.ts';
import { type ScriptedAgent, type ScriptedRun, scriptedAgent } from './scripted-agent.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });

const graphId = '7cb4ca14ede4accb66d91726b6607938';
const callId = 'call_Yk3Jp0x9QmTzV710bWc4RdNf';

/** An agent that asks in its first run, and receives the answers in the next. */
async function asking(stack: Stack, ask: (run: ScriptedRun) => void): Promise<ScriptedAgent> {
  const agent = await scriptedAgent((run, { inputs }) => {
    begin(run);
    if (inputs.length === 1) ask(run);
    finish(run);
  });
  await startScripted(stack, agent, { protocol: 'ag-ui' });
  return agent;
}

const onInterrupt = (run: ScriptedRun, value: unknown) =>
  run.event({
    type: 'CUSTOM',
    name: 'on_interrupt',
    value: typeof value === 'string' ? value : JSON.stringify(value),
    rawEvent: { id: graphId, value },
  });

const reported = async (agent: ScriptedAgent) => {
  await expect.poll(() => agent.inputs.length, { timeout: 60_000 }).toBe(2);
  return agent.inputs[1]!;
};

/** Opens the question with this text. */
async function open(page: Page, stack: Stack, ask: string) {
  let id = '';
  await expect
    .poll(async () => {
      const { items } = await stack.api<{ items: Prompt[] }>('/api/prompts?state=open');
      id = items.find((prompt) => prompt.ask === ask)?.id ?? '';
      return id;
    })
    .not.toBe('');
  await openAt(page, stack, id);
  const { answer, panel } = inbox(page);
  await expect(panel.getByRole('heading', { name: ask })).toBeVisible();
  return answer;
}
const send = (page: Page) => page.keyboard.press('Control+Enter');

test('two actions of a review are two cards: one approved, one edited, both sent together', async ({
  console: page,
  stack,
}) => {
  const agent = await asking(stack, (run) =>
    onInterrupt(run, {
      actionRequests: [
        { name: 'send_email', args: { to: 'ada@example.test' }, description: 'A mail leaves.' },
        { name: 'delete_file', args: { path: '/srv/a.pdf' } },
      ],
      reviewConfigs: [
        { actionName: 'send_email', allowedDecisions: ['approve', 'edit', 'reject'] },
        { actionName: 'delete_file', allowedDecisions: ['approve', 'reject'] },
      ],
    }),
  );
  const file = await open(page, stack, 'May the agent run delete_file?');
  await expect(file(/^Edit/)).toHaveAttribute('aria-disabled');
  await file(/^Approve/).click();
  await expect(page.getByText('Sends {"type":"approve"}.').first()).toBeVisible();
  await send(page);
  await expect(page.getByText(/Answered by you/).first()).toBeVisible();
  expect(agent.inputs).toHaveLength(1);
  const mail = await open(page, stack, 'A mail leaves.');
  await mail(/^Edit/).click();
  await page.getByRole('textbox', { name: 'to' }).fill('grace@example.test');
  await send(page);
  expect((await reported(agent)).forwardedProps).toEqual({
    command: {
      resume: {
        decisions: [
          {
            type: 'edit',
            editedAction: { name: 'send_email', args: { to: 'grace@example.test' } },
          },
          { type: 'approve' },
        ],
      },
    },
  });
  await agent.close();
});

test('a plain question is answered by text, and cannot be approved', async ({
  console: page,
  stack,
}) => {
  const agent = await asking(stack, (run) => onInterrupt(run, 'Which city?'));
  const answers = await open(page, stack, 'Which city?');
  await expect(answers(/^Approve/)).toHaveAttribute('aria-disabled');
  await answers(/In words/).click();
  await page.getByRole('textbox', { name: 'Instruction' }).fill('Bonn');
  await send(page);
  expect((await reported(agent)).forwardedProps).toEqual({ command: { resume: 'Bonn' } });
  await agent.close();
});

test('an Agent Inbox request is answered in its own format', async ({ console: page, stack }) => {
  const agent = await asking(stack, (run) =>
    onInterrupt(run, [
      {
        action_request: { action: 'send_email', args: { to: 'ada@example.test' } },
        config: { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true },
        description: 'Please review the mail.',
      },
    ]),
  );
  const answers = await open(page, stack, 'Please review the mail.');
  await answers(/Ignore/).click();
  await send(page);
  expect((await reported(agent)).forwardedProps).toEqual({
    command: { resume: [{ type: 'ignore', args: null }] },
  });
  await agent.close();
});

test('an option is chosen, the recommended one is marked', async ({ console: page, stack }) => {
  const agent = await asking(stack, (run) =>
    onInterrupt(run, { message: 'Which hotel?', options: ['Zoe', 'Ritz'], recommendation: 'Zoe' }),
  );
  const answers = await open(page, stack, 'Which hotel?');
  await answers(/Choose/).click();
  const choice = page.getByRole('combobox', { name: 'Answer' });
  await expect(choice).toContainText('Zoe (recommended by the agent)');
  await choice.selectOption({ label: 'Ritz' });
  await send(page);
  expect((await reported(agent)).forwardedProps).toEqual({ command: { resume: 'Ritz' } });
  await agent.close();
});

test('a call without a result is dismissed for its tool, which can be undone on the page of agents', async ({
  console: page,
  stack,
}) => {
  const agent = await asking(stack, (run) => {
    run.event({ type: 'TOOL_CALL_START', toolCallId: callId, toolCallName: 'render_chart' });
    run.event({ type: 'TOOL_CALL_ARGS', toolCallId: callId, delta: '{"rows":[1,2]}' });
    run.event({ type: 'TOOL_CALL_END', toolCallId: callId });
  });
  await open(page, stack, 'The agent calls render_chart and waits for its result.');
  await page.getByRole('button', { name: 'More about this question' }).click();
  await page.getByRole('menuitem', { name: 'Never ask about render_chart again' }).click();
  await expect(page.getByText('The agent withdrew the question.')).toBeVisible();
  await page.goto(`${stack.url}/agents`);
  await page.getByRole('button', { name: 'Ask about render_chart again' }).click();
  await expect(page.getByText('render_chart')).toHaveCount(0);
  await agent.close();
});
