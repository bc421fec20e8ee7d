import type { Prompt } from '@countersign/api/prompt';
import { afterEach, expect, it } from 'vitest';
import { type Asking, startAsking } from '../testing/asking.ts';
import { begun, interrupt, startForeign } from '../testing/foreign.ts';

let asking: Asking;
afterEach(() => asking?.close());

const openPrompts = async (): Promise<Prompt[]> =>
  (await asking.harness.request('GET', '/api/prompts?state=open')).body.items;
const notify = (value: unknown) =>
  asking.run.send({ type: 'CUSTOM', name: 'upformat.message', value });
const untilOpen = (count: number) =>
  asking.harness.until(() => asking.changes('prompt').length === count || undefined);

const odd = {
  messageId: 'msg_01HZX3Y8Q4V7N2K5T6W9B1D0FG',
  state: 'NEEDS_HUMAN_DECISION',
  upThought: { questions: ['Is the account right?'] },
};

it('data that looks like a question is shown as received, and answered as text', async () => {
  asking = await startAsking();
  notify(odd);
  await untilOpen(1);
  const [prompt] = await openPrompts();
  expect(prompt).toMatchObject({
    ask: 'A question could not be read',
    blocking: true,
    origin: { protocol: 'upformat', kind: 'unread', answeredBy: 'words' },
    source: { id: odd.messageId },
  });
  expect(prompt?.message.explanation).toContain('Its state is “NEEDS_HUMAN_DECISION”');
  expect(prompt?.message.upPrompt).toMatchObject({
    statements: { explanation: [{ params: { faults: [{ code: 'ask.wrong-state' }] } }] },
  });
  const [unread] = prompt?.message.unread ?? [];
  expect(unread?.problem).toMatch(/^\/state /);
  expect(JSON.parse(String(unread?.value))).toEqual(odd);
  await asking.decide(prompt!, {
    feedback: { type: 'instruction', content: { text: 'Call them' } },
  });
  const { message } = await asking.agent.feedback(0);
  expect(message.upFeedback).toMatchObject({ content: { text: 'Call them' } });
});

it('it can be dismissed, and data that is no question opens nothing', async () => {
  asking = await startAsking();
  notify({ state: 'done', payload: {} });
  notify('needsHumanDecision');
  notify({ ...odd, messageId: undefined });
  notify({ ...odd, messageId: 7, state: 3 });
  await untilOpen(2);
  const [first, second] = await openPrompts();
  expect(first?.id).not.toBe(second?.id);
  await asking.decide(first!, { feedback: { type: 'reject' } });
  expect(await openPrompts()).toHaveLength(1);
  expect(asking.agent.runs).toHaveLength(1);
});

it('shows who stopped the task, if that closed it', async () => {
  asking = await startAsking({ control: true });
  notify(odd);
  await untilOpen(1);
  const [prompt] = await openPrompts();
  const ann = await asking.hire('ann');
  const stop = { action: 'stop', idempotencyKey: 'key-of-the-stop-3f2b6c1e' };
  await asking.post(`/api/tasks/${asking.taskId}/control`, stop, ann);
  await asking.agent.control(0);
  asking.run.send({ type: 'RUN_FINISHED', runId: asking.run.input.runId });
  asking.run.end();
  await asking.harness.untilStatus(asking.taskId, 'stopped');
  expect(await asking.prompt(String(prompt?.id))).toMatchObject({
    state: 'withdrawn',
    stoppedBy: { id: 'ann', name: 'ann' },
  });
});

it.each([
  [
    'payload first',
    (payload: object) => ({ payload, messageId: 'big', state: 'needsHumanDecision' }),
  ],
  [
    'payload last',
    (payload: object) => ({ messageId: 'big', state: 'needsHumanDecision', payload }),
  ],
])(
  'a question above every limit is a row with its size, and the agent is told (%s)',
  async (_, made) => {
    asking = await startAsking();
    const upPrompt = { ask: 'Pay all of these?' };
    notify({
      ...made({ messageId: 'of a row', state: 'completed', rows: 'x'.repeat(2_050_000) }),
      upPrompt,
      threadId: asking.taskId,
    });
    await untilOpen(1);
    const [prompt] = await openPrompts();
    expect(prompt).toMatchObject({
      ask: 'A question of 2.1 MB could not be read',
      blocking: true,
      origin: { kind: 'unread', answeredBy: 'words' },
      source: { id: 'big' },
    });
    expect(prompt?.message.explanation).toContain('Pay all of these?');
    await asking.pass(0);
    const { message } = await asking.agent.feedback(0);
    expect(message).toMatchObject({
      parentMessageId: 'big',
      state: 'cancelled',
      upPrompt: { ended: 'too-large' },
    });
    const content = { text: 'Ask for the ten largest.' };
    await asking.decide(prompt!, { feedback: { type: 'instruction', content } });
    expect((await asking.agent.feedback(1)).message.upFeedback).toMatchObject({ content });
  },
);

