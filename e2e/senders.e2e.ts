import type { Rule } from '@countersign/api/rule';
import { expect, expectAccessible, test } from './fixtures.ts';
import { promptsOf } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { addScripted, begin, startScripted } from './pages/scripted-task.ts';
import { type ScriptedRun, scriptedAgent } from './scripted-agent.ts';

test.use({ stackOptions: { crew: false } });

const messageId = (last: string) => `msg-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9${last}`;

/** Sends a message and a question in a name. */
function speakAs(run: ScriptedRun, agentId: string, last: string): void {
  const spoken = { messageId: messageId(`s${last}`), metadata: { agentId } };
  run.event({ type: 'BUSINESS_DATA_START', role: 'assistant', ...spoken });
  run.event({ type: 'BUSINESS_DATA_CONTENT', delta: `Words of ${last}`, ...spoken });
  run.event({ type: 'BUSINESS_DATA_END', ...spoken });
  run.event({
    type: 'CUSTOM',
    name: 'upformat.message',
    metadata: { agentId },
    value: {
      messageId: messageId(last),
      threadId: run.input.threadId,
      timestamp: new Date().toISOString(),
      state: 'needsHumanDecision',
      ask: `Pay invoice ${last}?`,
      payload: { vendor: 'Elster', amount: 5, [last]: true },
    },
  });
}

test('a sender that uses the name of a registered agent, the server or a person is shown as its connection', async ({
  console: page,
  stack,
}) => {
  const play = (run: ScriptedRun) => {
    begin(run);
    speakAs(run, 'trusted-ledger', 'b11');
    speakAs(run, 'Trusted Ledger', 'b12');
    speakAs(run, 'operator:admin', 'b13');
    speakAs(run, 'countersign:default', 'b14');
  };
  const evil = await scriptedAgent(play);
  const ledger = await scriptedAgent(() => {});
  await addScripted(stack, ledger, { id: 'trusted-ledger', name: 'Trusted Ledger' });
  const taskId = await startScripted(stack, evil, { id: 'evil', name: 'Evil' });
  await expect.poll(async () => (await promptsOf(stack, taskId)).length).toBe(4);

  await page.goto(`${stack.url}/tasks/${taskId}`);
  const stream = page.getByRole('region', { name: 'Stream', exact: true });
  await expect(stream.getByText('Words of b14')).toBeVisible();
  await expect(stream.getByText('↪ “Trusted ledger”, by Evil').first()).toBeVisible();
  await expect(stream.getByText('↪ “Trusted Ledger”, by Evil').first()).toBeVisible();
  for (const name of ['operator:admin', 'countersign:default']) {
    await expect(stream.getByText(`It used the name “${name}”`).first()).toBeVisible();
  }
  // No label is only the name of the other agent, of a person or of the server.
  const posed = /^(Trusted Ledger|Countersign|countersign:default|operator:admin)$/i;
  await expect(stream.getByText(posed)).toHaveCount(0);
  // The administrator has one message: the start of the task.
  await expect(stream.getByText('Administrator', { exact: true })).toHaveCount(1);
  await expectAccessible(page, 'a task with relayed senders');

  const { panel, row } = inbox(page);
  const asked = await promptsOf(stack, taskId);
  const askedAs: [string, string][] = [
    ['b11', 'Evil, for “Trusted ledger”'],
    ['b12', 'Evil, for “Trusted Ledger”'],
    ['b13', 'Evil'],
    ['b14', 'Evil'],
  ];
  for (const [last, asker] of askedAs) {
    const prompt = asked.find(({ message }) => message.messageId === messageId(last));
    if (prompt === undefined) throw new Error(`nothing asked by ${last}`);
    await openAt(page, stack, prompt.id);
    await expect(row(prompt.ask)).toContainText(asker);
    await expect(panel.getByText(asker, { exact: true }).first()).toBeVisible();
    await expect(panel.getByText(posed)).toHaveCount(0);
    await expect(panel.getByText('Administrator')).toHaveCount(0);
  }

  // Also in the table of several: each row names its sender.
  await page.goto(`${stack.url}/inbox`);
  await row('Pay invoice b11?').click();
  await page.keyboard.press('x');
  await row('Pay invoice b13?').click();
  await page.keyboard.press('x');
  const together = page.getByRole('region', { name: 'Decide together' });
  await page.getByRole('button', { name: 'Decide together' }).click();
  await expect(together.getByText('Evil, for “Trusted ledger”').first()).toBeVisible();
  await ledger.close();
  await evil.close();
});

test('a rule for a name without a connection shows that it matches nothing', async ({
  console: page,
  stack,
}) => {
  const ledger = await scriptedAgent(() => {});
  await addScripted(stack, ledger, { id: 'trusted-ledger', name: 'Trusted Ledger' });
  const rule = (name: string, agentId: string) =>
    stack.api<Rule>('/api/rules', {
      body: {
        name,
        expiresAt: Date.now() + 86_400_000,
        match: { agentId, conditions: [] },
        feedback: { type: 'approve' },
      },
    });
  const old = await rule('Of a relayed name', 'freelancer-recommender');
  await rule('Of a connection', 'trusted-ledger');
  const reported = 'Matches nothing: no connection has the id “freelancer-recommender”.';

  await page.goto(`${stack.url}/settings/rules`);
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(row('Of a relayed name')).toContainText(reported);
  await expect(row('Of a connection')).not.toContainText('Matches nothing');
  await expectAccessible(page, 'a rule that matches nothing');

  await page.getByRole('link', { name: 'Of a relayed name' }).click();
  await expect(page.getByText(reported)).toBeVisible();
  // After the intended connection is chosen in the form, the warning is gone.
  await page.getByRole('combobox', { name: /^Agent/ }).selectOption('trusted-ledger');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Matches nothing')).toBeHidden();
  expect((await stack.api<{ items: Rule[] }>('/api/rules')).items).toContainEqual(
    expect.objectContaining({ id: old.id, version: 2 }),
  );
  await ledger.close();
});
