import { promptNow } from '../pages/asking.ts';
import { inbox } from '../pages/console.ts';
import { expectAccessibleInBoth } from '../pages/page-checks.ts';
import { taskPage } from '../pages/task-page.ts';
import { agUiNotes, checked, startsForPages } from './checked.ts';
import {
  addAgent,
  answerWith,
  approve,
  expect,
  giveTask,
  openPrompts,
  testAgainst,
} from './fixtures.ts';
import { countOf, expectKept } from './lost-reply.ts';

const test = testAgainst('copilotkit');
test.use({ stackOptions: { crew: false } });

test('a front-end tool is confirmed, and the conversation continues', async ({
  console: page,
  stack,
  counterpart,
}) => {
  const taskId = await giveTask(stack, counterpart.urls['url']!, 'Confirm the removal');
  const [prompt] = await openPrompts(stack, taskId, 1);
  expect(prompt!.ask).toContain('Delete 14 invoices of 2023');
  await approve(page, stack, prompt);
  const { open, stream } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByText(/^Done: /)).toBeVisible();
  await stack.api(`/api/tasks/${taskId}/messages`, { body: { content: 'Thank you' } });
  await expect(stream.getByText('Heard: Thank you', { exact: true })).toBeVisible();
});

test('two interrupts are answered together', async ({ console: page, stack, counterpart }) => {
  const taskId = await giveTask(stack, counterpart.urls['url']!, 'Pay both');
  const asked = await openPrompts(stack, taskId, 2);
  const about = (call: string) => asked.find(({ source }) => source.id.startsWith(call));
  const [first, second] = [about('call_payF1rst'), about('call_payS3cond')];
  await answerWith(page, stack, first, 'Approve');
  await expect.poll(async () => (await promptNow(stack, first!.id)).decision !== null).toBe(true);
  await answerWith(page, stack, second, 'Reject');
  await inbox(page).expectAcknowledged();
  const { open, stream } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByText(/^Done: .*true.*\|.*false/)).toBeVisible();
  // The runtime's own stream never contains the results: they must come from the message history.
  await stack.api(`/api/tasks/${taskId}/messages`, { body: { content: 'Thank you' } });
  await expect(stream.getByText('Heard: Thank you', { exact: true })).toBeVisible();
});

test('a running run is really stopped', async ({ console: page, stack, counterpart }) => {
  const { url, runtime } = counterpart.urls;
  const control = { url: runtime!, template: 'copilotkit' };
  const taskId = await giveTask(stack, url!, 'Tell me a long story', { control });
  const { open, stream, control: buttons } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByText(/A long story/)).toBeVisible();
  await buttons.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Stop task' }).click();
  await expect(page.locator('.task-head').getByText('Stopped', { exact: true })).toBeVisible();
  // Checked with the runtime: it has no run of this thread that could still be stopped.
  const again = await fetch(`${runtime}/agent/default/stop/${taskId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(await again.json()).toMatchObject({ stopped: false });
  // The complete story has two thousand sentences.
  const reported = (await stream.getByText(/A long story/).allTextContents()).join(' ');
  expect(reported.split('A long story.').length).toBeLessThan(1_000);
});

test('what an agent supports is on its page', async ({ console: page, stack, counterpart }) => {
  await addAgent(stack, counterpart.urls['url']!);
  await page.goto(`${stack.url}/agents/counterpart`);
  const card = page.getByRole('region', { name: 'Agent card' });
  await expect(card.getByText(/humanInTheLoop\.interrupts/)).toBeVisible();
  await expect(card.getByText(/CopilotKit 1\.75\.0/)).toBeVisible();
  await expectAccessibleInBoth(page, 'what an agent of AG-UI supports');
});

test('an answer is not asked again wherever its reply breaks off', ({
  console: page,
  stack,
  counterpart: { urls },
}) =>
  expectKept(page, stack, {
    target: urls['url']!,
    content: 'Pay Ada',
    feedback: { type: 'approve' },
    carriedOut: () => countOf(urls['resumed']),
  }));

test('the check of the protocol says what is true of it', async ({ counterpart }) => {
  const url = counterpart.urls['url']!;
  const { speaks, passed, noted, text } = await checked(url, 'Pay both');
  expect(speaks, text).toBe('ag-ui');
  expect(noted, text).toEqual(agUiNotes);
  expect(passed).toEqual(
    expect.arrayContaining(['stream.order', 'answer.continued', 'refusal.no-ids']),
  );
  expect(await startsForPages(url, { origin: 'https://elsewhere.invalid' })).toBe(true);
  expect(await startsForPages(url, { 'content-type': 'text/plain' })).toBe(true);
});
