import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Rule } from '@countersign/api/rule';
import { expect, expectAccessible, test } from './fixtures.ts';
import { promptNow, startAsking } from './pages/asking.ts';
import { inbox, runStatus } from './pages/console.ts';
import { openAt } from './pages/desk.ts';

test.use({ stackOptions: { crew: false, env: { COUNTERSIGN_SCHEMA_ALLOW: '127.0.0.1' } } });

/** As written by a model that knows UpFormat only from a description, without its schema. */
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

test('an imprecise question is shown completely, and values not read as sent are marked', async ({
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
  const unread = evidence.getByRole('region', { name: 'Could not be read' });
  for (const place of ['/upThought/confidence', '/upThought/canProceed', '/upThought/questions/1'])
    await expect(unread.locator('code', { hasText: place }).first()).toBeVisible();
  await expect(unread.getByText('35%', { exact: true })).toBeVisible();
  await expect(unread.getByText('Read as 0.35.')).toBeVisible();
  await expect(evidence.getByText('says no')).toBeVisible();
  await expect(evidence.getByText('no threshold given')).toBeVisible();
  await expect(evidence.getByText('risk: low')).toBeVisible();
  await expect(evidence.getByText('The money may come back')).toBeVisible();
  await expect(panel.getByText('Elster Hotel GmbH')).toBeVisible();
  await expectAccessible(page, 'an untidy question');
  const approve = panel.getByRole('button', { name: /^Approve Pay it/ });
  await approve.click();
  await expect(panel.getByRole('status').getByText('1840.50 EUR leave today.')).toBeVisible();
  await send('Send approval').click();
  expect(await asking.answer()).toMatchObject({ type: 'approve', target: { messageId: id } });
  await asking.close();
});

test('a rule tests the confidence of the message, and a path that does not exist is reported', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  await asking.ask('unsure', { ask: 'Pay?', severity: 'minor', upThought: { confidence: 0.3 } });
  await page.goto(`${stack.url}/settings/rules/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Sure of itself');
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('scripted');
  await page.getByRole('combobox', { name: /^Answer/ }).selectOption('approve');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('combobox', { name: 'Condition 1: In' }).selectOption('message');
  await page.getByRole('textbox', { name: 'Condition 1: Path' }).fill('$.upTought.confidence');
  await page.getByRole('combobox', { name: 'Condition 1: Comparison' }).selectOption('at-least');
  await page.getByRole('textbox', { name: 'Condition 1: Value' }).fill('0.8');
  await page.getByRole('button', { name: 'Save and try it' }).click();
  await expect(
    page.getByText('$.upTought.confidence is in the message of none of the 1 question checked.'),
  ).toBeVisible();
  await expectAccessible(page, 'a rule on the message');
  await page.getByRole('textbox', { name: 'Condition 1: Path' }).fill('$.upThought.confidence');
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

test('a message that looks like a question but cannot be read is a row, and is answered by text', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  asking.say('msg_01HZX3Y8Q4V7N2K5T6W9B1D0FG', {
    state: 'NEEDS_HUMAN_INPUT',
    explanation: 'Which of the two accounts?',
  });
  // It notifies like any other blocking question: on the wall, the badge, the bell.
  await page.goto(`${stack.url}/wall`);
  await expect(page.getByRole('article').getByText('Needs decision').first()).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\)/);
  await expect(page.getByRole('button', { name: 'Not seen yet: 1' })).toBeVisible();
  await page.goto(`${stack.url}/inbox`);
  await expect(page.getByRole('link', { name: /Inbox/ }).first()).toContainText('1');
  await page.getByText('A question could not be read').first().click();
  const { panel, answer, send } = inbox(page);
  await expect(panel.getByText('Needs decision', { exact: true })).toBeVisible();
  await expect(panel.getByText(/Which of the two accounts\?/)).toBeVisible();
  await expect(panel.getByText('Unreadable', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'a question that could not be read');
  await answer('Instruct').click();
  await panel.getByRole('textbox').fill('The old one');
  await send('Send instruction').click();
  expect(await asking.answer()).toMatchObject({ content: { text: 'The old one' } });
  await asking.close();
});

test('the agent of a question that cannot be read is stopped from that question', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  asking.say('msg_01HZX3Y8Q4V7N2K5T6W9B1D0FG', { state: 'NEEDS_HUMAN_INPUT' });
  await page.goto(`${stack.url}/inbox`);
  await page.getByText('A question could not be read').first().click();
  const { panel } = inbox(page);
  await panel.getByRole('button', { name: 'Stop the task' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop this task?' });
  await expectAccessible(page, 'stopping from a question');
  await dialog.getByRole('button', { name: 'Stop task' }).click();
  await runStatus(stack, asking.taskId, 'cut-off');
  await expect(panel.getByText('Withdrawn', { exact: true })).toBeVisible();
  await asking.close();
});

test('a referenced schema is loaded on request, and defines the form', async ({
  console: page,
  stack,
}) => {
  let body = '<html></html>';
  const host = createServer((_request, response) => response.end(body));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/purchase-order.schema.json`;
  const asking = await startAsking(stack);
  const prompt = await asking.ask('3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b12', {
    ask: 'Order these?',
    severity: 'minor',
    payload: { seats: 4 },
    upContext: { schema: { $ref: address } },
  });
  await openAt(page, stack, prompt.id);
  const { panel, answer, send } = inbox(page);
  const evidence = panel.getByRole('complementary', { name: 'Evidence' });
  await expect(evidence.getByText(address)).toBeVisible();
  const load = evidence.getByRole('button', { name: 'Load the schema' });
  await load.click();
  await expect(evidence.getByText('The response is not JSON.')).toBeVisible();
  body = JSON.stringify({
    type: 'object',
    properties: { seats: { type: 'integer', maximum: 9, title: 'Seats at the table' } },
    required: ['seats'],
  });
  await load.click();
  await expect(evidence.getByText(/^Loaded by .+; sealed with the question\.$/)).toBeVisible();
  await expectAccessible(page, 'a loaded schema');
  const now = await stack.api<{ digest: string; message: { loadedSchema?: object } }>(
    `/api/prompts/${encodeURIComponent(prompt.id)}`,
  );
  expect(now.digest).not.toBe(prompt.digest);
  expect(now.message.loadedSchema).toMatchObject({ from: address });
  await answer('Edit').click();
  await panel.getByLabel('Seats at the table').fill('2');
  await send('Send 1 edit').click();
  expect(await asking.answer()).toMatchObject({ type: 'edit', content: { value: { seats: 2 } } });
  await asking.close();
  host.close();
});

test('the queue is filtered by any path of the message, and the address contains the filter', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const unsure = { ask: 'Pay the hotel?', upThought: { confidence: 0.3 } };
  await asking.ask('3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b13', unsure);
  const sure = { ask: 'Pay the caterer?', upThought: { confidence: 0.9 } };
  await asking.ask('3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b14', sure);
  await page.goto(`${stack.url}/inbox`);
  await expect(page.getByText('Pay the caterer?').first()).toBeVisible();
  await page.keyboard.press('/');
  const filter = page.getByRole('dialog', { name: 'Filter the queue' });
  await filter.getByLabel('Path in the message').fill('$.upThought.confidence[');
  await expect(filter.getByText(/^Enter one path, such as/)).toBeVisible();
  await filter.getByLabel('Path in the message').fill('$.upThought.confidence');
  await filter.getByLabel('Comparison').selectOption('less-than');
  await filter.getByLabel('Value to compare with').fill('0.5');
  await expect(page.getByText('Pay the caterer?')).toHaveCount(0);
  await expect(page.getByText('Pay the hotel?').first()).toBeVisible();
  await expectAccessible(page, 'a condition in the filter');
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const last = filter.getByRole('button', { name: 'Clear filters' });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
  }
  await page.reload();
  await expect(page.getByText('Pay the hotel?').first()).toBeVisible();
  await expect(page.getByText('Pay the caterer?')).toHaveCount(0);
  await asking.close();
});

