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

const second = {
  ...offer,
  revision: 2,
  payload: { ...offer.payload, rate: 90, city: 'Halle' },
};

async function opened(page: Page, stack: Stack): Promise<{ asking: Asking; prompt: Prompt }> {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('offer', offer);
  await openAt(page, stack, prompt.id);
  return { asking, prompt };
}

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
