import type { Prompt } from '@countersign/api/prompt';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Asking, promptNow, startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { decisionsPath } from './pages/scripted-task.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });

const offer = {
  upPrompt: { ask: 'Is this offer right?' },
  explanation: 'Ada is near and free.',
  payload: { name: 'Ada', rate: 95, city: 'Leipzig', days: 10 },
  upContext: {
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name' },
        rate: { type: 'integer', title: 'Rate' },
        city: { type: 'string', title: 'City' },
        days: { type: 'integer', title: 'Days' },
      },
      required: ['name', 'rate'],
    },
  },
};

/** The second revision: it changes a field I change (rate) and one I leave (city), but not another I change (days). */
const second = {
  ...offer,
  revision: 2,
  payload: { ...offer.payload, rate: 90, city: 'Halle' },
};

const field = (page: Page, name: RegExp) => inbox(page).panel.getByRole('textbox', { name });

async function opened(page: Page, stack: Stack): Promise<{ asking: Asking; prompt: Prompt }> {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('offer', offer);
  await openAt(page, stack, prompt.id);
  return { asking, prompt };
}

/** An edit of mine that conflicts with the second revision in one field. */
async function editAndBeRevised(page: Page, asking: Asking): Promise<void> {
  await inbox(page).answer('Edit').click();
  await field(page, /^Rate/).fill('120');
  await field(page, /^Days/).fill('12');
  await asking.ask('offer', second);
}

const mergeOf = (page: Page) =>
  inbox(page).panel.getByRole('region', {
    name: 'The agent revised the question while you edited',
  });

const seenIn = async (page: Page) =>
  mergeOf(page)
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .slice(1)
        .map((row) => [...row.querySelectorAll('th, .merge-value')].map((at) => at.textContent)),
    );

test('a revision during an edit is merged field by field, and the operator resolves the conflict', async ({
  console: page,
  stack,
}) => {
  const { asking, prompt } = await opened(page, stack);
  await editAndBeRevised(page, asking);
  const { panel, send, bytes, expectDelivered } = inbox(page);
  const merge = mergeOf(page);
  await expect(merge).toBeVisible();
  expect(await seenIn(page)).toEqual([
    ['Rate', '95', '90', '120'],
    ['City', '"Leipzig"', '"Halle"', '"Leipzig"'],
    ['Days', '10', '10', '12'],
  ]);
  await expect(merge.getByText(/^1 conflict to resolve, 2 resolved\./)).toBeVisible();
  // My edits are kept, and focus has not moved.
  await expect(field(page, /^Days/)).toBeFocused();
  await expect(field(page, /^Rate/)).toHaveValue('120');
  await expect(send(/^Send/)).toBeDisabled();
  const use = panel.getByRole('button', { name: 'Use revision 2' });
  await expect(use).toBeDisabled();
  await page.keyboard.press('Control+Enter');
  expect((await promptNow(stack, prompt.id)).state).toBe('open');

  await merge.getByRole('radio', { name: 'Keep yours: 120' }).click();
  await expect(merge.getByText(/^0 conflicts to resolve, 3 resolved\./)).toBeVisible();
  await use.click();
  await expect(merge).toHaveCount(0);
  await expect(field(page, /^City/)).toHaveValue('Halle');
  await expect(field(page, /^Days/)).toHaveValue('12');
  const shown = await bytes();
  await send('Send 2 edits').click();
  await expectDelivered();
  const feedback = await asking.answer();
  expect(feedback.content).toEqual({
    patch: [
      { op: 'replace', path: '/rate', value: 120 },
      { op: 'replace', path: '/days', value: 12 },
    ],
    value: { name: 'Ada', rate: 120, city: 'Halle', days: 12 },
  });
  expect(JSON.parse(shown)).toEqual(feedback);
  const { decision, digest } = await promptNow(stack, prompt.id);
  expect(decision?.digest).toBe(digest);
  expect(digest).not.toBe(prompt.digest);
  await asking.close();
});

