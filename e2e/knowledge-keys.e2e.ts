import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { press, tabTo } from './pages/keyboard.ts';
import { concept, noteMemory, receive } from './pages/knowledge-seed.ts';

test.use({ stackOptions: { crew: false } });
test.describe.configure({ timeout: 240_000 });

/** Opens a dialog and leaves it again: the focus is where it was. */
async function lookInto(page: Page, button: Locator, title: string): Promise<void> {
  await press(page, button);
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
}

/** What had the focus is gone, and the focus is not: the keyboard continues in the page, not at its top. */
const expectKept = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('main')?.tagName))
    .toBe('MAIN');

test('knowledge is found, edited, extracted, approved and absorbed with the keyboard alone', async ({
  console: page,
  stack,
}) => {
  await noteMemory(stack);
  await receive(stack, [
    concept('k-1', 'PCI reuse is allowed in 3 cells'),
    { ...concept('k-2', 'A cell has one identity'), title: 'Cell identity' },
  ]);
  const button = (name: string | RegExp, of: Locator | Page = page) =>
    of.getByRole('button', { name, exact: true });
  await page.goto(`${stack.url}/tasks`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await press(page, page.getByRole('link', { name: /Invite a contractor/ }));
  const panel = page.getByRole('region', { name: 'Memory' });
  await lookInto(page, button('Edit', panel), 'Edit the memory');
  await press(page, button('Edit', panel));
  await tabTo(page, page.getByLabel('Task', { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Find three, invite two.');
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByText('Version 1 was replaced')).toBeVisible();
  await expect(button('Edit', panel)).toBeFocused();

  await press(page, button('More', panel));
  const item = page.getByRole('menuitem', { name: 'Extract to share' });
  for (let steps = 0; steps < 8; steps += 1) {
    if (await item.evaluate((one) => one === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  const preview = page.getByRole('region', { name: 'What would be shared' });
  await expect(preview.getByText(/\[EMAIL_1\]/).first()).toBeVisible();
  await expectKept(page);
  await press(page, button('Submit for approval', preview));
  const list = page.getByRole('list', { name: 'Extractions' });
  await expect(button('Approve and share', list)).toBeVisible();
  await expectKept(page);
  await lookInto(page, button('Edit, then approve', list), 'Edit what is shared');
  await lookInto(page, button('Reject', list), 'Reject this extraction?');
  await press(page, button('Approve and share', list));
  const sure = page.getByRole('dialog', { name: 'Share this knowledge?' });
  await press(page, button('Approve and share', sure));
  await expect(page.getByText('1 is shared')).toBeVisible();
  await expectKept(page);

  await press(page, page.getByRole('link', { name: /^Incoming/ }));
  await expect(button('Absorb').first()).toBeVisible();
  await expectKept(page);
  await press(page, button('Absorb').first());
  await expect(page.getByText('1 absorbed')).toBeVisible();
  await expect(button('Absorb')).toHaveCount(1);
  await expectKept(page);
  await lookInto(page, button('Discard'), 'Discard this piece?');
  await press(page, button('Discard'));
  await press(page, button('Discard', page.getByRole('dialog')));
  await expect(button('Absorb')).toHaveCount(0);
  await expectKept(page);
});
