import { taskPage } from '../pages/task-page.ts';
import { agUiNotes, checked } from './checked.ts';
import { approve, expect, giveTask, openPrompts, testAgainst } from './fixtures.ts';
import { countOf, expectKept } from './lost-reply.ts';

const test = testAgainst('mastra');
test.use({ stackOptions: { crew: false } });

for (const mode of ['outcome', 'default']) {
  test(`a suspended tool is approved and continues (${mode})`, async ({
    console: page,
    stack,
    counterpart,
  }) => {
    const url = `${counterpart.urls['url']}/${mode}`;
    const taskId = await giveTask(stack, url, 'Transfer the money');
    const [prompt] = await openPrompts(stack, taskId, 1);
    expect(prompt!.ask).toBe('The amount is above the limit.');
    await approve(page, stack, prompt);
    const { open, stream } = taskPage(page, stack);
    await open(taskId);
    await expect(stream.getByText('Done as you said.', { exact: true })).toBeVisible();
  });
}

test('a call that needs approval is approved if the agent’s descriptor declares its tool', async ({
  console: page,
  stack,
  counterpart,
}) => {
  const url = `${counterpart.urls['url']}/outcome`;
  const tools = [{ name: 'delete_file', approval: 'mastra' }];
  const taskId = await giveTask(stack, url, 'Delete the file', { tools });
  const [prompt] = await openPrompts(stack, taskId, 1);
  await approve(page, stack, prompt);
  const { open, stream } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByText('Done as you said.', { exact: true })).toBeVisible();
});

for (const mode of ['outcome', 'default']) {
  test(`an answer is not asked again wherever its reply breaks off (${mode})`, ({
    console: page,
    stack,
    counterpart: { urls },
  }) =>
    expectKept(page, stack, {
      target: `${urls['url']}/${mode}`,
      content: 'Transfer the money',
      feedback: { type: 'approve' },
      carriedOut: () => countOf(urls['sent']),
    }));

  test(`the check of the protocol says what is true of it (${mode})`, async ({ counterpart }) => {
    const url = `${counterpart.urls['url']}/${mode}`;
    const { speaks, passed, noted, text } = await checked(url, 'Transfer the money');
    expect(speaks, text).toBe('ag-ui');
    expect(noted, text).toEqual(agUiNotes);
    expect(passed).toContain('answer.continued');
  });
}
