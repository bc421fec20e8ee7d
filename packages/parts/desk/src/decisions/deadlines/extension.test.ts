import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { afterEach, expect, it } from 'vitest';

let asking: Asking;
afterEach(() => asking?.close());

const inMs = (ms: number) => new Date(asking.clock.now() + ms).toISOString();
const extend = (prompt: { id: string }, expiresAt: number | null) =>
  asking.post(`/api/prompts/${encodeURIComponent(prompt.id)}/extension`, { expiresAt });
const extendable = (limit?: number) => ({
  expiresAt: inMs(60_000),
  extension: { seconds: 30, ...(limit === undefined ? {} : { limit }) },
  defaultFeedback: { type: 'reject' },
});

it('moves the deadline by one step, notifies the agent, and leaves the question unchanged', async () => {
  asking = await startAsking();
  const prompt = await asking.ask(extendable(2));
  expect(prompt.extension).toEqual({ seconds: 30, left: 2 });
  const extended = await extend(prompt, prompt.expiresAt);
  expect(extended.status).toBe(200);
  expect(extended.body).toMatchObject({
    expiresAt: prompt.expiresAt! + 30_000,
    extension: { seconds: 30, left: 1 },
    digest: prompt.digest,
    message: prompt.message,
  });
  expect((await asking.agent.feedback(0)).message).toMatchObject({
    parentMessageId: 'p1',
    state: prompt.message.state,
    upPrompt: { expiresAt: new Date(prompt.expiresAt! + 30_000).toISOString() },
    agentId: 'operator:admin',
  });
  await asking.pass(60_000);
  expect((await asking.prompt(prompt.id)).state).toBe('open');
  await asking.pass(30_000);
  await asking.harness.until(() => asking.changes('decision').includes('delivered'));
  const answers = asking.agent.feedbacks.filter(({ message }) => message.state === 'submitted');
  expect(answers.map(({ message }) => message.upFeedback)).toEqual([{ type: 'reject' }]);
  expect(asking.changes('prompt')).toEqual(['opened', 'extended', 'answered']);
});

it('is harmless to an agent that does not know the notice', async () => {
  // As refused by the agent library when it accepted the notice only as a message in state `waiting`.
  asking = await startAsking({ script: { feedbackStatus: (index) => (index === 0 ? 400 : 200) } });
  const prompt = await asking.ask(extendable(2));
  expect((await extend(prompt, prompt.expiresAt)).status).toBe(200);
  expect((await asking.agent.feedback(0)).message.upFeedback).toBeUndefined();
  await asking.pass(60_000);
  expect(await asking.prompt(prompt.id)).toMatchObject({ state: 'open', returned: null });
  await asking.decide(prompt);
  await asking.harness.until(() => asking.changes('decision').includes('delivered'));
  const notice = asking.agent.feedbacks.filter(({ message }) => message.upFeedback === undefined);
  expect(new Set(notice.map(({ key }) => key)).size).toBe(1);
});

it('happens once for one shown deadline, however many requests', async () => {
  asking = await startAsking();
  const prompt = await asking.ask(extendable(5));
  const all = await Promise.all([1, 2, 3, 4].map(() => extend(prompt, prompt.expiresAt)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const refused = all.find(({ status }) => status === 409)!;
  expect(refused.body.type).toMatch(/extension-not-possible$/);
  expect(refused.body.prompt.expiresAt).toBe(prompt.expiresAt! + 30_000);
});

it('is refused when not allowed, used up, over or closed', async () => {
  asking = await startAsking();
  const never = await asking.ask({ expiresAt: inMs(60_000) });
  expect((await extend(never, never.expiresAt)).status).toBe(409);
  const once = await asking.ask({ messageId: 'p2', ...extendable() });
  const { body } = await extend(once, once.expiresAt);
  const again = await extend(once, body.expiresAt);
  expect(again.status).toBe(409);
  expect(again.body.detail).toMatch(/another extension/);
  const closed = await asking.ask({ messageId: 'p3', ...extendable() });
  await asking.decide(closed);
  expect((await extend(closed, closed.expiresAt)).status).toBe(409);
  const late = await asking.ask({ messageId: 'p4', ...extendable() });
  await asking.pass(60_000);
  expect((await extend(late, late.expiresAt)).status).toBe(409);
  expect((await extend({ id: 'nothing' }, 1)).status).toBe(404);
});

it('stays when the agent revises with the deadline it knows, and is replaced by a new one', async () => {
  asking = await startAsking();
  const first = extendable();
  const prompt = await asking.ask(first);
  const { body } = await extend(prompt, prompt.expiresAt);
  asking.say({ ...first, payload: { budget: 11 } });
  await asking.harness.until(() => asking.changes('prompt').includes('revised'));
  expect((await asking.prompt(prompt.id)).expiresAt).toBe(body.expiresAt);
  asking.say({ ...first, payload: { budget: 11 }, expiresAt: inMs(600_000) });
  await asking.harness.until(
    () => asking.changes('prompt').filter((change) => change === 'revised').length === 2,
  );
  expect((await asking.prompt(prompt.id)).expiresAt).toBe(asking.clock.now() + 600_000);
});

it('survives a restart and never starts a run', async () => {
  asking = await startAsking({ feedback: false });
  const prompt = await asking.ask(extendable());
  asking.run.send({
    type: 'RUN_FINISHED',
    threadId: asking.taskId,
    runId: asking.run.input.runId,
  });
  await asking.harness.untilStatus(asking.taskId, 'finished');
  const { body } = await extend(prompt, prompt.expiresAt);
  await asking.pass(1_000);
  expect(asking.agent.runs).toHaveLength(1);
  const dead = await asking.harness.services.journal.read.get<{ state: string }>(
    `SELECT state FROM outbox WHERE kind = 'notice'`,
  );
  expect(dead?.state).toBe('dead');
  expect((await asking.prompt(prompt.id)).expiresAt).toBe(body.expiresAt);
});
