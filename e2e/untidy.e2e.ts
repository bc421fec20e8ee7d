import type { Rule } from '@countersign/api/rule';
import { expect, expectAccessible, test } from './fixtures.ts';
import { promptNow, startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';

test.use({ stackOptions: { crew: false } });

/** As a model writes it that was told of UpFormat once, and has no schema at hand. */
const untidy = {
  explanation: 'The vendor changed its bank account since the last invoice.',
  severity: 'high',
  payload: {
    vendor: 'Elster Hotel GmbH',
    amount: 1840.5,
    upContext: {
      entity: 'Invoice',
      fields: {
        vendor: { description: 'who is paid', '@id': 'schema:seller' },
        amount: { description: 'EUR, gross', '@id': 'schema:price', maximum: 5000 },
      },
      concepts: [{ '@id': 'schema:Invoice' }],
      constraints: ['Never above 5000 EUR'],
    },
  },
  upThought: {
    reasoning: 'The account in the mail differs from the one on file.',
    questions: [{ question: 'Is the new bank account the right one?' }, { weight: 3 }],
    confidence: '35%',
    canProceed: 'false',
    alternatives: [
      { approach: 'Pay to the old account', tradeoff: 'The money may come back', risk: 'low' },
      { approach: 'Call the vendor first', tradeoff: 'Two days later' },
    ],
    assumptions: 'The mail was not forged.',
  },
  upPrompt: {
    answers: {
      approve: { label: 'Pay it', effect: '1840.50 EUR leave today.' },
      reject: { label: 'Hold it' },
    },
  },
};

test('an untidy question is asked in full, and what was not read as sent is marked', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const id = '3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
  const prompt = await asking.ask(id, untidy);
  await openAt(page, stack, prompt.id);
  const { panel, send } = inbox(page);
  const evidence = panel.getByRole('complementary', { name: 'Evidence' });
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText(
    'Is the new bank account the right one?',
  );
  const unread = evidence.getByRole('region', { name: 'Not read as sent' });
  for (const place of ['/upThought/confidence', '/upThought/canProceed', '/upThought/questions/1'])
    await expect(unread.locator('code', { hasText: place }).first()).toBeVisible();
  await expect(unread.getByText('35%', { exact: true })).toBeVisible();
  await expect(unread.getByText('Read as 0.35.')).toBeVisible();
  await expect(evidence.getByText('no, by its own account')).toBeVisible();
  await expect(evidence.getByText('no threshold given')).toBeVisible();
  await expect(evidence.getByText('risk: low')).toBeVisible();
  await expect(evidence.getByText('The money may come back')).toBeVisible();
  await expect(panel.getByText('Elster Hotel GmbH')).toBeVisible();
  await expectAccessible(page, 'an untidy question');
  const approve = panel.getByRole('button', { name: /^Approve Pay it/ });
  await approve.click();
  await expect(panel.getByRole('status').getByText('1840.50 EUR leave today.')).toBeVisible();
  if (process.env['SHOTS'])
    for (const [width, height] of [
      [390, 844],
      [720, 900],
      [1024, 768],
      [1280, 720],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${process.env['SHOTS']}/untidy-${width}.png` });
    }
  await send('Send approval').click();
  expect(await asking.answer()).toMatchObject({ type: 'approve', target: { messageId: id } });
  await asking.close();
});

for (const [kind, payload, seen] of [
  ['a text', 'Dear Anna,\nshall we meet on Monday?', 'shall we meet on Monday?'],
  ['a list', [{ city: 'Halle' }, { city: 'Bonn' }], '"Halle"'],
] as const) {
  test(`a payload that is ${kind} is drawn where the content stands, and can be rejected`, async ({
    console: page,
    stack,
  }) => {
    const asking = await startAsking(stack);
    const prompt = await asking.ask('msg_01HZX3Y8Q4V7N2K5T6W9B1D0FG', {
      payload,
      explanation: 'Please look at it.',
      threadId: null,
      timestamp: null,
    });
    await openAt(page, stack, prompt.id);
    const { panel, answer, send } = inbox(page);
    const proposed = panel.getByRole('region', { name: 'Proposed' }).first();
    await expect(proposed).toContainText(seen);
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}/payload-${kind.slice(2)}.png` });
    await answer('Reject').click();
    await send('Send rejection').click();
    expect(await asking.answer()).toMatchObject({ type: 'reject' });
    await asking.close();
  });
}

test('a rule tests the confidence of the message, and a place that is nowhere is told', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  await asking.ask('unsure', { ask: 'Pay?', severity: 'minor', upThought: { confidence: 0.3 } });
  await page.goto(`${stack.url}/settings/rules/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Sure of itself');
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('scripted');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('combobox', { name: 'Condition 1: In' }).selectOption('message');
  await page.getByRole('textbox', { name: 'Condition 1: Place' }).fill('$.upTought.confidence');
  await page.getByRole('combobox', { name: 'Condition 1: Test' }).selectOption('at-least');
  await page.getByRole('textbox', { name: 'Condition 1: Value' }).fill('0.8');
  await page.getByRole('button', { name: 'Save and try it' }).click();
  await expect(
    page.getByText('$.upTought.confidence is in the message of none of the 1 question looked at.'),
  ).toBeVisible();
  await expectAccessible(page, 'a rule on the message');
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/rule.png`, fullPage: true });
  await page.getByRole('textbox', { name: 'Condition 1: Place' }).fill('$.upThought.confidence');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => (await stack.api<{ items: Rule[] }>('/api/rules')).items[0]?.match.conditions)
    .toEqual([{ path: '$.upThought.confidence', of: 'message', is: 'at-least', value: 0.8 }]);
  await page.getByRole('button', { name: /^Try/ }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible();
  const sure = await asking.ask('sure', {
    ask: 'Pay this one?',
    severity: 'minor',
    upThought: { confidence: '95%' },
  });
  await expect
    .poll(async () => (await promptNow(stack, sure.id)).decision?.by.kind, { timeout: 30_000 })
    .toBe('rule');
  await asking.close();
});

test('what looks like a question and cannot be read is a row, and is answered in words', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  asking.say('msg_01HZX3Y8Q4V7N2K5T6W9B1D0FG', {
    state: 'NEEDS_HUMAN_INPUT',
    explanation: 'Which of the two accounts?',
  });
  await page.goto(`${stack.url}/inbox`);
  await page.getByText('A question could not be read').first().click();
  const { panel, answer, send } = inbox(page);
  await expect(panel.getByText(/Which of the two accounts\?/)).toBeVisible();
  await expectAccessible(page, 'a question that could not be read');
  await answer('Instruct').click();
  await panel.getByRole('textbox').fill('The old one');
  await send('Send instruction').click();
  expect(await asking.answer()).toMatchObject({ content: { text: 'The old one' } });
  await asking.close();
});
