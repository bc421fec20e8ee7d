import type { Prompt } from '@countersign/api/prompt';
import { promptsOf } from '../pages/asking.ts';
import { inbox } from '../pages/console.ts';
import { openAt } from '../pages/desk.ts';
import { startTask, taskPage } from '../pages/task-page.ts';
import { agUiNotes, checked } from './checked.ts';
import { cuts, startCuttingProxy } from './cutting-proxy.ts';
import { addAgent, approve, expect, giveTask, openPrompts, testAgainst } from './fixtures.ts';

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
  test(`an answer is not asked again wherever its reply breaks off (${mode})`, async ({
    console: page,
    stack,
    counterpart,
  }) => {
    const url = `${counterpart.urls['url']}/${mode}`;
    for (const [number, [where, cut]] of Object.entries(cuts).entries()) {
      const proxy = await startCuttingProxy(url, cut);
      const id = `clerk-${number}`;
      await addAgent(stack, proxy.url, { id });
      const taskId = await startTask(stack, id, 'Transfer the money');
      const [prompt] = await openPrompts(stack, taskId, 1);
      await stack.api(`/api/prompts/${encodeURIComponent(prompt!.id)}/decisions`, {
        body: {
          feedback: { type: 'approve' },
          digest: prompt!.digest,
          idempotencyKey: `approve-3f2b6c1e-${number}`,
        },
      });
      const isRepeated = where === 'before its first line';
      const answer = async (): Promise<Prompt['decision']> =>
        (await promptsOf(stack, taskId)).find(({ id }) => id === prompt!.id)?.decision ?? null;
      const isWorkSeen = where === 'before its last event';
      if (isWorkSeen) await expect.poll(async () => (await answer())?.state).toBe('acknowledged');
      else
        await expect
          .poll(async () => (await answer())?.failure, { message: where })
          .toMatch(
            isRepeated
              ? /refused\. It may have been carried out\..*could not find a suspended run/s
              : /broke off\. It may have been carried out\./,
          );
      expect((await promptsOf(stack, taskId)).map(({ state }) => state)).toEqual(['answered']);
      expect(proxy.received()).toBe(isRepeated ? 2 : 1);
      if (isRepeated) {
        await openAt(page, stack, prompt!.id);
        await expect(
          inbox(page).panel.getByText('may have been carried out').first(),
        ).toBeVisible();
      }
      // The task can continue.
      await stack.api(`/api/tasks/${taskId}/messages`, { body: { content: 'Thank you' } });
      await expect
        .poll(
          async () => (await stack.api<{ runStatus: string }>(`/api/tasks/${taskId}`)).runStatus,
          { message: where },
        )
        .toBe('finished');
      await proxy.close();
    }
  });

  test(`the check of the protocol says what is true of it (${mode})`, async ({ counterpart }) => {
    const url = `${counterpart.urls['url']}/${mode}`;
    const { speaks, passed, noted, text } = await checked(url, 'Transfer the money');
    expect(speaks, text).toBe('ag-ui');
    expect(noted, text).toEqual(agUiNotes);
    expect(passed).toContain('answer.continued');
  });
}
