import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { settleFocus } from './pages/keyboard.ts';
import { expectAccessibleInBoth } from './pages/page-checks.ts';

test.use({ stackOptions: { crew: false } });

const ada = '5d0f3c52-7a31-4d0e-9a3f-2b7c41f0a9e1';
const bob = '9c1e77aa-03cd-4e65-8f0b-6a5d2e9b4c10';
const eve = 'e4b2d9f0-5c6a-47b8-b1d3-0f9e8d7c6b5a';

const ranking = {
  ask: 'Whom shall I invite?',
  upPrompt: {
    answers: { rank: { effect: 'A mail goes out at once to each of the first 2.', takes: 2 } },
  },
  payload: {
    candidates: [
      { id: ada, name: 'Ada', rate: 90, city: 'Leipzig' },
      { id: bob, name: 'Bob', rate: 85, city: 'Halle' },
      { id: eve, name: 'Eve', rate: 95, city: 'Dresden' },
    ],
  },
  upThought: {
    alternatives: [
      { id: ada, label: 'Ada', description: 'near', confidence: 0.9 },
      { id: bob, label: 'Bob', description: 'cheap', confidence: 0.8 },
      { id: eve, label: 'Eve', description: 'quick', confidence: 0.7 },
    ],
  },
};

test('a ranking made by keys is announced by name and place, and the send key sends it', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', ranking);
  await openAt(page, stack, prompt.id);
  const { panel, answer, expectDelivered } = inbox(page);
  const order = panel.getByRole('list', { name: 'Your order, best first' });
  const status = order.locator('xpath=following-sibling::p[@role="status"]');
  const rows = order.getByRole('listitem');
  await expect(panel.getByRole('heading', { level: 1 })).toBeFocused();
  await settleFocus(page);
  await page.keyboard.press('n');
  await expect(answer('Rank')).toHaveAttribute('aria-pressed', 'true');
  await expect(panel.getByText('the agent continues with Ada and Bob')).toBeVisible();

  await order.getByRole('button', { name: 'Drag Eve' }).focus();
  await page.keyboard.press('Space');
  await expect(status).toHaveText('Eve lifted, place 3 of 3');
  await page.keyboard.press('ArrowUp');
  await expect(status).toHaveText('Eve, place 2 of 3, taken');
  await expect(rows).toContainText(['Ada', 'Eve', 'Bob']);
  await page.keyboard.press('Escape');
  await expect(status).toHaveText('Eve put back to place 3 of 3');
  await expect(rows).toContainText(['Ada', 'Bob', 'Eve']);
  await expect(order.getByRole('button', { name: 'Drag Eve' })).toBeFocused();

  // Moved without lifting; a lifted candidate is sent in the place where it is shown.
  await page.keyboard.press('Alt+ArrowUp');
  await expect(order.getByRole('button', { name: 'Drag Eve' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await expect(rows).toContainText(['Eve', 'Ada', 'Bob']);
  await expect(panel.getByText('the agent continues with Eve and Ada')).toBeVisible();
  await expect(order.getByText('taken')).toHaveCount(2);
  await expectAccessibleInBoth(page, 'a lifted row');
  const spoken = await page.locator('[role="status"], [aria-live]').allTextContents();
  expect(spoken.join(' ')).not.toContain(eve);

  await page.keyboard.press('Control+Enter');
  await expectDelivered();
  expect(await asking.answer()).toMatchObject({
    type: 'rank',
    content: { order: [eve, ada, bob] },
  });
  await asking.close();
});
