import type { Prompt } from '@countersign/api/prompt';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { expect, test } from './fixtures.ts';
import { begin, decisionsPath, finish, startScripted } from './pages/scripted-task.ts';
import { taskPage } from './pages/task-page.ts';
import { type ScriptedAgent, type ScriptedRun, scriptedAgent } from './scripted-agent.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });

/** An agent that asks in its first run and records its input in the next. */
const asking = (ask: (run: ScriptedRun) => void): Promise<ScriptedAgent> =>
  scriptedAgent((run, agent) => {
    begin(run);
    if (agent.inputs.length === 1) ask(run);
    else finish(run);
  });

async function openPrompts(stack: Stack, taskId: string, count: number): Promise<Prompt[]> {
  let found: Prompt[] = [];
  await expect
    .poll(async () => {
      found = (await stack.api<{ items: Prompt[] }>(`/api/prompts?task=${taskId}&state=open`))
        .items;
      return found.length;
    })
    .toBe(count);
  return found.toSorted((left, right) =>
    left.message.messageId.localeCompare(right.message.messageId),
  );
}

const answer = (stack: Stack, { id, digest }: Prompt, feedback: object) =>
  stack.api(decisionsPath(id), {
    body: { feedback, digest, idempotencyKey: `answer-to-${id}` },
  });

/** The input of the only run that brings the answers. */
async function carrying(agent: ScriptedAgent): Promise<RunAgentInput> {
  await expect.poll(() => agent.inputs.length, { timeout: 30_000 }).toBe(2);
  const input = agent.inputs[1];
  if (input === undefined) throw new Error('unreachable');
  return input;
}

const called = (run: ScriptedRun, toolCallId: string, toolCallName: string, args: object) => {
  run.event({ type: 'TOOL_CALL_START', toolCallId, toolCallName });
  run.event({ type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(args) });
  run.event({ type: 'TOOL_CALL_END', toolCallId });
};

test('several interrupts are shown in the stream, and one run resumes them all', async ({
  console: page,
  stack,
}) => {
  const agent = await asking((run) => {
    called(run, 'c1', 'sendEmail', { to: 'ada@example.org', subject: 'Hello' });
    const { threadId, runId } = run.input;
    const approval = {
      type: 'object',
      properties: { approved: { type: 'boolean' }, editedArgs: { type: 'object' } },
      required: ['approved'],
    };
    const interrupts = [
      {
        id: 'i1',
        reason: 'tool_call',
        toolCallId: 'c1',
        message: 'Send it?',
        responseSchema: approval,
      },
      { id: 'i2', reason: 'acme:city', message: 'Which city?', responseSchema: { type: 'string' } },
    ];
    run.event({
      type: 'RUN_FINISHED',
      threadId,
      runId,
      outcome: { type: 'interrupt', interrupts },
    });
    run.end();
  });
  const taskId = await startScripted(stack, agent, { protocol: 'ag-ui' });
  const [send, city] = await openPrompts(stack, taskId, 2);
  const { open, stream } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByText('Send it?')).toBeVisible();
  await expect(stream.getByRole('link', { name: 'Answer' })).toHaveCount(2);
  await answer(stack, send!, {
    type: 'edit',
    content: { value: { to: 'bob@example.org', subject: 'Hello' } },
  });
  await expect(stream.getByRole('link', { name: 'Answer' })).toHaveCount(1);
  expect(agent.inputs).toHaveLength(1);
  await answer(stack, city!, { type: 'edit', content: { value: { answer: 'Bonn' } } });
  const { resume } = await carrying(agent);
  expect(resume).toEqual([
    {
      interruptId: 'i1',
      status: 'resolved',
      payload: { approved: true, editedArgs: { to: 'bob@example.org', subject: 'Hello' } },
    },
    { interruptId: 'i2', status: 'resolved', payload: 'Bonn' },
  ]);
  await expect(stream.getByRole('link', { name: 'Answer' })).toHaveCount(0);
  await agent.close();
});

test('a front-end tool is answered by a tool message', async ({ console: page, stack }) => {
  const agent = await asking((run) => {
    called(run, 'c1', 'confirmAction', { action: 'Delete the backups', importance: 'critical' });
    finish(run);
  });
  const taskId = await startScripted(stack, agent);
  const [prompt] = await openPrompts(stack, taskId, 1);
  const { open, stream } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByText('Delete the backups').first()).toBeVisible();
  await answer(stack, prompt!, { type: 'reject', content: { reason: 'They are all we have' } });
  const { messages } = await carrying(agent);
  expect(messages.at(-1)).toMatchObject({
    role: 'tool',
    toolCallId: 'c1',
    content: '{"approved":false,"reason":"They are all we have"}',
  });
  await agent.close();
});

test('buttons and forms are linked to their question', async ({ console: page, stack }) => {
  const agent = await asking((run) => {
    const output = (what: object) =>
      run.event({ type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: { output: what } });
    run.event({ type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' });
    output({ type: 'text', content: 'The ranking is ready. Go on?' });
    output({ type: 'button', data: { name: 'Invite them' } });
    output({ type: 'button', data: { name: 'Rank again' } });
    output({ type: 'form', title: 'Your wishes', schema: { type: 'object', properties: {} } });
    run.event({ type: 'BUSINESS_DATA_END', messageId: 'm' });
    finish(run);
  });
  const taskId = await startScripted(stack, agent);
  const [choice] = await openPrompts(stack, taskId, 2);
  const { open, stream } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByRole('link', { name: /Fill in the form/ })).toBeVisible();
  await stream.getByRole('link', { name: /Rank again/ }).click();
  await expect(page).toHaveURL(new RegExp(`/inbox/${choice!.id}`));
  await answer(stack, choice!, { type: 'edit', content: { value: { choice: 'Rank again' } } });
  const { messages } = await carrying(agent);
  expect(messages.at(-1)).toMatchObject({ role: 'user', content: 'Rank again' });
  // The other offers are closed, because the task has continued.
  await openPrompts(stack, taskId, 0);
  await open(taskId);
  await expect(stream.getByRole('link', { name: /Fill in the form/ })).toHaveCount(0);
  await agent.close();
});
