import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { afterEach, expect, it } from 'vitest';

let asking: Asking;
afterEach(() => asking?.close());

const path = (prompt: { id: string }) => `/api/prompts/${encodeURIComponent(prompt.id)}/snooze`;
const snooze = (prompt: { id: string }, forMs: number, more: object = {}, token?: string) =>
  asking.post(path(prompt), { until: asking.clock.now() + forMs, reason: 'Lunch', ...more }, token);
const inMs = (ms: number) => new Date(asking.clock.now() + ms).toISOString();
const hour = 3_600_000;

it('snoozes a prompt with operator and reason, and wakes it at its time, once', async () => {
  asking = await startAsking();
  const ann = await asking.hire('ann');
  const prompt = await asking.ask();
  const aside = await snooze(prompt, hour, {}, ann);
  expect(aside.status).toBe(200);
  expect(aside.body).toMatchObject({
    state: 'open',
    snooze: { operator: 'ann', name: 'ann', until: asking.clock.now() + hour, reason: 'Lunch' },
  });
  await asking.pass(hour - 1);
  expect((await asking.prompt(prompt.id)).snooze).not.toBeNull();
  await asking.pass(1);
  expect((await asking.prompt(prompt.id)).snooze).toBeNull();
  await asking.pass(2 * hour);
  expect(asking.changes('prompt')).toEqual(['opened', 'snoozed', 'woken']);
});

it('wakes at the right time after a restart, and at once when its time passed meanwhile', async () => {
  asking = await startAsking();
  const prompt = await asking.ask();
  await snooze(prompt, hour);
  await asking.restart(hour / 2);
  expect((await asking.prompt(prompt.id)).snooze).not.toBeNull();
  await asking.restart(hour);
  expect((await asking.prompt(prompt.id)).snooze).toBeNull();
  expect(asking.changes('prompt').filter((change) => change === 'woken')).toHaveLength(1);
});

it('is refused beyond the deadline, beyond 30 days, beyond an hour for critical prompts, and without a reason', async () => {
  asking = await startAsking();
  const due = await asking.ask({ expiresAt: inMs(hour) });
  expect((await snooze(due, hour)).status).toBe(200);
  const beyond = await snooze(due, hour + 1);
  expect(beyond.status).toBe(400);
  expect(beyond.body).toMatchObject({
    statement: { code: 'snooze.after-deadline' },
    errors: [
      {
        path: '/until',
        message: 'This is after its deadline.',
        statement: { code: 'snooze.after-deadline' },
      },
    ],
  });
  const free = await asking.ask({ messageId: 'p2' });
  expect((await snooze(free, 30 * 24 * hour)).status).toBe(200);
  expect((await snooze(free, 30 * 24 * hour + 1)).status).toBe(400);
  expect((await snooze(free, 0)).status).toBe(400);
  expect((await snooze(free, hour, { reason: '  ' })).status).toBe(400);
  const critical = await asking.ask({ messageId: 'p3', severity: 'critical' });
  expect((await snooze(critical, hour + 1)).status).toBe(400);
  expect((await snooze(critical, hour)).status).toBe(200);
  await asking.decide(critical);
  expect((await snooze(critical, hour)).status).toBe(410);
  expect((await snooze({ id: 'nothing' }, hour)).status).toBe(404);
});

it('does not stop the deadline', async () => {
  asking = await startAsking();
  const prompt = await asking.ask({ expiresAt: inMs(hour), defaultFeedback: { type: 'reject' } });
  await snooze(prompt, hour);
  await asking.pass(hour);
  const after = await asking.prompt(prompt.id);
  expect(after).toMatchObject({
    state: 'answered',
    snooze: null,
    decision: { by: { kind: 'default' } },
  });
  expect(asking.changes('prompt')).toEqual(['opened', 'snoozed', 'answered']);
});

it('is ended by an operator, by a revision, and by an answer; a second waking changes nothing', async () => {
  asking = await startAsking();
  const prompt = await asking.ask();
  await snooze(prompt, hour);
  const woken = await asking.harness.request('DELETE', path(prompt));
  expect(woken.body.snooze).toBeNull();
  expect((await asking.harness.request('DELETE', path(prompt))).status).toBe(200);
  await snooze(prompt, hour);
  asking.say({ payload: { budget: 99 } });
  await asking.harness.until(() => asking.changes('prompt').includes('revised'));
  const revised = await asking.prompt(prompt.id);
  expect(revised.snooze).toBeNull();
  await snooze(prompt, hour);
  expect((await asking.decide(revised)).status).toBe(201);
  await asking.pass(2 * hour);
  expect(asking.changes('prompt')).toEqual([
    'opened',
    'snoozed',
    'woken',
    'snoozed',
    'revised',
    'snoozed',
    'answered',
  ]);
});

it('releases the claim of the operator who snoozes it, and no other claim', async () => {
  asking = await startAsking();
  const ann = await asking.hire('ann');
  const prompt = await asking.ask();
  const claim = `/api/prompts/${encodeURIComponent(prompt.id)}/claim`;
  expect((await asking.post(claim, {}, ann)).status).toBe(200);
  expect((await snooze(prompt, hour)).body.claim).toMatchObject({ operator: 'ann' });
  expect((await snooze(prompt, hour, {}, ann)).body.claim).toBeNull();
});

it('is not for viewers', async () => {
  asking = await startAsking();
  const viewer = await asking.hire('eve', 'viewer');
  const prompt = await asking.ask();
  expect((await snooze(prompt, hour, {}, viewer)).status).toBe(403);
});
