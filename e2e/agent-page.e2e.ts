import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { answerPlace, inbox, openPrompt, startHiring } from './pages/console.ts';
import { untilOpen } from './pages/crowd.ts';
import { openAt } from './pages/desk.ts';
import { expectAccessibleInBoth } from './pages/page-checks.ts';
import { startTask } from './pages/task-page.ts';

test.describe.configure({ timeout: 240_000 });

test('an agent has its own page, linked from everywhere its name is shown', async ({
  console: page,
  stack,
}) => {
  const taskId = await startHiring(stack);
  await answerPlace(stack, taskId);
  const { id } = await openPrompt(stack, taskId, 'followup');
  const heading = page.getByRole('heading', { level: 1, name: 'Orchestrator' });

  // Opened from the list, a prompt, its task and the palette.
  await page.goto(`${stack.url}/agents`);
  await page.getByRole('link', { name: 'Orchestrator', exact: true }).click();
  await expect(heading).toBeVisible();
  await openAt(page, stack, id);
  await inbox(page)
    .panel.getByRole('link', { name: /^Orchestrator/ })
    .first()
    .click();
  await expect(heading).toBeVisible();
  await page.goto(`${stack.url}/tasks/${taskId}`);
  await page.getByRole('link', { name: 'Orchestrator', exact: true }).first().click();
  await expect(heading).toBeVisible();
  await page.goto(`${stack.url}/wall`);
  // Keys work from the first paint on, which is later than the load event.
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('A page, a task, a question, a command').fill('orchestrator');
  await page
    .getByRole('option', { name: /^Orchestrator/ })
    .last()
    .click();
  await expect(heading).toBeVisible();
  await expect(page).toHaveURL(/\/agents\/orchestrator$/);

  // Figures of this connection only.
  const figures = page.getByRole('region', { name: 'Figures' });
  await expect(figures.getByText('0 blocking, 1 follow-up')).toBeVisible();
  await expect(figures.getByText('1 by people, 0 by rules, 0 by default')).toBeVisible();
  await expect(figures.getByText('1 running')).toBeVisible();
  await expect(
    page.getByText('No front-end tools are declared, and none are dismissed.'),
  ).toBeVisible();
  await expect(page.getByText('No rule answers its questions.')).toBeVisible();

  // The connection test shows its result as text.
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByText(/^It answers \(HTTP \d+\)/)).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  // An agent that only other agents call: the server has not contacted it, but has received messages in its name.
  await page.goto(`${stack.url}/agents/recommender`);
  await expect(page.getByText('not called yet')).toBeVisible();
  await expect(page.getByText(/^Orchestrator acted for it in this task, /)).toBeVisible();
  await page.getByRole('link', { name: 'this task' }).click();
  await expect(page).toHaveURL(new RegExp(`/tasks/${taskId}`));

  await page.goto(`${stack.url}/agents/nobody`);
  await expect(page.getByRole('heading', { name: 'Agent not found' })).toBeVisible();
  await expectAccessibleInBoth(page, 'no such agent');
});

test.describe('with tasks of nearly the same name', () => {
  test.use({ stackOptions: { crew: false } });

  test('an agent’s page shows of them what is different', async ({ console: page, stack }) => {
    const asking = await startAsking(stack, { id: 'refund-desk', name: 'Refund Desk' });
    const title = (region: string) =>
      `Check every refund of the past year that was paid outside the 30 days, ${region}`;
    for (const region of ['northern region', 'southern region']) {
      await startTask(stack, 'refund-desk', title(region));
      asking.say(`ask-${region.slice(0, 5)}`, { ask: title(region) });
    }
    await untilOpen(stack, 2);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${stack.url}/agents/refund-desk`);
      for (const heading of ['Open questions', 'Tasks']) {
        const section = page.locator('section', {
          has: page.getByRole('heading', { level: 2, name: heading }),
        });
        for (const region of ['northern', 'southern']) {
          const own = section.getByText(new RegExp(`^${region} region$`));
          await expect(own).toBeVisible();
          expect(await own.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
        }
      }
    }
    await asking.close();
  });
});
