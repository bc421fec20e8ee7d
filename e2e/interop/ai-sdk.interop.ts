import { taskPage } from '../pages/task-page.ts';
import { agUiNotes, checked } from './checked.ts';
import { approve, expect, giveTask, openPrompts, testAgainst } from './fixtures.ts';
import { countOf, expectKept } from './lost-reply.ts';

const test = testAgainst('ai-sdk');
test.use({ stackOptions: { crew: false } });

test('a tool that needs approval runs once it is approved', async ({
  console: page,
  stack,
  counterpart,
}) => {
  const taskId = await giveTask(stack, `${counterpart.urls['url']}/executing/run`, 'Pay Ada');
  const [prompt] = await openPrompts(stack, taskId, 1);
  expect(prompt!.ask).toBe('Approve "pay"?');
  await approve(page, stack, prompt);
  const { open, stream } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByText('Done: paid 120 to Ada Ltd', { exact: true })).toBeVisible();
});

test('an answer is not asked again wherever its reply breaks off', ({
  console: page,
  stack,
  counterpart: { urls },
}) =>
  expectKept(page, stack, {
    target: `${urls['url']}/executing/run`,
    content: 'Pay Ada',
    feedback: { type: 'approve' },
    carriedOut: () => countOf(urls['paid']),
  }));

test('the check of the protocol says what is true of it', async ({ counterpart }) => {
  const { speaks, passed, noted, text } = await checked(
    `${counterpart.urls['url']}/executing/run`,
    'Pay Ada',
  );
  expect(speaks, text).toBe('ag-ui');
  expect(noted, text).toEqual(agUiNotes);
  expect(passed).toContain('answer.continued');
});
