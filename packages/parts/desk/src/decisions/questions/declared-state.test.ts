import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { afterEach, expect, it } from 'vitest';

let asking: Asking;
afterEach(() => asking?.close());

/** The problems found in these declarations, in order. */
async function judged(...declared: object[]): Promise<unknown[]> {
  asking = await startAsking();
  for (const message of declared) asking.say(message);
  asking.run.send({ type: 'STEP_STARTED', stepName: 'last' });
  await asking.harness.untilEvent(asking.taskId, (event) => event.type === 'STEP_STARTED');
  return asking.harness.facts(asking.taskId, 'countersign.anomaly').map(({ detail }) => detail);
}

it('checks an agent whose messages all have different ids', async () => {
  expect(
    await judged(
      { messageId: '6f1f0b6e-4a0c-4f9e-8a6e-2f6a5f0c9d11', state: 'submitted' },
      { messageId: '7c9a0d52-9b0e-4d8f-9a53-0d9f5b7f3e20', state: 'completed' },
      { messageId: '0d9f5b7f-3e20-4d8f-9a53-7c9a0d529b0e', state: 'needsHumanDecision' },
    ),
  ).toEqual(['demo went from completed to needsHumanDecision.']);
});

it('tells the agents apart for which one connection speaks', async () => {
  const [booker, payer] = [{ agentId: 'booker' }, { agentId: 'payer' }];
  expect(
    await judged(
      { messageId: 'booked-1', state: 'submitted', ...booker },
      { messageId: 'booked-2', state: 'completed', ...booker },
      { messageId: 'paid-1', state: 'submitted', ...payer },
      { messageId: 'paid-2', state: 'needsHumanDecision', parentMessageId: 'booked-2', ...payer },
    ),
  ).toEqual([]);
  expect(
    await judged(
      { messageId: 'booked-1', state: 'completed', ...booker },
      { messageId: 'paid-1', state: 'submitted', ...payer },
      { messageId: 'booked-2', state: 'waiting', ...booker },
    ),
  ).toEqual(['booker went from completed to waiting.']);
});

it('lets an agent work on several requests at once', async () => {
  const mail = { parentMessageId: 'request-mail-9d5a' };
  const list = { parentMessageId: 'request-list-8a54' };
  expect(
    await judged(
      { messageId: 'mail-1', state: 'submitted', ...mail },
      { messageId: 'list-1', state: 'submitted', ...list },
      { messageId: 'mail-2', state: 'completed', parentMessageId: 'mail-1' },
      { messageId: 'list-2', state: 'needsHumanDecision', ...list },
      { messageId: 'list-2', state: 'submitted', ...list },
      { messageId: 'list-3', state: 'completed', parentMessageId: 'list-1' },
      { messageId: 'list-4', state: 'followup', parentMessageId: 'list-3' },
    ),
  ).toEqual([]);
  expect(
    await judged(
      { messageId: 'mail-1', state: 'completed', ...mail },
      { messageId: 'list-1', state: 'submitted', ...list },
      { messageId: 'mail-2', state: 'waiting', ...mail },
    ),
  ).toEqual(['demo went from completed to waiting.']);
});

it('takes the answer to a question as a legal step back to work', async () => {
  asking = await startAsking();
  const { body } = await asking.decide(await asking.ask({ messageId: 'ask-1' }));
  asking.say({ messageId: 'on-1', state: 'submitted', parentMessageId: body.decisionId });
  asking.say({ messageId: 'on-2', state: 'completed', parentMessageId: 'on-1' });
  asking.run.send({ type: 'STEP_STARTED', stepName: 'last' });
  await asking.harness.untilEvent(asking.taskId, (event) => event.type === 'STEP_STARTED');
  expect(asking.harness.facts(asking.taskId, 'countersign.anomaly')).toEqual([]);
});
