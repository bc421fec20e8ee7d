import type { Prompt } from '@countersign/api/prompt';
import { afterEach, expect, it } from 'vitest';
import { type Asking, startAsking } from '../testing/asking.ts';

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