test('values of any length and any script fit into the evidence', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const long = 'Wort'.repeat(2_500);
  const deep = JSON.parse(`${'{"inner":'.repeat(30)}"end"${'}'.repeat(30)}`);
  const rtl = 'هذا نص طويل جدا بلا نهاية \u202Ebase64 '.repeat(60);
  const prompt = await asking.ask('3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b15', {
    ask: 'Is this readable?',
    upThought: {
      reasoning: [long, rtl],
      assumptions: [long, rtl],
      confidence: long,
      canProceed: deep,
      questions: [{ id: 'q', text: rtl, default: long, why: long }, long],
      alternatives: [{ label: long, description: rtl, [`name${long}`]: deep }, { label: rtl }],
    },
    upContext: {
      entity: long,
      concepts: [long, rtl],
      constraints: { [long]: long, depth: deep },
      schema: `https://example.org/${long}`,
    },
    upPrompt: { severity: long },
    payload: [long],
  });
  await openAt(page, stack, prompt.id);
  const { panel } = inbox(page);
  const evidence = panel.getByRole('complementary', { name: 'Evidence' });
  await expect(evidence.getByText('What is known')).toBeVisible();
  for (const scheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height });
      const wide = await evidence.evaluate((root) => {
        const edge = root.getBoundingClientRect().right + 1;
        const clips = (element: Element | null): boolean =>
          element !== null &&
          element !== root.parentElement &&
          (/(auto|scroll|hidden|clip)/.test(getComputedStyle(element).overflowX) ||
            clips(element.parentElement));
        return [...root.querySelectorAll('*')]
          .filter((one) => one.getBoundingClientRect().right > edge && !clips(one.parentElement))
          .map((one) => `${one.tagName}.${one.className}`);
      });
      expect(wide, `too wide at ${width}, ${scheme}`).toEqual([]);
      const whole = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(whole).toBeLessThanOrEqual(width);
    }
  await expectAccessible(page, 'long evidence');
  await asking.close();
});
