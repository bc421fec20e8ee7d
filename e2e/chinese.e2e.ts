import { expect, expectAccessible, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { answerPlace, openPrompt, request, runStatus } from './pages/console.ts';
import type { Stack } from './stack.ts';

test.use({ locale: 'zh-CN' });

test('the hiring scenario in Chinese: start, question, form, follow-up with other candidates, and end', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/tasks`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.getByRole('button', { name: '启动任务' }).first().click();
  const dialog = page.getByRole('dialog', { name: '启动任务' });
  await dialog.getByLabel('智能体').selectOption({ label: 'Orchestrator' });
  await dialog.getByLabel('消息').fill(request);
  await dialog.getByRole('button', { name: '启动', exact: true }).click();

  // The agents received the language of the operator and ask in it.
  const stream = page.getByRole('region', { name: '消息流' });
  await expect(stream.getByText('移交任务').first()).toBeVisible();
  await expect(stream.getByText(/的工作地点在哪里？/)).toBeVisible();
  await stream.getByRole('link', { name: '答复' }).click();

  const panel = page.getByRole('region', { name: '决定' });
  const answer = (name: string) =>
    panel.getByRole('group', { name: '答复' }).getByRole('button', { name });
  const expectAcknowledged = () =>
    expect(panel.getByRole('listitem').filter({ hasText: /已确认.*完成/ })).toBeVisible();
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText(/的工作地点在哪里？/);
  // What agents say is in a language of its own, whatever that of the page.
  await expect(panel.getByRole('heading', { level: 1 })).toHaveAttribute('lang', '');
  await answer('填写').click();
  await panel.getByLabel('城市').fill('Leipzig');
  await panel.getByRole('button', { name: '发送答复' }).click();
  // Errors of fields are in the same language.
  await expect(panel.getByText('1 个字段需要更正')).toBeVisible();
  await expect(panel.getByText('必填').first()).toBeVisible();
  await expectAccessible(page, 'form with a fault, in Chinese');
  await panel.getByLabel('远程比例').selectOption({ index: 3 });
  await panel.getByRole('button', { name: '发送答复' }).click();
  await expectAcknowledged();

  const row = page.getByRole('listbox', { name: '提问' }).getByRole('option', { name: /邀请谁/ });
  await row.click();
  const [first, , third] = await emailsOf(stack);
  await expect(panel.getByText(/无人答复：/).first()).toBeVisible();
  await answer('修改').click();
  // Other candidates than those proposed, and another subject.
  const invited = panel.getByRole('group', { name: /邀请/ }).getByRole('checkbox');
  await expect(invited.nth(1)).toBeChecked();
  await invited.nth(1).uncheck();
  await invited.nth(2).check();
  await panel.getByLabel('主题').fill('您愿意为我们做支付界面吗？');
  await expectAccessible(page, 'follow-up with edits, in Chinese');
  await panel.getByRole('button', { name: /^发送.*修改/ }).click();
  await expectAcknowledged();

  await panel.getByRole('link', { name: /Senior React contractor/ }).click();
  await expect(stream.getByText(/已通过邮件邀请/)).toBeVisible();
  const mails = await stack.mails();
  expect(mails.flatMap((mail) => mail.to).toSorted()).toEqual([first, third].toSorted());
  expect(mails.map((mail) => mail.subject)).toEqual(mails.map(() => '您愿意为我们做支付界面吗？'));
  expect(mails).toHaveLength(2);
  const taskId = new URL(page.url()).pathname.split('/')[2] ?? '';
  await runStatus(stack, taskId, 'finished');
});

test('a shortlist is made again, ranked and approved in Chinese', async ({
  console: page,
  stack,
}) => {
  const ranked = await startInChinese(stack);
  const approved = await startInChinese(stack);
  const panel = page.getByRole('region', { name: '决定' });
  const answer = (name: string) =>
    panel.getByRole('group', { name: '答复' }).getByRole('button', { name });
  const open = async (id: string) => {
    await page.goto(`${stack.url}/inbox/${encodeURIComponent(id)}`);
    await expect(panel.getByRole('heading', { level: 1 })).toHaveText(/邀请谁/);
  };
  const expectAcknowledged = () =>
    expect(panel.getByRole('listitem').filter({ hasText: /已确认.*完成/ })).toBeVisible();

  const before = await openPrompt(stack, ranked, 'followup');
  await open(before.id);
  await answer('指示').click();
  await panel.getByRole('textbox', { name: '指示' }).fill('max 95 EUR');
  await panel.getByRole('button', { name: '发送指示' }).click();
  await expectAcknowledged();
  await expect
    .poll(async () => (await openPrompt(stack, ranked, 'followup')).id, { timeout: 30_000 })
    .not.toBe(before.id);

  const again = await openPrompt(stack, ranked, 'followup');
  const { candidates } = again.message.payload;
  const [first, , third] = candidates;
  await open(again.id);
  await answer('排序').click();
  for (const _ of [3, 2]) {
    await panel.getByRole('button', { name: `上移 ${third?.name}` }).click();
  }
  await expectAccessible(page, 'ranking, in Chinese');
  await panel.getByRole('button', { name: '发送排序' }).click();
  await expectAcknowledged();
  await runStatus(stack, ranked, 'finished');
  const mails = await stack.mails();
  expect(mails.flatMap((mail) => mail.to).toSorted()).toEqual(
    [first?.email, third?.email].toSorted(),
  );

  await open((await openPrompt(stack, approved, 'followup')).id);
  await answer('批准').click();
  await panel.getByRole('button', { name: '发送批准' }).click();
  await expectAcknowledged();
  await runStatus(stack, approved, 'finished');
  await page.goto(`${stack.url}/tasks/${approved}`);
  await expect(page.getByText(/已通过邮件邀请/)).toBeVisible();
});

/** A hiring task in Chinese whose shortlist is ready. */
async function startInChinese(stack: Stack): Promise<string> {
  const body = { agentId: 'orchestrator', message: request, language: 'zh-CN' };
  const { taskId } = await stack.api<{ taskId: string }>('/api/tasks', { body });
  await answerPlace(stack, taskId);
  return taskId;
}

/** The addresses of the candidates of the open shortlist. */
async function emailsOf(stack: Stack): Promise<string[]> {
  const { items } = await stack.api<{ items: { taskId: string }[] }>('/api/prompts?limit=50');
  const { message } = await openPrompt(stack, items[0]?.taskId ?? '', 'followup');
  return message.payload.candidates.map(({ email }) => email);
}

test('the time that is left for an answer stays within its row of the queue', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  // Its longest form: hours and minutes.
  const expiresAt = new Date(Date.now() + 2 * 3_600_000).toISOString();
  await asking.ask('offer', { ask: '这个报价可以吗？', expiresAt });
  await page.goto(`${stack.url}/inbox`);
  const row = page.getByRole('option', { name: /这个报价可以吗/ });
  const left = row.getByText(/^1 小时 \d+ 分$/);
  await expect(left).toBeVisible();
  const beyond = await left.evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(beyond).toBe(0);
  await asking.close();
});
