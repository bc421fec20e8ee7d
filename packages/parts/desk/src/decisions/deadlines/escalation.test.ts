import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import type { HarnessOptions } from '@countersign/bff/testing/harness';
import { afterEach, expect, it } from 'vitest';

let asking: Asking;
afterEach(() => asking?.close());

const minute = 60_000;
const ladder: HarnessOptions = {
  policy: {
    claimLeaseMs: 10 * minute,
    steps: [
      { to: 'group', afterMs: minute, group: 'seniors' },
      { to: 'group', afterMs: 2 * minute, group: 'leads' },
      { to: 'default', afterMs: minute },
    ],
  },
};
const claim = (id: string) => `/api/prompts/${encodeURIComponent(id)}/claim`;
const decisions = () => asking.changes('decision').filter((change) => change === 'recorded');

it('goes from group to group to the default, each step once', async () => {
  asking = await startAsking(ladder);
  const { clock } = asking;
  const prompt = await asking.ask({ defaultFeedback: { type: 'reject' } });
  expect(prompt.escalation).toMatchObject({ level: 0, group: null, nextAt: clock.now() + minute });
  await asking.pass(minute - 1);
  expect((await asking.prompt(prompt.id)).escalation?.level).toBe(0);
  await asking.pass(1);
  expect((await asking.prompt(prompt.id)).escalation).toMatchObject({
    level: 1,
    group: 'seniors',
    nextAt: clock.now() + 2 * minute,
  });
  await asking.pass(2 * minute);
  expect((await asking.prompt(prompt.id)).escalation).toMatchObject({ level: 2, group: 'leads' });
  await asking.pass(minute);
  const sent = await asking.agent.feedback(0);
  expect(sent.message).toMatchObject({
    agentId: 'countersign:escalation',
    upFeedback: { type: 'reject' },
  });
  const after = await asking.prompt(prompt.id);
  expect(after.decision?.by).toEqual({
    kind: 'escalation',
    id: 'countersign:escalation',
    name: 'Default by escalation',
  });
  expect(after.escalation).toMatchObject({ level: 3, group: 'leads', nextAt: null });
  await asking.pass(60 * minute);
  expect(asking.changes('prompt')).toEqual(['opened', 'escalated', 'escalated', 'answered']);
  expect(decisions()).toHaveLength(1);
});

it('stays open at the last step if there is no default, or none that would be accepted', async () => {
  asking = await startAsking({ policy: { steps: [{ to: 'default', afterMs: minute }] } });
  const without = await asking.ask();
  const unfit = await asking.ask({
    messageId: 'p2',
    defaultFeedback: { type: 'rank', content: { order: ['x'] } },
  });
  await asking.pass(minute);
  await asking.pass(60 * minute);
  for (const { id } of [without, unfit]) {
    expect(await asking.prompt(id)).toMatchObject({
      state: 'open',
      escalation: { level: 1, group: null, nextAt: null },
    });
  }
  expect(asking.agent.feedbacks).toEqual([]);
  expect(asking.changes('prompt').filter((change) => change === 'escalated')).toHaveLength(2);
  expect((await asking.decide(without)).status).toBe(201);
});

it('is paused while the prompt is claimed, and restarts the step in full when the claim ends', async () => {
  asking = await startAsking(ladder);
  const { clock } = asking;
  const prompt = await asking.ask();
  await asking.pass(minute / 2);
  await asking.post(claim(prompt.id), {});
  expect((await asking.prompt(prompt.id)).escalation?.nextAt).toBeNull();
  await asking.pass(5 * minute);
  expect((await asking.prompt(prompt.id)).escalation?.level).toBe(0);
  await asking.harness.request('DELETE', claim(prompt.id));
  expect((await asking.prompt(prompt.id)).escalation?.nextAt).toBe(clock.now() + minute);
  await asking.post(claim(prompt.id), {});
  // The lease expires: a claim without an answer ends.
  await asking.pass(10 * minute);
  expect((await asking.prompt(prompt.id)).claim).toBeNull();
  await asking.pass(minute);
  expect((await asking.prompt(prompt.id)).escalation?.group).toBe('seniors');
});

