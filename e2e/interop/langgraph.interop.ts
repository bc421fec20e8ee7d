import type { Prompt } from '@countersign/api/prompt';
import type { Locator, Page } from '@playwright/test';
import { promptsOf } from '../pages/asking.ts';
import { inbox } from '../pages/console.ts';
import { openAt } from '../pages/desk.ts';
import { taskPage } from '../pages/task-page.ts';
import type { Stack } from '../stack.ts';
import { agUiNotes, checked } from './checked.ts';
import type { Counterpart } from './counterpart.ts';
import { expect, giveTask, openPrompts, testAgainst } from './fixtures.ts';
import { expectKept } from './lost-reply.ts';

const test = testAgainst('langgraph');
test.use({ stackOptions: { crew: false } });

interface Said {
  id: string;
  type: string;
  content: unknown;
  tool_calls?: { id: string; args: Record<string, unknown> }[];
}

/** The keys of the answers: approve, reject, edit, instruct. Their labels depend on the question. */
type AnswerKey = 'A' | 'R' | 'E' | 'I';

const answerButton = (page: Page, key: AnswerKey) =>
  inbox(page).panel.getByRole('group', { name: 'Answer' }).locator(`[aria-keyshortcuts="${key}"]`);

/** The server's own state of a thread: the only place where the effect of an answer can be checked. */
async function remembered({ urls }: Counterpart, threadId: string): Promise<Said[]> {
  const state = await fetch(`${urls['langgraph']}/threads/${threadId}/state`);
  const { values } = (await state.json()) as { values: { messages?: Said[] } };
  return values.messages ?? [];
}

const expectLast = (counterpart: Counterpart, threadId: string, words: string | RegExp) =>
  expect
    .poll(async () => String((await remembered(counterpart, threadId)).at(-1)?.content), {
      timeout: 30_000,
    })
    .toMatch(words);

const start = (stack: Stack, { urls }: Counterpart, path: string, content: string) =>
  giveTask(stack, `${urls['url']}/${path}`, content);

/** Opens a prompt, chooses an answer, fills it in and sends. */
async function answer(
  page: Page,
  stack: Stack,
  prompt: Prompt,
  key: AnswerKey,
  fill: (panel: Locator) => Promise<void> = async () => {},
) {
  await openAt(page, stack, prompt.id);
  await answerButton(page, key).click();
  await fill(inbox(page).panel);
  await inbox(page).send(/^Send/).click();
}

