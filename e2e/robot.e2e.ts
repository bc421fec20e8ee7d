import { registerServices } from '@countersign/crew/robot/register-services';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { inbox, runStatus } from './pages/console.ts';
import { taskPage } from './pages/task-page.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { env: { COUNTERSIGN_REGISTRY_ALLOW: '127.0.0.1' } } });

/** Where the arm is, as it says itself. */
async function armOf(stack: Stack): Promise<{ state: string; reach: number; bearing: number }> {
  const url = stack.services.find(({ name }) => name === 'arm_utcp')?.url;
  return (await fetch(new URL('/pose', url))).json();
}

async function startWith(page: Page, goal: string, description: 'utcp' | 'wot'): Promise<void> {
  await page.getByRole('button', { name: 'Start a task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Start a task' });
  await dialog.getByLabel('Agent').selectOption({ label: 'Robot Executor' });
  await dialog.getByLabel('Message').fill(goal);
  await dialog.getByLabel('Description of the arm', { exact: true }).selectOption(description);
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
}

const tasksOf = async (stack: Stack, agentName: string) =>
  (
    await stack.api<{ items: { id: string; agentName: string; title: string }[] }>(
      '/api/tasks?limit=100',
    )
  ).items.filter((task) => task.agentName === agentName);

for (const description of ['utcp', 'wot'] as const) {
  test(`an arm described by ${description} is moved to a goal in words, after an approval`, async ({
    console: page,
    stack,
  }) => {
    await registerServices(stack, stack.services);
    await page.goto(`${stack.url}/tasks`);
    await startWith(page, 'Move the robot by 10 centimeters', description);
    const { stream } = taskPage(page, stack);
    await expect(stream.getByRole('img', { name: /^Arm: 30.0 cm, 0.0°, idle/ })).toBeVisible();
    const taskId = new URL(page.url()).pathname.split('/')[2] ?? '';
    const operation = `arm_${description}_operation`;
    await expect(stream.getByText('I wait for a person to approve')).toBeVisible();
    expect(await armOf(stack)).toMatchObject({ state: 'idle', reach: 30 });

    const { panel, answer, send, row, expectAcknowledged } = inbox(page);
    await page.goto(`${stack.url}/inbox`);
    await row(`Call ${operation}`).click();
    await expect(panel.getByText('move(10)').first()).toBeVisible();
    await answer('Fill in').click();
    await panel.getByRole('textbox', { name: `Type ${operation} to confirm` }).fill(operation);
    await send('Send answer').click();
    await expectAcknowledged();
    await runStatus(stack, taskId, 'finished');
    expect(await armOf(stack)).toMatchObject({ state: 'idle', reach: 40, bearing: 0 });

    await page.goto(`${stack.url}/tasks/${taskId}`);
    await expect(stream.getByText('The goal is cleared.')).toBeVisible();
    await expect(stream.getByRole('img', { name: /^Arm: 40.0 cm, 0.0°, idle/ })).toBeVisible();
    await expectAccessible(page, 'a finished task of the robot');
    expect(await tasksOf(stack, 'formalizer')).toHaveLength(1);

    // It looked at the arm all the time, which is not what people look after.
    await page.goto(`${stack.url}/tasks`);
    const listed = page.getByRole('table').getByRole('link');
    await expect(listed.getByText(operation)).toBeVisible();
    await expect(listed.getByText(`arm_${description}_pose`)).toHaveCount(0);
    await page.getByRole('button', { name: /read-only calls? of agents$/ }).click();
    await expect(listed.getByText(`arm_${description}_pose`).first()).toBeVisible();
    await expect(listed.getByText(operation)).toHaveCount(0);
    await expectAccessible(page, 'calls of agents that only read');
  });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a goal that is not possible is asked for again', async ({ console: page, stack }) => {
    await registerServices(stack, stack.services);
    await page.goto(`${stack.url}/tasks`);
    await page.getByRole('button', { name: '启动任务' }).first().click();
    const dialog = page.getByRole('dialog', { name: '启动任务' });
    await dialog.getByLabel('智能体').selectOption({ label: 'Robot Executor' });
    await dialog.getByLabel('消息').fill('向左转');
    await dialog.getByRole('button', { name: '启动', exact: true }).click();
    const stream = page.getByRole('region', { name: '消息流' });
    await expect(stream.getByText('要改为执行哪个目标？').first()).toBeVisible();
    await stream.getByRole('link', { name: '答复' }).click();
    const panel = page.getByRole('region', { name: '决定' });
    await expect(panel.getByText(/没有说明幅度/).first()).toBeVisible();
    expect(await armOf(stack)).toMatchObject({ reach: 30, bearing: 0 });
  });
});
