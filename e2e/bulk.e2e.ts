import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { answersAt, promptNow, startAsking } from './pages/asking.ts';
import { press, settleFocus } from './pages/keyboard.ts';
import { expectAccessibleInBoth } from './pages/page-checks.ts';
import type { Stack } from './stack.ts';

test.describe.configure({ timeout: 240_000 });

async function openInbox(page: Page, stack: Stack): Promise<void> {
  await page.goto(`${stack.url}/inbox`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await settleFocus(page);
}

test.describe('with a recall window', () => {
  test.use({ stackOptions: { crew: false, recallMs: 60_000 } });

  test('Z recalls an answer sent by keyboard to several questions', async ({
    console: page,
    stack,
  }) => {
    const asking = await startAsking(stack);
    const prompts = [];
    for (const index of [1, 2, 3])
      prompts.push(
        await asking.ask(`call_Yk3Xr0T9vQm2LpB7sNaW4dHc${String(index)}`, {
          ask: `Shall I book room ${String(index)}?`,
          payload: { room: index },
        }),
      );
    await openInbox(page, stack);
    for (const key of ['j', 'x', 'j', 'j', 'Shift+x']) await page.keyboard.press(key);
    await press(page, page.getByRole('button', { name: 'Decide together' }));
    const panel = page.getByRole('region', { name: 'Decide together' });
    await expect(panel.getByRole('heading', { level: 1 })).toBeFocused();
    await settleFocus(page);
    await page.keyboard.press('a');
    await expect(panel.getByLabel('Note to the agents')).toBeFocused();
    await settleFocus(page);
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByRole('region', { name: 'Receipt' })).toBeFocused();
    // Recorded, but not sent yet.
    await expect(panel.getByText(/^3 recorded, delivery starts in \d+ s$/)).toBeVisible();
    await expect(panel.getByText(/\bdone\b/)).toHaveCount(0);
    await page.keyboard.press('z');
    await expect(panel.getByText('Recalled, nothing was sent')).toHaveCount(3);
    for (const { id } of prompts)
      await expect.poll(async () => (await promptNow(stack, id)).state).toBe('open');
    expect(answersAt(asking.agent)).toEqual([]);
    await asking.close();
  });
});

test.describe('different questions', () => {
  test.use({ stackOptions: { crew: false } });

  test('are shown under different headings, and each is confirmed with its own effect', async ({
    console: page,
    stack,
  }) => {
    const radio = await startAsking(stack, { id: 'radio-planner', name: 'Radio Planner' });
    const deploy = await startAsking(stack, { id: 'deploy-guard', name: 'Deploy Guard' });
    const refund = await startAsking(stack, { id: 'refund-desk', name: 'Refund Desk' });
    await radio.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', {
      ask: 'Reassign 6 cells?',
      payload: { cells: 6 },
      upPrompt: { effect: '6 cells change identity at 14:30.' },
    });
    await deploy.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc2', {
      ask: 'The error rate rises. End the deploy?',
      payload: { deploy: '2026.11', errorRate: 0.08 },
      upPrompt: { answers: { approve: { label: 'Stop here', effect: 'The deploy ends.' } } },
    });
    await refund.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc3', {
      ask: 'Refund order 88-20417?',
      payload: { order: '88-20417', amount: 412.8 },
      upPrompt: { effect: '412.80 EUR leave today.' },
    });
    await openInbox(page, stack);
    for (const key of ['j', 'x', 'j', 'j', 'Shift+x']) await page.keyboard.press(key);
    await press(page, page.getByRole('button', { name: 'Decide together' }));
    const panel = page.getByRole('region', { name: 'Decide together' });
    await expect(panel.getByRole('heading', { level: 1 })).toHaveText(
      '3 different questions from 3 agents',
    );
    const stop = panel.getByRole('region', { name: /End the deploy/ });
    const money = panel.getByRole('region', { name: /Refund order/ });
    const cells = panel.getByRole('region', { name: /Reassign/ });
    await expect(money.getByText('412.80 EUR leave today.')).toBeVisible();
    await settleFocus(page);
    await page.keyboard.press('a');
    await expect(stop.getByText('Stop here: The deploy ends.')).toBeVisible();
    await expectAccessibleInBoth(page, 'different questions');

    const send = panel.getByRole('button', { name: 'Approve 3 questions' });
    await expect(send).toBeDisabled();
    await expect(panel.getByText('Confirm 3 questions')).toBeVisible();
    // The key that sends goes to what has to be confirmed first.
    await settleFocus(page);
    await page.keyboard.press('Control+Enter');
    await expect(cells.getByRole('checkbox', { name: 'Approve this one too' })).toBeFocused();
    await page.keyboard.press('Space');
    await press(page, money.getByRole('checkbox', { name: 'Approve this one too' }), 'Space');
    await settleFocus(page);
    await page.keyboard.press('Control+Enter');
    await expect(stop.getByRole('checkbox', { name: 'Approve this one too' })).toBeFocused();
    await expect(panel.getByText('Confirm the last question')).toBeVisible();
    // The question with another meaning is excluded instead.
    await stop.getByRole('checkbox', { name: /^Include The error rate/ }).click();
    await panel.getByRole('button', { name: 'Approve 2 questions' }).click();
    await expect(panel.getByText(/^2 done/)).toBeVisible();
    await expect.poll(() => answersAt(radio.agent).length).toBe(1);
    await expect.poll(() => answersAt(refund.agent).length).toBe(1);
    expect(answersAt(deploy.agent)).toEqual([]);
    await Promise.all([radio.close(), deploy.close(), refund.close()]);
  });
});
