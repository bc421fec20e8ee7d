import { expect, expectAccessible, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { settleFocus } from './pages/keyboard.ts';

test.use({ stackOptions: { crew: false } });

test('the breadcrumb is correct after Esc, in bulk, and from a task; a narrow rail shows the count', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack, { id: 'refund-desk', name: 'Refund Desk' });
  const first = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', { ask: 'Refund 88-1?' });
  await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc2', { ask: 'Refund 88-2?' });
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  const crumbs = () => trail.locator('.truncate').allTextContents();
  await page.goto(`${stack.url}/inbox/${encodeURIComponent(first.id)}`);
  await expect.poll(crumbs).toEqual(['Inbox', 'Refund Desk', 'Refund 88-1?']);
  await settleFocus(page);
  // First to the queue, then out of the question.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Questions' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/inbox$/);
  await expect.poll(crumbs).toEqual(['Inbox']);

  // The row that was left is still the current one.
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Decide together' }).click();
  await expect.poll(crumbs).toEqual(['Inbox', 'Decide together']);

  const { taskId } = await stack.api<{ taskId: string }>(
    `/api/prompts/${encodeURIComponent(first.id)}`,
  );
  await page.goto(`${stack.url}/tasks/${taskId}?tab=decisions`);
  await page.getByRole('link', { name: 'Refund 88-1?' }).click();
  await expect.poll(crumbs).toEqual(['Inbox', 'Refund Desk', 'Refund 88-1?']);

  await page.getByRole('button', { name: 'Collapse' }).click();
  const inbox = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Inbox/ });
  await expect(inbox.getByText('2', { exact: true })).toBeVisible();
  await asking.close();
});

test('a missing page, task or question is reported inside the frame, with a link', async ({
  console: page,
  stack,
}) => {
  const main = page.getByRole('navigation', { name: 'Main' });
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  for (const [path, words, way] of [
    ['/nowhere/at/all', 'Page not found', 'Open the inbox'],
    ['/tasks/6929cc37-1120-4dc6-8da3-fbf9b632e9e0', 'Task not found', 'All tasks'],
    ['/inbox/6929cc37-1120-4dc6-8da3-fbf9b632e9e1', 'Question not found', 'Back to the queue'],
  ] as const) {
    await page.goto(stack.url + path);
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
    await expect(main).toBeVisible();
    await expect(trail).not.toBeEmpty();
    await expectAccessible(page, path);
    await page
      .getByRole('link', { name: way })
      .or(page.getByRole('button', { name: way }))
      .click();
    await expect(page.getByRole('heading', { name: words })).toBeHidden();
  }
});

test('the stream has a message field for the agents, other views of a task have none', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', { ask: 'Refund 88-1?' });
  const box = page.getByLabel('Message to the agents');
  await page.goto(`${stack.url}/tasks/${asking.taskId}`);
  await expect(box).toBeVisible();
  const views = page.getByRole('navigation', { name: 'Views of this task' });
  for (const view of ['Lineage', 'Flow', 'Timeline', 'State', 'Decisions', 'Events']) {
    await views.getByRole('link', { name: new RegExp(`^${view}`) }).click();
    await expect(page).toHaveURL(new RegExp(`tab=${view.toLowerCase()}`));
    await expect(box).toHaveCount(0);
  }
  await views.getByRole('link', { name: /^Stream/ }).click();
  await expect(box).toBeVisible();
  await asking.close();
});