it('a question between the limit of questions and that of events is a row with its size too', async () => {
  asking = await startAsking();
  const asked = { threadId: asking.taskId, timestamp: new Date().toISOString() };
  notify({ ...asked, messageId: 'big', state: 'followup', payload: { rows: 'x'.repeat(600_000) } });
  await untilOpen(1);
  expect((await openPrompts())[0]?.ask).toBe('A question of 0.7 MB could not be read');
  await asking.pass(0);
  expect((await asking.agent.feedback(0)).message.parentMessageId).toBe('big');
});

it('what is too large and asks nothing opens nothing', async () => {
  asking = await startAsking();
  const rows = 'x'.repeat(1_500_000);
  notify({ messageId: 'm', state: 'completed', payload: { rows } });
  asking.run.send({ type: 'CUSTOM', name: 'rows', value: { messageId: 'm', rows } });
  // Of the words of other protocols only those at their place count: nothing has ended.
  const snapshot = { taskId: 't', status: 'awaiting', state: 'input-required', type: 'interrupt' };
  asking.run.send({ type: 'STATE_SNAPSHOT', snapshot: { ...snapshot, rows } });
  notify({ ...odd, messageId: 'small' });
  await untilOpen(1);
  expect((await openPrompts())[0]?.source?.id).toBe('small');
});

it('an interrupt above the limit of questions is a row, answered by a new run with the words', async () => {
  const foreign = await startForeign('ag-ui');
  try {
    const responseSchema = { type: 'object', description: 'x'.repeat(600_000) };
    interrupt(await begun(foreign, 0), {
      ...{ id: 'i-1', reason: 'review', message: 'Pay?', responseSchema },
    });
    const [prompt] = await foreign.open(1);
    expect(prompt).toMatchObject({
      ask: 'A question of 0.7 MB could not be read',
      origin: { kind: 'unread', answeredBy: 'words' },
      source: { id: 'i-1' },
    });
    expect(prompt?.message.explanation).toContain('Pay?');
    await foreign.decide(prompt!, { type: 'instruction', content: { text: 'Ask for less.' } });
    const { input } = await begun(foreign, 1);
    expect(input.messages.at(-1)).toMatchObject({ role: 'user', content: 'Ask for less.' });
    expect(input.resume).toMatchObject([{ interruptId: 'i-1', status: 'cancelled' }]);
  } finally {
    await foreign.close();
  }
});

it('a large question that is sent once more after a break is the same row, and is reported to the agent once', async () => {
  asking = await startAsking();
  const message = { threadId: asking.taskId, messageId: 'big', state: 'needsHumanDecision' };
  const large = { ...message, payload: 'x'.repeat(1_500_000) };
  notify(large);
  notify(large);
  notify({ ...odd, messageId: 'small' });
  await untilOpen(2);
  await asking.pass(60_000);
  expect((await openPrompts()).map(({ source }) => source?.id).toSorted()).toEqual([
    'big',
    'small',
  ]);
  expect(new Set(asking.agent.feedbacks.map(({ key }) => key)).size).toBe(1);
});

it('an interrupt above every limit is a row, ends its run, and is given up in the run with the words', async () => {
  const foreign = await startForeign('ag-ui');
  try {
    const responseSchema = { type: 'object', description: 'x'.repeat(2_050_000) };
    interrupt(await begun(foreign, 0), {
      ...{ id: 'i-1', reason: 'review', message: 'Pay?', responseSchema },
    });
    const [prompt] = await foreign.open(1);
    expect(prompt).toMatchObject({
      ask: 'A question of 2.1 MB could not be read',
      blocking: true,
      origin: { kind: 'unread', answeredBy: 'words' },
      source: { id: 'i-1' },
    });
    expect(prompt?.message.explanation).toContain('Pay?');
    await foreign.harness.untilStatus(foreign.taskId, 'finished');
    await foreign.decide(prompt!, { type: 'instruction', content: { text: 'Ask for less.' } });
    const { input } = await begun(foreign, 1);
    expect(input.messages.at(-1)).toMatchObject({ role: 'user', content: 'Ask for less.' });
    expect(input.resume).toMatchObject([
      {
        interruptId: 'i-1',
        status: 'cancelled',
        metadata: { reason: 'It was too large to be read.' },
      },
    ]);
  } finally {
    await foreign.close();
  }
});
