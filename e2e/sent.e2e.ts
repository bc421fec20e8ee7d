import { canonicalJson } from '@countersign/json/canonical-json';
import { expect, test } from './fixtures.ts';
import { answersAt, startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { expectAccessibleInBoth } from './pages/page-checks.ts';

test.use({ stackOptions: { crew: false, recallMs: 60_000 } });

test('after sending, the panel shows what was sent, also while it can be recalled', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const payload = { hotel: 'Elster', nights: 2 };
  const prompt = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', {
    ask: 'Shall I book this room?',
    payload,
  });
  await openAt(page, stack, prompt.id);
  const { panel, answer, send } = inbox(page);
  await answer('Edit').click();
  await panel.getByRole('textbox', { name: /^nights/i }).fill('3');
  await send('Send 1 edit').click();
  await expect(panel.getByRole('button', { name: 'Recall' })).toBeVisible();
  const sent = panel.getByRole('region', { name: 'Answer as given' });
  await expect(sent.getByRole('definition').filter({ hasText: /^3$/ })).toBeVisible();
  const difference = sent.getByRole('region', { name: 'Your version compared with the proposal' });
  await expect(difference.locator('.diff-removed')).toContainText('2');
  await expect(difference.locator('.diff-added')).toContainText('3');
  await sent.getByText(/^Exact bytes/).click();
  const bytes = await sent.locator('pre.bytes-raw').textContent();
  expect(bytes).toBe(
    canonicalJson({
      type: 'edit',
      target: { messageId: prompt.message.messageId },
      content: {
        patch: [{ op: 'replace', path: '/nights', value: 3 }],
        value: { ...payload, nights: 3 },
      },
    }),
  );
  await expectAccessibleInBoth(page, 'what was sent');
  expect(answersAt(asking.agent)).toEqual([]);
  await panel.getByRole('button', { name: 'Recall' }).click();
  await expect(sent).toBeHidden();
  await asking.close();
});

test('the decisions of a task can be expanded: what was sent, and its difference to the proposal', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack, { id: 'io', name: 'Io' });
  const prompt = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc2', {
    ask: 'Shall I book this room?',
    payload: { hotel: 'Elster', nights: 2 },
  });
  await openAt(page, stack, prompt.id);
  const { panel, answer, send } = inbox(page);
  // In a narrow head, a short name of an agent takes no more than its own width.
  await page.setViewportSize({ width: 1024, height: 768 });
  const box = panel.locator('.decision-meta > .avatar-name');
  const space = () =>
    box.evaluate((whole) => {
      const name = whole.querySelector('a');
      if (name === null) throw new Error('the head names nobody');
      return whole.getBoundingClientRect().right - name.getBoundingClientRect().right;
    });
  // Measured at one moment, once the new size is laid out.
  await expect.poll(space).toBeLessThanOrEqual(12);
  await page.setViewportSize({ width: 1440, height: 900 });
  await answer('Edit').click();
  await panel.getByRole('textbox', { name: /^nights/i }).fill('3');
  await send('Send 1 edit').click();
  await expect(panel.getByRole('button', { name: 'Recall' })).toBeVisible();
  // In the stream and in the list, an edit reads in the words of the form.
  await page.goto(`${stack.url}/tasks/${prompt.taskId ?? ''}`);
  await expect(page.getByText('edited: Nights 2 → 3').first()).toBeVisible();
  await page.goto(`${stack.url}/tasks/${prompt.taskId ?? ''}?tab=decisions`);
  await expect(page.getByText('edited: Nights 2 → 3')).toBeVisible();
  await page.getByText('What was sent').click();
  const sent = page.getByRole('region', { name: 'Answer as given' });
  await expect(sent.getByRole('definition').filter({ hasText: /^3$/ })).toBeVisible();
  const difference = sent.getByRole('region', { name: 'Your version compared with the proposal' });
  await expect(difference.locator('.diff-removed')).toContainText('2');
  await expect(difference.locator('.diff-added')).toContainText('3');
  await expectAccessibleInBoth(page, 'what was sent, in its task');
  // When the window becomes narrow, the chosen view stays on screen.
  await page.setViewportSize({ width: 390, height: 844 });
  const views = page.getByRole('navigation', { name: 'Views of this task' });
  await expect(views.locator('[aria-current]')).toBeInViewport({ ratio: 1 });
  await asking.close();
});

test.describe('sent at once', () => {
  test.use({ stackOptions: { crew: false, recallMs: 0 } });

  test('no request of the page fails when answers are sent as fast as keys can be pressed', async ({
    console: page,
    stack,
  }) => {
    const asking = await startAsking(stack);
    const ids = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const { id } = await asking.ask(`call_Yk3Xr0T9vQm2LpB7sNaW4dHc${String(index)}`, {
          ask: `Shall I book room ${String(index)}?`,
          payload: { hotel: 'Elster' },
        });
        return id;
      }),
    );
    const failed: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${String(response.status())} ${response.url()}`);
    });
    page.on('requestfailed', (request) => {
      // What the page itself cancelled when it was left is no failure.
      const reason = request.failure()?.errorText;
      if (reason !== 'net::ERR_ABORTED') failed.push(`${String(reason)} ${request.url()}`);
    });
    for (const [index, id] of ids.entries()) {
      await openAt(page, stack, id);
      const { answer, send } = inbox(page);
      await answer('Instruct').click();
      await page.getByLabel('Instruction').fill(`Ask for the quiet side, ${String(index)}.`);
      await send('Send instruction').click();
    }
    await expect.poll(() => answersAt(asking.agent).length).toBe(ids.length);
    expect(failed).toEqual([]);
    await asking.close();
  });
});