test('the agent’s side of a conflict can be chosen, and the choice is kept over a reload', async ({
  console: page,
  stack,
}) => {
  const { asking } = await opened(page, stack);
  await editAndBeRevised(page, asking);
  const { panel, send, expectDelivered } = inbox(page);
  const take = mergeOf(page).getByRole('radio', { name: 'Use the agent’s: 90' });
  await take.click();
  await page.reload();
  await expect(take).toBeChecked();
  await expect(field(page, /^Days/)).toHaveValue('12');
  await panel.getByRole('button', { name: 'Use revision 2' }).click();
  await expect(field(page, /^Rate/)).toHaveValue('90');
  await send('Send 1 edit').click();
  await expectDelivered();
  expect((await asking.answer()).content).toEqual({
    patch: [{ op: 'replace', path: '/days', value: 12 }],
    value: { name: 'Ada', rate: 90, city: 'Halle', days: 12 },
  });
  await asking.close();
});

test('a third revision asks again only where it conflicts', async ({ console: page, stack }) => {
  const { asking } = await opened(page, stack);
  await editAndBeRevised(page, asking);
  const { panel, send, expectDelivered } = inbox(page);
  await mergeOf(page).getByRole('radio', { name: 'Keep yours: 120' }).click();
  await panel.getByRole('button', { name: 'Use revision 2' }).click();
  await asking.ask('offer', {
    ...second,
    revision: 3,
    payload: { ...second.payload, name: 'Ada L.', days: 11 },
  });
  await expect(mergeOf(page).getByText(/^1 conflict to resolve/)).toBeVisible();
  await mergeOf(page).getByRole('radio', { name: 'Use the agent’s: 11' }).click();
  await panel.getByRole('button', { name: 'Use revision 3' }).click();
  await send('Send 1 edit').click();
  await expectDelivered();
  expect((await asking.answer()).content).toEqual({
    patch: [{ op: 'replace', path: '/rate', value: 120 }],
    value: { name: 'Ada L.', rate: 120, city: 'Halle', days: 11 },
  });
  await asking.close();
});

test('an approval overtaken by a revision is refused with the difference, and its note is kept', async ({
  console: page,
  stack,
}) => {
  const { asking, prompt } = await opened(page, stack);
  const { panel, answer, send, expectDelivered } = inbox(page);
  await answer('Approve').click();
  await panel.getByLabel('Note to the agent').fill('Ninety-five is fine.');
  await page.route(
    '**/decisions',
    async (route) => {
      await asking.ask('offer', second);
      await route.continue();
    },
    { times: 1 },
  );
  const answered = page.waitForResponse('**/decisions');
  await send('Send approval').click();
  expect((await answered).status()).toBe(412);
  const reported = panel.getByRole('alert');
  await expect(reported).toContainText('The agent changed this while you read it');
  await expect(reported).toContainText('Nothing was sent.');
  const difference = reported.getByRole('region', { name: 'What changed' });
  await expect(difference.locator('.diff-removed')).toContainText('95');
  await expect(difference.locator('.diff-added')).toContainText('90');
  await expect(difference).toContainText('City');
  // The screen shows the old revision until the new one is requested.
  await expect(panel.getByText('Leipzig').first()).toBeVisible();
  await expect(panel.getByLabel('Note to the agent')).toHaveValue('Ninety-five is fine.');
  await expect(send('Send approval')).toBeDisabled();
  expect(asking.agent.feedback).toEqual([]);
  expect((await promptNow(stack, prompt.id)).decision).toBeNull();

  await reported.getByRole('button', { name: 'Use revision 2' }).click();
  await expect(panel.getByText('Halle').first()).toBeVisible();
  await expect(panel.getByLabel('Note to the agent')).toHaveValue('Ninety-five is fine.');
  await send('Send approval').click();
  await expectDelivered();
  expect(await asking.answer()).toMatchObject({ type: 'approve' });
  await asking.close();
});

