import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';

test.use({ stackOptions: { crew: false, recallMs: 60_000 } });

test('a draft whose last words were saved while its answer was recorded is no draft of another tab after a recall, a crash and a reload', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack, { id: 'refund-desk', name: 'Refund Desk' });
  await asking.ask('call_Yk3vQ0pX7sLr2dTz8NnWb5A', { ask: 'Refund 40 EUR?' });
  await page.goto(`${stack.url}/inbox`);
  const { row, panel, answer } = inbox(page);
  await row('Refund 40 EUR?').click();
  await answer('Instruct').click();
  const box = panel.getByLabel('Instruction');
  await box.fill('Ask first');
  await expect(panel.getByText(/^Draft saved/)).toBeVisible();

  // The second version is on its way when the answer is recorded, and arrives after it.
  let letGo = () => {};
  const recorded = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isOnItsWay = false;
  await page.route('**/api/prompts/*/draft', async (route) => {
    if (route.request().method() === 'PUT') {
      isOnItsWay = true;
      await recorded;
    }
    await route.continue();
  });
  await box.fill('Ask first, then pay');
  await expect.poll(() => isOnItsWay).toBe(true);
  const kept = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/draft'),
  );
  await box.press('Control+Enter');
  const recall = panel.getByRole('button', { name: /^Recall/ });
  await expect(recall).toBeVisible();
  letGo();
  expect((await kept).status()).toBe(204);
  await page.unroute('**/api/prompts/*/draft');
  await recall.click();
  await expect(panel.getByText(/Your answer was recalled/)).toBeVisible();

  await stack.killServer('SIGKILL');
  await expect(page.getByText(/^Offline for/).first()).toBeVisible();
  await stack.startServer();
  const read = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith('/draft'),
  );
  await page.reload();
  expect((await (await read).json()).instruction).toBe('Ask first, then pay');
  await expect(panel.getByText(/^Draft saved/)).toBeVisible();
  await expect(box).toHaveValue('Ask first, then pay');
  await expect(panel.getByText('You have also written a draft in another tab')).toHaveCount(0);
  await asking.close();
});
