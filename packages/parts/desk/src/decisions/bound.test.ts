import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { afterEach, expect, it } from 'vitest';

let asking: Asking;
afterEach(() => asking?.close());

const timestamp = '2026-01-01T00:00:00Z';
const sent = () => asking.agent.feedbacks.length;

it('refuses the digest of another prompt, and of an older revision, with the prompt as it is', async () => {
  asking = await startAsking();
  const one = await asking.ask({ messageId: 'one' });
  const other = await asking.ask({ messageId: 'other', payload: { budget: 1_000_000 } });
  const crossed = await asking.decide({ id: other.id, digest: one.digest });
  expect(crossed.status).toBe(412);
  expect(crossed.body.prompt).toMatchObject({ id: other.id, digest: other.digest, state: 'open' });
  const draft = `/api/prompts/${encodeURIComponent(one.id)}/draft`;
  await asking.harness.request('PUT', draft, { text: 'mine' });
  asking.say({ messageId: 'one', payload: { budget: 99 } });
  await asking.harness.until(() => asking.changes('prompt').includes('revised'));
  const stale = await asking.decide(one);
  expect(stale.status).toBe(412);
  expect(stale.body.prompt.message.payload).toEqual({ budget: 99 });
  // Nothing is lost: the draft stays, nothing was recorded or sent.
  expect((await asking.harness.request('GET', draft)).body).toMatchObject({ text: 'mine' });
  await asking.pass(0);
  expect([asking.changes('decision'), sent()]).toEqual([[], 0]);
});

it('accepts the first answer again when the agent returns to the identical question', async () => {
  asking = await startAsking();
  const first = await asking.ask({ timestamp });
  asking.say({ timestamp, payload: { budget: 99 } });
  asking.say({ timestamp });
  await asking.harness.until(
    () => asking.changes('prompt').filter((change) => change === 'revised').length === 2,
  );
  expect((await asking.prompt(first.id)).revision).toBe(3);
  expect((await asking.decide(first)).status).toBe(201);
});

it('opens no second question under the messageId of an answered one', async () => {
  asking = await startAsking();
  const prompt = await asking.ask();
  await asking.decide(prompt);
  await asking.agent.feedback(0);
  await asking.harness.until(() => asking.changes('decision').includes('delivered'));
  asking.say({ payload: { budget: 1_000_000 } });
  await asking.harness.untilEvent(
    asking.taskId,
    (event) => event.type === 'CUSTOM' && event.name === 'countersign.anomaly',
  );
  const now = await asking.prompt(prompt.id);
  expect(now).toMatchObject({ state: 'answered', digest: prompt.digest });
  expect((await asking.decide(now)).status).toBe(409);
  expect(sent()).toBe(1);
});

it('opens no second question under the messageId of a withdrawn one', async () => {
  asking = await startAsking();
  const prompt = await asking.ask();
  asking.say({ state: 'cancelled' });
  await asking.harness.untilPrompt(asking.taskId, 'withdrawn');
  asking.say({ payload: { budget: 1_000_000 } });
  await asking.harness.untilEvent(
    asking.taskId,
    (event) => event.type === 'CUSTOM' && event.name === 'countersign.anomaly',
  );
  expect((await asking.decide(prompt)).status).toBe(410);
});

it('needs a reason where the class requires it', async () => {
  asking = await startAsking({ policy: 'default' });
  const prompt = await asking.ask({ severity: 'critical' });
  for (const content of [undefined, {}, { reason: '  ' }]) {
    const refused = await asking.decide(prompt, { feedback: { type: 'reject', content } });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([
      {
        path: '/content/reason',
        message: 'This answer needs a reason.',
        statement: { code: 'answer.needs-reason' },
      },
    ]);
  }
  const minor = await asking.ask({ messageId: 'p2', severity: 'minor' });
  expect((await asking.decide(minor, { feedback: { type: 'reject' } })).status).toBe(201);
  const given = { type: 'reject', content: { reason: 'Too dear.' } };
  expect((await asking.decide(prompt, { feedback: given })).status).toBe(201);
});

it('records in the audit that a schema could not be checked for an answer', async () => {
  asking = await startAsking();
  const prompt = await asking.ask({
    payload: { city: 'Rome' },
    upContext: { schema: { type: 'object', $ref: 'http://elsewhere/schema' } },
  });
  const edit = { type: 'edit', content: { value: { city: 'Bonn' } } };
  expect((await asking.decide(prompt, { feedback: edit })).status).toBe(201);
  const { body } = await asking.harness.request('GET', '/api/audit');
  expect(body.items[0]?.detail['unchecked']).toMatch(/cannot be used/);
});