it('keeps the policy it was opened under', async () => {
  asking = await startAsking(ladder);
  const prompt = await asking.ask();
  const { body: policy } = await asking.harness.request('GET', '/api/policy');
  const none = Object.fromEntries(
    Object.entries(policy.classes).map(([name, classPolicy]) => [
      name,
      { ...(classPolicy as object), steps: [], recallMs: 9_000, reasonFor: ['reject'] },
    ]),
  );
  await asking.harness.request('PUT', '/api/policy', { version: policy.version, classes: none });
  const later = await asking.ask({ messageId: 'p2' });
  expect(prompt.escalation).toMatchObject({ policyVersion: policy.version, reasonFor: [] });
  expect(later.escalation).toMatchObject({
    policyVersion: policy.version + 1,
    steps: [],
    nextAt: null,
    reasonFor: ['reject'],
  });
  await asking.pass(minute);
  expect((await asking.prompt(prompt.id)).escalation?.group).toBe('seniors');
  expect((await asking.decide(prompt)).body.decision.releaseAt).toBeNull();
  expect((await asking.decide(later)).body.decision.releaseAt).not.toBeNull();
});

it('takes no step twice after a restart, and one step only after a long downtime', async () => {
  asking = await startAsking(ladder);
  const prompt = await asking.ask();
  await asking.restart(60 * minute);
  expect((await asking.prompt(prompt.id)).escalation).toMatchObject({ level: 1, group: 'seniors' });
  await asking.restart();
  expect(asking.changes('prompt').filter((change) => change === 'escalated')).toHaveLength(1);
});

it('is visible to the next group even if it was snoozed, and yields to the deadline', async () => {
  asking = await startAsking(ladder);
  const expiresAt = new Date(asking.clock.now() + 3 * minute).toISOString();
  const prompt = await asking.ask({ expiresAt });
  const until = asking.clock.now() + 2 * minute;
  await asking.post(`/api/prompts/${encodeURIComponent(prompt.id)}/snooze`, { until, reason: 'x' });
  await asking.pass(minute);
  expect(await asking.prompt(prompt.id)).toMatchObject({ snooze: null, escalation: { level: 1 } });
  await asking.pass(2 * minute);
  expect(await asking.prompt(prompt.id)).toMatchObject({
    state: 'expired',
    escalation: { level: 1 },
  });
});

it('restarts the step when an answer is recalled', async () => {
  asking = await startAsking({ policy: { ...(ladder.policy as object), recallMs: 5_000 } });
  const prompt = await asking.ask();
  await asking.pass(minute);
  const { body } = await asking.decide(prompt);
  expect((await asking.prompt(prompt.id)).escalation?.nextAt).toBeNull();
  await asking.pass(4_000);
  await asking.post(`/api/decisions/${body.decisionId}/recall`);
  expect((await asking.prompt(prompt.id)).escalation).toMatchObject({
    level: 1,
    nextAt: asking.clock.now() + 2 * minute,
  });
});

it('follows the steps of its new class when it is revised into one', async () => {
  asking = await startAsking({ policy: 'default' });
  const { body: policy } = await asking.harness.request('GET', '/api/policy');
  const steps = [{ to: 'group', afterMs: minute, group: 'seniors' }];
  const classes = { ...policy.classes, critical: { ...policy.classes.critical, steps } };
  await asking.harness.request('PUT', '/api/policy', { version: 1, classes });
  const prompt = await asking.ask({ severity: 'minor' });
  expect(prompt.escalation?.nextAt).toBeNull();
  asking.say({ severity: 'critical' });
  await asking.harness.until(() => asking.changes('prompt').includes('revised'));
  expect((await asking.prompt(prompt.id)).escalation).toMatchObject({
    steps,
    nextAt: asking.clock.now() + minute,
  });
});
