import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { openAt } from './pages/desk.ts';

test.use({ stackOptions: { crew: false } });
test.describe.configure({ timeout: 180_000 });

/** Where a dialog is, the button that opens it, and the button of what it is for. */
const dialogs = [
  ['/settings/operators', 'Add an operator', 'Add'],
  ['/settings/webhooks', 'Add a webhook', 'Add'],
  ['/settings/programs', 'Add a program', 'Add'],
  ['/agents', 'Add an agent', 'Add'],
  ['/tasks', 'Start a task', 'Start'],
  ['/agents/registry/artifacts', 'Register a service', 'Register'],
  ['/settings/operators', 'Remove Mei Tanaka', null],
  ['/settings/webhooks', 'Remove Pager', null],
  ['/agents', 'Remove Scripted', null],
] as const;

/** What it says after Ctrl+Enter with nothing filled in: the same as after a press of its main button. */
async function expectSendsByKey(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Control+Enter');
  const faults = dialog.locator('[aria-invalid="true"], [role="alert"], :disabled');
  await expect(faults.first()).toBeVisible();
}

test('each dialog has Cancel, closes by Esc, gives focus back, and is sent by Ctrl+Enter unless it destroys', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  await stack.api('/api/operators', {
    body: { id: 'mei-tanaka', name: 'Mei Tanaka', role: 'operator', groups: [] },
  });
  await stack.api('/api/webhooks', {
    body: {
      ...{ name: 'Pager', url: 'https://pager.example/hook', enabled: false },
      ...{ severityFrom: 'info', repeatMs: null },
    },
  });
  for (const [path, opener, main] of dialogs) {
    await test.step(`${path}: ${opener}`, async () => {
      await page.goto(`${stack.url}${path}`);
      const open = page.getByRole('button', { name: opener }).first();
      const dialog = page.getByRole('dialog');
      for (const close of ['Escape', 'Cancel'] as const) {
        await open.focus();
        await page.keyboard.press('Enter');
        await expect(dialog).toBeVisible();
        if (main !== null) await expectSendsByKey(page);
        else {
          await page.keyboard.press('Control+Enter');
          await expect(dialog).toBeVisible();
        }
        if (close === 'Escape') await page.keyboard.press('Escape');
        else await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
        await expect(dialog).toBeHidden();
        await expect(open).toBeFocused();
      }
    });
  }
  expect((await stack.api<{ items: unknown[] }>('/api/webhooks')).items).toHaveLength(1);
  await asking.close();
});

test('a draft that lost a race is left by Cancel, and snoozing is sent by Ctrl+Enter', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('notice', { ask: 'Publish this notice?', payload: { n: 1 } });
  await openAt(page, stack, prompt.id);
  const panel = page.getByRole('region', { name: 'Decision' });
  await panel.getByRole('button', { name: 'Reject', exact: true }).click();
  await panel.getByRole('textbox', { name: /Reason/ }).fill('The date is wrong');
  await expect(panel.getByText('Draft saved')).toBeVisible();
  await stack.api(`/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    body: {
      ...{ digest: prompt.digest, idempotencyKey: 'another-desk-0438' },
      feedback: { type: 'approve' },
    },
  });
  const opener = panel.getByRole('button', { name: 'Your draft' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your draft' });
  await expect(dialog.getByText('The date is wrong').first()).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  const next = await asking.ask('later', { ask: 'Publish the next notice?', payload: { n: 2 } });
  await openAt(page, stack, next.id);
  await panel.getByRole('button', { name: 'More about this question' }).click();
  await page.getByRole('menuitem', { name: /^Snooze/ }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Waits for the newsroom');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(panel.getByText(/^Snoozed by/)).toBeVisible();
  await asking.close();
});
