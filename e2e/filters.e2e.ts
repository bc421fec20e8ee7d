import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { untilOpen } from './pages/crowd.ts';

test.use({ stackOptions: { crew: false } });

test('answered questions are filtered by a condition on the message, and show the agent’s name for the answer', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack, { id: 'refund-desk', name: 'Refund Desk' });
  for (const amount of [40, 900]) {
    const { id, digest } = await asking.ask(`call_Yk3vQ0pX7sLr2dTz8NnWb5A${String(amount)}`, {
      ask: `Refund ${String(amount)} EUR?`,
      payload: { amount },
      upPrompt: { answers: { approve: { label: 'Go on without it' } } },
    });
    await stack.api(`/api/prompts/${encodeURIComponent(id)}/decisions`, {
      body: { digest, idempotencyKey: `answer-${id}`, feedback: { type: 'approve' } },
    });
  }
  await page.goto(`${stack.url}/inbox?show=answered`);
  const rows = page.getByRole('listbox', { name: 'Questions' }).getByRole('option');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('approved as “Go on without it”');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const box = page.getByRole('dialog', { name: 'Filter the queue' });
  await box.getByLabel('Path in the message').fill('$.payload.amount');
  await box.getByLabel('Comparison').selectOption('more-than');
  await box.getByLabel('Value to compare with').fill('100');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Refund 900 EUR?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('A page, a task, a question, a command').fill('Refund 900');
  await expect(page.getByRole('option', { name: /Refund 900 EUR/ })).toContainText(
    'approved as “Go on without it”',
  );
  await asking.close();
});

test('the filter offers agents and tasks whose rows are not loaded yet', async ({
  console: page,
  stack,
}) => {
  const busy = await startAsking(stack, { id: 'refund-desk', name: 'Refund Desk' });
  for (let index = 0; index < 210; index += 1) {
    busy.say(`call_Yk3uTq0vJX8m2LrPzN5aW${String(index).padStart(4, '0')}`, {
      ask: `Refund order ${String(index)}?`,
      severity: 'major',
    });
  }
  await untilOpen(stack, 210);
  const rare = await startAsking(stack, { id: 'access-broker', name: 'Access Broker' });
  await rare.ask('run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11', {
    ask: 'Give read access?',
    severity: 'info',
  });
  await page.goto(`${stack.url}/inbox`);
  const { row } = inbox(page);
  // Equal ones are one row, also those that are not loaded.
  await expect(row(/210 equal: Refund order/)).toBeVisible();
  await expect(page.getByText('211 ·')).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const box = page.getByRole('dialog', { name: 'Filter the queue' });
  await box.getByLabel('Agent').selectOption('Access Broker');
  await expect(row('Give read access?')).toBeVisible();
  await expect(page.getByRole('listbox', { name: 'Questions' }).getByRole('option')).toHaveCount(1);
  await busy.close();
  await rare.close();
});

test('what is typed into a filter stays where it is typed while the address follows', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack, { id: 'refund-desk', name: 'Refund Desk' });
  await asking.ask('call_Yk3vQ0pX7sLr2dTz8NnWb5A', { ask: 'Refund 40 EUR?' });
  /** In the middle of a word, and letter by letter as fast as the page takes them. */
  const typed = async (box: Locator) => {
    await box.pressSequentially('abcdef');
    await expect(box).toHaveValue('abcdef');
    await box.press('Home');
    await box.press('ArrowRight');
    await box.pressSequentially('XYZ');
    await expect(box).toHaveValue('aXYZbcdef');
    await expect(page).toHaveURL(/aXYZbcdef/);
  };
  await page.goto(`${stack.url}/tasks`);
  await typed(page.getByRole('searchbox'));
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page.getByRole('searchbox')).toHaveValue('');

  await page.goto(`${stack.url}/inbox`);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const box = page.getByRole('dialog', { name: 'Filter the queue' });
  await typed(box.getByLabel('Find'));
  await box.getByLabel('Find').fill('');
  await typed(box.getByLabel('Path in the message'));
  await box.getByLabel('Comparison').selectOption('more-than');
  await box.getByLabel('Value to compare with').fill('7');
  await expect(page).toHaveURL(/value=.*7/);
  await asking.close();
});
