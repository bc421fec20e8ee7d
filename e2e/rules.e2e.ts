import type { Prompt } from '@countersign/api/prompt';
import type { Rule, RuleList } from '@countersign/api/rule';
import type { UpFeedback } from '@countersign/upformat/message';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { type Asking, promptNow, startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { desk } from './pages/desk.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });
// Each test signs several people in and runs axe several times.
test.describe.configure({ timeout: 180_000 });

const pay = (asking: Asking, amount: number) =>
  asking.ask(`pay-${amount}`, {
    ask: `Pay the invoice over ${amount} EUR?`,
    severity: 'minor',
    payload: { vendor: 'Elster', amount },
  });
const answer = (stack: Stack, { id, digest }: Prompt, feedback: UpFeedback) =>
  stack.api(`/api/prompts/${encodeURIComponent(id)}/decisions`, {
    body: { digest, idempotencyKey: `answer-${id}`, feedback },
  });
const untilRule = (stack: Stack, { id }: Prompt) =>
  expect
    .poll(async () => (await promptNow(stack, id)).decision?.by.kind, { timeout: 30_000 })
    .toBe('rule');
const rulesOf = (stack: Stack) => stack.api<RuleList>('/api/rules');

/** Presses Tab until the place has focus. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way by Tab to ${String(place)}`);
}

test('a rule is made from an answer, tested on the past, answers from then on, and can be stopped by any operator', async ({
  browser,
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const small = await pay(asking, 40);
  await answer(stack, small, { type: 'approve' });
  await answer(stack, await pay(asking, 60), { type: 'approve' });
  const large = await pay(asking, 900);
  await answer(stack, large, { type: 'reject', content: { reason: 'No order' } });
  const open = await pay(asking, 50);

  await page.goto(`${stack.url}/inbox/${encodeURIComponent(small.id)}`);
  await page.getByRole('link', { name: 'Create a rule from this answer' }).click();
  await expect(page.getByText('Created from', { exact: true })).toBeVisible();
  // The conditions of the question are set, no answer is chosen.
  const choice = page.getByRole('combobox', { name: /^Answer/ });
  await expect(choice).toHaveValue('');
  await expect(page.getByLabel('Condition 1: Value')).toHaveValue('Elster');
  await expect(page.getByLabel('Condition 2: Path')).toHaveValue('$.amount');
  await expect(page.getByLabel('Condition 2: Value')).toHaveValue('40');
  await page.getByRole('button', { name: 'Save and try it' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose what is answered');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expectAccessible(page, 'new rule with a fault');
  await page.getByRole('textbox', { name: 'Name' }).fill('Small invoices');
  await choice.selectOption('approve');
  await page.getByRole('button', { name: 'Remove condition 2' }).click();
  await page.getByRole('button', { name: 'Remove condition 1' }).click();
  await page.getByRole('button', { name: 'Save and try it' }).click();

  const trial = page.getByRole('region', { name: 'Trial on past questions' });
  await expect(trial).toContainText('Would have answered 2 of 3 as you did; this 1 differs:');
  await expect(trial.getByRole('link', { name: large.ask })).toHaveAttribute(
    'href',
    `/inbox/${encodeURIComponent(large.id)}`,
  );
  await expect(trial).toContainText('Administrator: rejected');
  await expectAccessible(page, 'rule with a difference');

  // Below full agreement a confirmation lists the cases that differ.
  await trial.getByRole('button', { name: 'Switch on' }).click();
  const sure = page.getByRole('dialog', { name: 'Switch it on anyway?' });
  await expect(sure).toContainText('In 1 of 3 cases people answered differently');
  await expect(sure).toContainText(large.ask);
  await expectAccessible(page, 'switching on a rule that differs');
  await sure.getByRole('button', { name: 'Cancel' }).click();
  expect((await rulesOf(stack)).items[0]?.enabled).toBe(false);

  // A change has to be tested again before it can be switched on.
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await expect(trial.getByRole('button', { name: 'Switch on' })).toBeDisabled();
  await expect(trial).toContainText('Save your changes first');
  await page.getByLabel('Condition 1: Path').fill('$.amount');
  await page.getByLabel('Condition 1: Comparison').selectOption('at-most');
  await page.getByLabel('Condition 1: Value').fill('100');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(trial).toContainText('This version has not been tried.');
  await expect(trial.getByRole('button', { name: 'Switch on' })).toBeDisabled();
  await trial.getByRole('button', { name: 'Try it' }).click();
  await expect(trial).toContainText('Would have answered all 2 as you did.');
  await expect(trial).toContainText('1 open question matches now. It is left to people.');
  await trial.getByRole('button', { name: 'Switch on' }).click();
  await expect(trial).toContainText('open questions are left to people');

  const next = await pay(asking, 30);
  await untilRule(stack, next);
  const tooMuch = await pay(asking, 500);
  expect((await promptNow(stack, open.id)).state).toBe('open');
  await expect.poll(() => asking.agent.feedback.length).toBe(4);
  await expect(page.getByText('version 2 · answered 1 question, 1 by this version')).toBeVisible();
  await page.goto(`${stack.url}/inbox/${encodeURIComponent(next.id)}`);
  await expect(inbox(page).panel).toContainText('Answered by the rule Small invoices, version 2');
  await expect(page.getByRole('link', { name: 'Create a rule from this answer' })).toBeHidden();

  const jonas = await desk(browser, stack, { id: 'jonas', name: 'Jonas Weber' });
  await jonas.page.goto(`${stack.url}/settings/rules`);
  await expect(
    jonas.page.getByText('Only an administrator may add, change or switch'),
  ).toBeVisible();
  await jonas.page.getByRole('button', { name: 'Stop all rules' }).click();
  await expect(page.getByRole('link', { name: 'Rules stopped' })).toBeVisible();
  await expect(jonas.page.getByRole('button', { name: /Resume the rules|Undo/ })).toBeDisabled();
  await expect(jonas.page.getByText('Only an administrator can resume the rules.')).toBeVisible();
  const meanwhile = await pay(asking, 20);

  await page.getByRole('link', { name: 'Rules stopped' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'by Jonas Weber' })).toBeVisible();
  await expectAccessible(page, 'rules stopped');
  await page.getByRole('button', { name: 'Resume the rules' }).click();
  await expect(page.getByRole('button', { name: 'Stop all rules' })).toBeVisible();
  await untilRule(stack, await pay(asking, 10));
  for (const { id } of [meanwhile, tooMuch, open]) {
    expect((await promptNow(stack, id)).state).toBe('open');
  }
  await expect(page.getByText('answered 2 questions')).toBeVisible();
  await expectAccessible(page, 'rules');
  await jonas.context.close();
  await asking.close();
});

test('a rule is made, tested and switched on by keyboard only', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  await answer(stack, await pay(asking, 40), { type: 'approve' });
  await page.goto(`${stack.url}/settings/rules`);
  await expect(page.getByText('No rule answers anything')).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Add a rule' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('Everything small');
  await tabTo(page, page.getByRole('combobox', { name: /^Agent/ }));
  await page.keyboard.type('Scripted');
  await tabTo(page, page.getByRole('button', { name: 'Add a condition' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Remove condition 1' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('combobox', { name: /^Answer/ }));
  await page.keyboard.type('Approve');
  await tabTo(page, page.getByRole('button', { name: '30 days' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Save and try it' }));
  await page.keyboard.press('Enter');
  const switchOn = page.getByRole('button', { name: 'Switch on' });
  await expect(
    page.getByText('Would have answered the 1 matching question as you did.'),
  ).toBeVisible();
  await expect(switchOn).toBeEnabled();
  await tabTo(page, switchOn);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible();
  const [rule] = (await rulesOf(stack)).items;
  expect(rule).toMatchObject({ name: 'Everything small', enabled: true });
  const aheadDays = ((rule?.expiresAt ?? 0) - Date.now()) / 86_400_000;
  expect(Math.round(aheadDays)).toBe(30);
  await asking.close();
});

test('a newer version by another operator is reported, not overwritten; unedited fields take it over', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const body = (name: string) => ({
    name,
    expiresAt: Date.now() + 86_400_000,
    match: { agentId: 'scripted', conditions: [] },
    feedback: { type: 'approve' },
  });
  const { id } = await stack.api<Rule>('/api/rules', { body: body('First') });
  const change = (name: string) =>
    stack.api<Rule>(`/api/rules/${id}`, { method: 'PUT', body: body(name) });
  await page.goto(`${stack.url}/settings/rules/${id}`);
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue('First');
  await change('Second');
  await expect(name).toHaveValue('Second');
  await name.fill('Mine');
  await change('Third');
  const reported = page.getByRole('alert').filter({ hasText: 'saved version 3 in the meantime' });
  await expect(reported).toBeVisible();
  await expect(name).toHaveValue('Mine');
  await reported.getByRole('button', { name: 'Use theirs' }).click();
  await expect(name).toHaveValue('Third');
  await name.fill('Mine again');
  await change('Fourth');
  await expect(page.getByText('saved version 4 in the meantime')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('in the meantime')).toBeHidden();
  expect((await rulesOf(stack)).items[0]).toMatchObject({ name: 'Mine again', version: 5 });
  await page.getByRole('button', { name: 'Remove rule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove rule' }).click();
  await expect(page.getByText('No rule answers anything')).toBeVisible();
  await asking.close();
});

test('a viewer reads the rules and changes nothing, on a phone too', async ({ browser, stack }) => {
  const asking = await startAsking(stack);
  const { id } = await stack.api<Rule>('/api/rules', {
    body: {
      name: 'A rule with a name that is long enough to need more than one line on a phone',
      expiresAt: Date.now() + 86_400_000,
      match: { agentId: 'scripted', conditions: [{ path: '$.amount', is: 'at-most', value: 5 }] },
      feedback: { type: 'approve' },
    },
  });
  const vera = await desk(browser, stack, { id: 'vera', name: 'Vera Lind', role: 'viewer' });
  await vera.page.setViewportSize({ width: 390, height: 844 });
  await vera.page.goto(`${stack.url}/settings/rules`);
  await expect(vera.page.getByRole('button', { name: 'Stop all rules' })).toBeDisabled();
  await expect(vera.page.getByText('Viewers cannot stop rules.')).toBeVisible();
  await expectAccessible(vera.page, 'rules of a viewer on a phone');
  await vera.page.getByRole('link', { name: /A rule with a name/ }).click();
  await expect(
    vera.page.getByText('Only an administrator may add, change or switch'),
  ).toBeVisible();
  await expect(vera.page.getByRole('textbox', { name: 'Name' })).toBeDisabled();
  for (const word of ['Save', 'Try it', 'Switch on', 'Remove rule']) {
    await expect(vera.page.getByRole('button', { name: word })).toHaveCount(0);
  }
  const width = await vera.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  const refused = await stack.request(`/api/rules/${id}`, { method: 'DELETE', token: vera.token });
  expect(refused.status).toBe(403);
  await vera.context.close();
  await asking.close();
});