for (const mode of ['outcome', 'default']) {
  test(`a question as text is answered as text (${mode})`, async ({
    console: page,
    stack,
    counterpart,
  }) => {
    const taskId = await start(stack, counterpart, `${mode}/text`, 'Plan a trip');
    const [prompt] = await openPrompts(stack, taskId, 1);
    expect(prompt!.ask).toBe('Which city should the trip start from?');
    await answer(page, stack, prompt!, 'I', async (panel) => {
      // A question that is not about approval cannot be approved.
      await expect(answerButton(page, 'A')).toHaveAttribute('aria-disabled', 'true');
      await panel.getByRole('textbox').last().fill('Amsterdam');
    });
    await expectLast(counterpart, taskId, /^The answer was "Amsterdam"\.$/);
    await inbox(page).expectAcknowledged();
  });

  test(`a call that was refused, and has no result, is not asked again (${mode})`, async ({
    console: page,
    stack,
    counterpart,
  }) => {
    const taskId = await start(stack, counterpart, `${mode}/refusal`, 'Pay Ada');
    const [prompt] = await openPrompts(stack, taskId, 1);
    await answer(page, stack, prompt!, 'I', (panel) =>
      panel.getByRole('textbox').last().fill('no'),
    );
    await expectLast(counterpart, taskId, /^Then not\.$/);
    await inbox(page).expectAcknowledged();
    const asked = async () => (await promptsOf(stack, taskId)).map(({ state }) => state);
    expect(await asked()).toEqual(['answered']);
    await stack.api(`/api/tasks/${taskId}/messages`, { body: { content: 'Thank you' } });
    await expectLast(counterpart, taskId, /^Heard: Thank you$/);
    const runStatus = async () =>
      (await stack.api<{ runStatus: string }>(`/api/tasks/${taskId}`)).runStatus;
    await expect.poll(runStatus).toBe('finished');
    expect(await asked()).toEqual(['answered']);
    const messages = await remembered(counterpart, taskId);
    expect(messages.map(({ content }) => content)).not.toContain('no');
  });

  test(`an answer is not asked again wherever its reply breaks off (${mode})`, ({
    console: page,
    stack,
    counterpart,
  }) =>
    expectKept(page, stack, {
      target: `${counterpart.urls['url']}/${mode}/review`,
      content: 'Send the email',
      feedback: { type: 'approve' },
      carriedOut: async (taskId) => {
        const messages = await remembered(counterpart, taskId);
        // What it has executed itself: the bridge stores the result of the stream once more if the snapshot was lost.
        return messages.filter(({ type, id }) => type === 'tool' && id.startsWith('run-')).length;
      },
    }));

  test(`a tool call is approved, and a second turn duplicates nothing (${mode})`, async ({
    console: page,
    stack,
    counterpart,
  }) => {
    const taskId = await start(stack, counterpart, `${mode}/review`, 'Send the email');
    const [prompt] = await openPrompts(stack, taskId, 1);
    await answer(page, stack, prompt!, 'A');
    await expectLast(counterpart, taskId, /^Done: sent "Your invoice" to ada@example\.test/);
    await inbox(page).expectAcknowledged();
    await expect
      .poll(async () => (await stack.api<{ runStatus: string }>(`/api/tasks/${taskId}`)).runStatus)
      .toBe('finished');
    await stack.api(`/api/tasks/${taskId}/messages`, { body: { content: 'Thank you' } });
    await expectLast(counterpart, taskId, /^Heard: Thank you$/);
    const messages = await remembered(counterpart, taskId);
    const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
    expect(calls).toEqual([...new Set(calls)]);
    expect(messages.map(({ type }) => type)).toEqual(['human', 'ai', 'tool', 'ai', 'human', 'ai']);
    const { open, stream } = taskPage(page, stack);
    await open(taskId);
    await expect(stream.getByText('Heard: Thank you', { exact: true })).toBeVisible();
  });
}

