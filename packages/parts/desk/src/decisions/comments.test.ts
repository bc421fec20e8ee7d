import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { afterEach, expect, it } from 'vitest';

let asking: Asking;
afterEach(() => asking?.close());

const messageId = 'msg_01XFDUDYJgAACzvnptvVoYEL';
const comment = (text: string) => ({ type: 'comment', content: { text } });
const say = (id: string, text: string, token?: string, key = `key-of-${text}`) =>
  asking.post(
    `/api/prompts/${id}/comments`,
    { feedback: comment(text), idempotencyKey: key },
    token,
  );

it('two people comment and one decides: the comments are on the prompt, in the stream, and sent to the agent', async () => {
  asking = await startAsking();
  const prompt = await asking.ask({ messageId, upPrompt: { revision: 1 } });
  const ada = await asking.hire('ada');
  const bo = await asking.hire('bo');
  expect((await say(prompt.id, 'The budget is last year’s', ada)).status).toBe(201);
  asking.clock.advance(1_000);
  expect((await say(prompt.id, 'Legal agreed', bo)).body).toMatchObject({ state: 'open' });
  await asking.agent.feedback(1);
  expect(asking.agent.feedbacks.map(({ message }) => message)).toMatchObject([
    { parentMessageId: messageId, agentId: 'operator:ada', upFeedback: { type: 'comment' } },
    { parentMessageId: messageId, agentId: 'operator:bo', upFeedback: { type: 'comment' } },
  ]);
  expect((await asking.decide(prompt)).status).toBe(201);
  await asking.restart();
  const reported = await asking.prompt(prompt.id);
  expect(reported).toMatchObject({
    state: 'answered',
    comments: [
      { by: { name: 'ada' }, feedback: comment('The budget is last year’s') },
      { by: { name: 'bo' }, feedback: comment('Legal agreed') },
    ],
  });
  expect(reported.comments[1]!.at - reported.comments[0]!.at).toBe(1_000);
  expect(asking.changes('prompt')).toEqual(['opened', 'commented', 'commented', 'answered']);
  expect((await say(prompt.id, 'Too late', ada)).status).toBe(410);
});

it('a comment is no answer, a repeated comment is added once, and an answer is no comment', async () => {
  asking = await startAsking();
  const prompt = await asking.ask({ messageId });
  const refused = await asking.decide(prompt, { feedback: comment('Hm') });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toMatchObject([{ path: '/type' }]);
  for (const _ of [1, 2]) expect((await say(prompt.id, 'Hm')).status).toBe(201);
  expect((await asking.prompt(prompt.id)).comments).toHaveLength(1);
  expect((await say(prompt.id, 'Ah', undefined, 'key-of-Hm')).status).toBe(409);
  const answer = { feedback: { type: 'approve' }, idempotencyKey: 'key-of-answer' };
  expect((await asking.post(`/api/prompts/${prompt.id}/comments`, answer)).status).toBe(422);
});

it('shows what would be sent to the agent, and that nothing is sent when its run has ended', async () => {
  asking = await startAsking();
  const prompt = await asking.ask({ messageId, state: 'followup', upPrompt: { revision: 1 } });
  const preview = async () =>
    (await asking.post(`/api/prompts/${prompt.id}/preview`, { feedback: comment('Hm') })).body;
  expect(await preview()).toMatchObject({
    as: 'feedback',
    body: { message: { parentMessageId: messageId, upFeedback: comment('Hm') } },
  });
  const { threadId, runId } = asking.run.input;
  asking.run.send({ type: 'RUN_FINISHED', threadId, runId });
  asking.run.end();
  await asking.harness.untilStatus(asking.taskId, 'finished');
  expect(await preview()).toBeNull();
});

it('is not sent to an agent that would take it for the answer', async () => {
  asking = await startAsking();
  // As asked by the agent library before it supported comments, and as in the specification.
  const prompt = await asking.ask({ messageId, allowedFeedback: ['approve', 'comment'] });
  expect((await say(prompt.id, 'Hm')).body).toMatchObject({ state: 'open' });
  const preview = await asking.post(`/api/prompts/${prompt.id}/preview`, {
    feedback: comment('Hm'),
  });
  expect(preview.body).toBeNull();
  expect((await asking.decide(prompt)).status).toBe(201);
  await asking.agent.feedback(0);
  expect(asking.agent.feedbacks.map(({ message }) => message.upFeedback?.type)).toEqual([
    'approve',
  ]);
});

it('answers where the agent accepts comments as answers, or accepts only comments', async () => {
  asking = await startAsking();
  const only = await asking.ask({ messageId, upPrompt: { allowed: ['comment'] } });
  expect(only.commentsAnswer).toBe(true);
  expect((await asking.decide(only, { feedback: comment('Fine') })).status).toBe(201);
  await asking.close();
  asking = await startAsking({ descriptor: { commentsAreAnswers: true } });
  const prompt = await asking.ask({ messageId });
  expect((await asking.decide(prompt, { feedback: comment('Fine') })).status).toBe(201);
});
