import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { describeAgent } from '@countersign/bff/testing/harness';
import { afterEach, expect, it } from 'vitest';

let asking: Asking;
afterEach(() => asking?.close());

const messageId = 'chatcmpl-9f3b2c1e-7d5a-4c7b-8a54-0f6f5e2a9b11';
const inMs = (ms: number) => new Date(asking.clock.now() + ms).toISOString();
const place = () => ({ threadId: asking.taskId, runId: asking.run.input.runId });
const end = (event: { type: 'RUN_FINISHED' } | { type: 'RUN_ERROR'; message: string }) => {
  asking.run.send({ ...place(), ...event });
  asking.run.end();
};
const pick = {
  messageId,
  state: 'followup',
  payload: { names: ['Ada', 'Bo'] },
} as const;

it('a followup stays open when its run ends, and its default is carried by a new run', async () => {
  asking = await startAsking();
  const followup = await asking.ask({
    ...pick,
    upPrompt: { expiresAt: inMs(60_000), defaultFeedback: { type: 'approve' } },
  });
  expect(followup).toMatchObject({ blocking: false, way: { by: 'feedback', run: 'open' } });
  end({ type: 'RUN_FINISHED' });
  await asking.harness.untilStatus(asking.taskId, 'finished');
  expect(await asking.prompt(followup.id)).toMatchObject({
    state: 'open',
    way: { by: 'run', run: 'finished' },
  });
  expect(asking.changes('prompt')).toEqual(['opened', 'rerouted']);
  await asking.pass(60_000);
  const next = await asking.agent.run(1);
  expect(next.input.forwardedProps).toMatchObject({
    upFormat: { parentMessageId: messageId, upFeedback: { type: 'approve' } },
  });
  expect(asking.agent.feedbacks).toEqual([]);
});

it('a blocking question stays open when its run ends, and its answer starts a new run', async () => {
  asking = await startAsking();
  const prompt = await asking.ask({ messageId });
  end({ type: 'RUN_FINISHED' });
  await asking.harness.untilStatus(asking.taskId, 'finished');
  expect((await asking.decide(prompt)).status).toBe(201);
  expect((await asking.agent.run(1)).input.forwardedProps).toMatchObject({
    upFormat: { parentMessageId: messageId },
  });
});

it('an answer that the feedback endpoint no longer accepts is sent with a new run, if the run has ended meanwhile', async () => {
  let release = () => {};
  const asked = new Promise<void>((resolve) => {
    release = resolve;
  });
  asking = await startAsking({
    script: {
      async feedbackStatus() {
        end({ type: 'RUN_FINISHED' });
        await asking.harness.untilStatus(asking.taskId, 'finished');
        release();
        return 409;
      },
    },
  });
  await asking.decide(await asking.ask({ messageId }));
  await asked;
  expect((await asking.agent.run(1)).input.forwardedProps).toMatchObject({
    upFormat: { parentMessageId: messageId },
  });
});

it('a failed run is started again by a person only: its question stays, its default is not sent', async () => {
  asking = await startAsking();
  const left = await asking.ask({
    messageId,
    upPrompt: { expiresAt: inMs(60_000), defaultFeedback: { type: 'approve' } },
  });
  const kept = await asking.ask({ messageId: `${messageId}-2` });
  end({ type: 'RUN_ERROR', message: 'Out of memory.' });
  await asking.harness.untilStatus(asking.taskId, 'failed');
  expect((await asking.prompt(kept.id)).way).toEqual({ by: 'run', run: 'failed' });
  await asking.pass(60_000);
  expect(await asking.prompt(left.id)).toMatchObject({
    state: 'expired',
    closedReason: expect.stringMatching(/default was not sent.*failed/),
  });
  expect(asking.agent.runs).toHaveLength(1);
  expect((await asking.decide(kept)).status).toBe(201);
  expect((await asking.agent.run(1)).input.forwardedProps).toMatchObject({
    upFormat: { parentMessageId: `${messageId}-2` },
  });
});

it('a stopped run withdraws its questions and leaves its task cancelled', async () => {
  asking = await startAsking({ control: true });
  const prompt = await asking.ask({ messageId });
  const { harness, taskId } = asking;
  await harness.request('POST', `/api/tasks/${taskId}/control`, {
    action: 'stop',
    idempotencyKey: 'key-of-the-stop',
  });
  asking.run.send({
    type: 'CUSTOM',
    name: 'hai.control',
    value: { action: 'stop', status: 'stopped' },
  });
  end({ type: 'RUN_FINISHED' });
  const task = await harness.until(async () => {
    const state = await harness.services.journal.read.get<{ state: string }>(
      'SELECT state FROM tasks WHERE id = ?',
      taskId,
    );
    return state?.state === 'cancelled' ? state : undefined;
  });
  expect(task.state).toBe('cancelled');
  expect(await asking.prompt(prompt.id)).toMatchObject({
    state: 'withdrawn',
    closedReason: expect.stringMatching(/stopped/),
  });
});

it('the prompt of an agent that was removed can be dismissed, not answered, until the agent comes back', async () => {
  asking = await startAsking();
  const prompt = await asking.ask({ messageId });
  const kept = await asking.ask({ messageId: `${messageId}-2` });
  end({ type: 'RUN_FINISHED' });
  const { harness } = asking;
  await harness.untilStatus(asking.taskId, 'finished');
  const dismiss = (reason: string) =>
    asking.post(`/api/prompts/${prompt.id}/dismissal`, { reason });
  expect((await dismiss('Why not')).body.type).toMatch(/prompt-answerable$/);
  await harness.services.registry.syncConfig([]);
  expect((await asking.prompt(prompt.id)).way).toEqual({ by: 'none', run: 'finished' });
  const refused = await asking.decide(prompt);
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ prompt: { state: 'open' } });
  expect((await dismiss('The agent is gone')).body).toMatchObject({
    state: 'withdrawn',
    closedReason: 'Administrator dismissed it: The agent is gone',
    closedStatement: {
      code: 'closed.dismissed',
      params: { name: 'Administrator', reason: 'The agent is gone' },
    },
  });
  await harness.request('POST', '/api/agents', describeAgent(asking.agent));
  expect((await asking.prompt(kept.id)).way).toEqual({ by: 'run', run: 'finished' });
  expect((await asking.decide(kept)).status).toBe(201);
  await asking.agent.run(1);
});
