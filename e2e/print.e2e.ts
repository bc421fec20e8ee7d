import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { openAt } from './pages/desk.ts';

test.use({ stackOptions: { crew: false } });

const cells = Array.from({ length: 6 }, (_, index) => ({
  cell: `NTO-04${String(index).padStart(2, '0')}-1`,
  site: 'Nantes-Ouest, rue de la Convention, roof of the town hall',
  now: 80 + index,
  proposed: 210 + index,
  clears: `Collision with NTO-0415-${String(index)} at ARFCN 636666, and two confusions`,
  window: '14:30 to 15:00 on the first working day after the fair',
}));

test('a decision on paper has everything that was shown, and nothing to press', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', {
    ask: 'Reassign the identities of 6 cells?',
    payload: { assignments: cells },
    upThought: { reasoning: ['Reuse distance is 6.4 km.'] },
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openAt(page, stack, prompt.id);
  await expect(page.getByRole('group', { name: 'Answer' })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await page.setViewportSize({ width: 718, height: 1000 });

  const paper = page.locator('.decision');
  await expect(paper.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(paper.getByText('Reuse distance is 6.4 km.')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(paper.getByRole('columnheader', { name: 'Window' })).toBeVisible();
  await asking.close();
});