for (const [asked, received] of [
  ['as Agent Inbox does', /^The answer was \[{"type":"ignore","args":null}\]\.$/],
  ['with a schema', /^The answer was {"approved":false,"reason":"Nobody answered in time\."}\.$/],
  ['with a deadline alone', /^The answer was {"__agui_cancelled__":true,/],
] as const) {
  test(`a question that nobody answers in time ends for its graph: ${asked}`, async ({
    stack,
    counterpart,
  }) => {
    const words = `Ask me ${asked.replace('Agent Inbox', 'the inbox')}`;
    const taskId = await start(stack, counterpart, 'default/late', words);
    await openPrompts(stack, taskId, 1);
    await expectLast(counterpart, taskId, received);
    const runStatus = async () =>
      (await stack.api<{ runStatus: string }>(`/api/tasks/${taskId}`)).runStatus;
    await expect.poll(runStatus).toBe('finished');
    expect((await promptsOf(stack, taskId)).map(({ state }) => state)).toEqual(['expired']);
  });
}

test('a tool call is edited', async ({ console: page, stack, counterpart }) => {
  const taskId = await start(stack, counterpart, 'outcome/review', 'Send the email');
  const [prompt] = await openPrompts(stack, taskId, 1);
  await answer(page, stack, prompt!, 'E', (panel) =>
    panel.getByRole('textbox', { name: 'To' }).fill('grace@example.test'),
  );
  await expectLast(counterpart, taskId, /^Done: sent "Your invoice" to grace@example\.test/);
  await inbox(page).expectAcknowledged();
});

test('two tool calls are two questions, answered together', async ({
  console: page,
  stack,
  counterpart,
}) => {
  const words = 'Send the email, delete the file';
  const taskId = await start(stack, counterpart, 'outcome/review', words);
  const open = await openPrompts(stack, taskId, 2);
  const about = (tool: string) => open.find(({ source }) => source?.toolName === tool);
  const [email, removal] = [about('send_email'), about('delete_file')];
  await answer(page, stack, email!, 'A');
  await answer(page, stack, removal!, 'R', async (panel) => {
    // The agent does not allow edited arguments here.
    await expect(answerButton(page, 'E')).toHaveAttribute('aria-disabled', 'true');
    await panel.getByRole('textbox').last().fill('Not before the audit.');
  });
  await expectLast(counterpart, taskId, /Not before the audit\./);
  await inbox(page).expectAcknowledged();
});

test('an email of Agent Inbox is accepted', async ({ console: page, stack, counterpart }) => {
  const taskId = await start(stack, counterpart, 'default/inbox', 'Answer Ada');
  const [prompt] = await openPrompts(stack, taskId, 1);
  await answer(page, stack, prompt!, 'A');
  await expectLast(counterpart, taskId, /^The answer was \[{"type":"accept"/);
  await inbox(page).expectAcknowledged();
});

test('an option is chosen, also in a graph within a graph', async ({
  console: page,
  stack,
  counterpart,
}) => {
  const taskId = await start(stack, counterpart, 'outcome/nested', 'Find a hotel');
  const [prompt] = await openPrompts(stack, taskId, 1);
  await answer(page, stack, prompt!, 'E', async (panel) => {
    await panel.getByRole('combobox', { name: 'Answer' }).selectOption('Hotel Zoe');
  });
  await expectLast(counterpart, taskId, /^The answer was "Hotel Zoe"\.$/);
  await inbox(page).expectAcknowledged();
});

test('a running run reports that it runs, is really stopped, and reports that', async ({
  stack,
  counterpart,
}) => {
  const { url, langgraph } = counterpart.urls;
  const control = { url: langgraph!, template: 'langgraph' };
  const taskId = await giveTask(stack, `${url}/outcome/slow`, 'Count', { control });
  const runs = async () => {
    const listed = await fetch(`${langgraph}/threads/${taskId}/runs`);
    return listed.ok ? ((await listed.json()) as { status: string }[]) : [];
  };
  await expect.poll(async () => (await runs()).map(({ status }) => status)).toEqual(['running']);
  const ask = () =>
    stack.api<{ status: string | null }>(`/api/tasks/${taskId}/status`, { body: {} });
  expect(await ask()).toMatchObject({ answered: true, status: 'running' });
  const stop = { action: 'stop', idempotencyKey: 'stop-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11' };
  await stack.api(`/api/tasks/${taskId}/control`, { body: stop });
  await expect
    .poll(async () => (await stack.api<{ runStatus: string }>(`/api/tasks/${taskId}`)).runStatus)
    .toBe('stopped');
  await expect
    .poll(async () => (await runs()).some(({ status }) => status === 'running'))
    .toBe(false);
  expect(await ask()).toMatchObject({ answered: true, status: 'stopped' });
});

test('the check of the protocol says what is true of it', async ({ counterpart }) => {
  const { url, langgraph } = counterpart.urls;
  const reviewed = await checked(`${url}/outcome/review`, 'Send the email');
  expect(reviewed.speaks, reviewed.text).toBe('ag-ui');
  expect(reviewed.noted, reviewed.text).toEqual(agUiNotes);
  expect(reviewed.passed).toContain('answer.continued');
  // Which flight is for a person to say; its runs are stopped at LangGraph's own interface.
  const control = { url: langgraph!, template: 'langgraph' };
  const asked = await checked(`${url}/default/options`, 'Find a flight', { control });
  expect(asked.noted, asked.text).toEqual({
    ...agUiNotes,
    'answer.continued': 'skip: The question needs knowledge that the check does not have.',
    'control.pause': 'skip: Runs are controlled by the interface of langgraph.',
  });
});