test('a note on a field that a revision removes is marked, and the comment cannot be sent', async ({
  console: page,
  stack,
}) => {
  const { asking } = await opened(page, stack);
  const { panel, answer, send } = inbox(page);
  await answer('Comment').click();
  const places = panel.getByRole('region', { name: 'What can be commented on' });
  const notes = panel.getByRole('list', { name: 'Notes' }).getByRole('textbox');
  await places.getByRole('button', { name: 'Note at City' }).click();
  await notes.first().fill('Which one?');
  await places.getByRole('button', { name: 'Note at Rate' }).click();
  await notes.nth(1).fill('Too high.');
  const { city: _gone, ...payload } = offer.payload;
  await asking.ask('offer', { ...offer, revision: 2, payload });
  await panel.getByRole('button', { name: 'Use revision 2' }).click();
  await expect(panel.getByText('What this note is about is gone')).toBeVisible();
  await expect(notes).toHaveCount(2);
  await expect(send('Add comment')).toBeDisabled();
  await panel.getByRole('button', { name: 'Remove note 1' }).click();
  await send('Add comment').click();
  await expect(panel.getByRole('region', { name: 'Comments' })).toContainText('Rate: Too high.');
  expect(await asking.answer()).toMatchObject({
    content: { annotations: [{ pointer: '/rate', text: 'Too high.' }] },
  });
  await asking.close();
});

test('an answer is applied to its own question and to no other', async ({
  console: page,
  stack,
}) => {
  const { asking, prompt: first } = await opened(page, stack);
  const { panel, answer, send, expectDelivered } = inbox(page);
  await answer('Approve').click();
  // The same question again, with identical text, and a more expensive one: both newer than the one on screen.
  const twin = await asking.ask('offer-again', offer);
  const dearer = await asking.ask('offer-dearer', {
    ...offer,
    payload: { ...offer.payload, rate: 950 },
  });
  await send('Send approval').click();
  await expectDelivered();
  expect(await asking.answer()).toEqual({ type: 'approve', target: { messageId: 'offer' } });
  for (const { id } of [twin, dearer]) {
    expect(await promptNow(stack, id)).toMatchObject({ state: 'open', decision: null });
  }
  // A seal is valid for its own question only, not for an identical one; an answered question accepts no second answer.
  const approve = (id: string, digest: string) =>
    stack.request(decisionsPath(id), {
      body: { digest, idempotencyKey: `foreign-${id}`, feedback: { type: 'approve' } },
    });
  expect((await approve(dearer.id, first.digest)).status).toBe(412);
  expect((await approve(twin.id, first.digest)).status).toBe(412);
  expect((await approve(first.id, first.digest)).status).toBe(409);
  // Nor is the idempotency key of an answer accepted for another question.
  const given = {
    digest: twin.digest,
    idempotencyKey: 'one-key-only',
    feedback: { type: 'reject', target: { messageId: 'offer-again' } },
  };
  expect((await stack.request(decisionsPath(twin.id), { body: given })).status).toBe(201);
  const elsewhere = {
    ...given,
    digest: dearer.digest,
    feedback: { type: 'reject', target: { messageId: 'offer-dearer' } },
  };
  expect((await stack.request(decisionsPath(dearer.id), { body: elsewhere })).status).toBe(409);
  expect((await promptNow(stack, dearer.id)).decision).toBeNull();
  await expect(panel.getByText('Answered by you')).toBeVisible();
  await expect.poll(() => asking.agent.feedback.length).toBe(2);
  expect(asking.agent.feedback.map(({ message }) => message.upFeedback)).toEqual([
    { type: 'approve', target: { messageId: 'offer' } },
    { type: 'reject', target: { messageId: 'offer-again' } },
  ]);
  await asking.close();
});
