import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { afterEach, expect, it } from 'vitest';

let asking: Asking;
afterEach(() => asking?.close());

const inMs = (ms: number) => new Date(asking.clock.now() + ms).toISOString();
const recorded = () => asking.changes('decision').filter((change) => change === 'recorded').length;
const anomalies = () =>
  asking.harness.facts(asking.taskId, 'countersign.anomaly').map(({ detail }) => String(detail));

it('at the exact time of an answer has one outcome: before it the answer, from it on the default', async () => {
  asking = await startAsking();
  const due = () => ({ expiresAt: inMs(1_000), defaultFeedback: { type: 'reject' } });
  const before = await asking.ask({ messageId: 'before', ...due() });
  asking.clock.advance(999);
  expect((await asking.decide(before)).status).toBe(201);
  await asking.pass(1);
  const at = await asking.ask({ messageId: 'at', ...due() });
  asking.clock.advance(1_000);
  const late = await asking.decide(at);
  expect(late.status).toBe(409);
  expect(late.body.prompt.decision.by.kind).toBe('default');
  await asking.pass(0);
  expect((await asking.prompt(before.id)).decision?.by.kind).toBe('operator');
  expect(recorded()).toBe(2);
});

it('has one outcome in many races, whichever request is first', async () => {
  asking = await startAsking();
  for (let round = 0; round < 20; round += 1) {
    const prompt = await asking.ask({
      messageId: `p${round}`,
      expiresAt: inMs(1_000),
      defaultFeedback: { type: 'reject' },
    });
    const racers: (() => unknown)[] = [
      () => asking.clock.advance(1_000),
      () => asking.decide(prompt),
      () => asking.decide(prompt, { feedback: { type: 'instruction', content: { text: 'hm' } } }),
    ];
    const turned = [...racers.slice(round % 3), ...racers.slice(0, round % 3)];
    await Promise.all(turned.map((race) => race()));
    await asking.pass(0);
    expect((await asking.prompt(prompt.id)).state).toBe('answered');
    expect(recorded()).toBe(round + 1);
  }
});

it('never sends a default that its own prompt would not accept, and reports that when the prompt opens', async () => {
  asking = await startAsking();
  const schema = {
    type: 'object',
    properties: { city: { type: 'string', minLength: 2 } },
    required: ['city'],
  };
  const cases: [string, object, RegExp][] = [
    ['kind', { allowedFeedback: ['reject'], defaultFeedback: { type: 'approve' } }, /approvals/],
    ['rank', { defaultFeedback: { type: 'rank', content: { order: ['a'] } } }, /two items/],
    [
      'value',
      {
        payload: { city: 'Rome' },
        upContext: { schema },
        defaultFeedback: { type: 'edit', content: { value: { city: 'X' } } },
      },
      /value\/city/,
    ],
    [
      'other',
      { defaultFeedback: { type: 'approve', target: { messageId: 'elsewhere' } } },
      /elsewhere/,
    ],
  ];
  for (const [messageId, more, reason] of cases) {
    await asking.ask({ messageId, expiresAt: inMs(1_000), ...more });
    expect(anomalies().at(-1)).toMatch(/would not be accepted/);
    expect(anomalies().at(-1)).toMatch(reason);
  }
  await asking.pass(1_000);
  const { body } = await asking.harness.request('GET', '/api/prompts?state=expired');
  expect(body.items).toHaveLength(cases.length);
  for (const prompt of body.items) {
    expect(prompt.closedReason).toMatch(/the default was not sent/);
    expect(prompt.closedStatement).toMatchObject({ code: 'deadline.default-unfit' });
  }
  const given = asking.agent.feedbacks.filter(({ message }) => message.upFeedback !== undefined);
  expect(given).toEqual([]);
});

it('sends a default that fits, also with text fields', async () => {
  asking = await startAsking();
  const defaultFeedback = {
    type: 'instruction',
    content: { text: 'Go on.', annotations: [{ pointer: '/budget', text: 'fine' }] },
    target: { messageId: 'p1', part: '/budget' },
    metadata: { severity: 'minor', source: 'agent' },
  };
  await asking.ask({ expiresAt: inMs(1_000), defaultFeedback });
  await asking.pass(1_000);
  expect((await asking.agent.feedback(0)).message.upFeedback).toEqual(defaultFeedback);
  expect(anomalies()).toEqual([]);
});

it('sends a patch as written by the agent, with every operation of RFC 6902', async () => {
  asking = await startAsking();
  const defaultFeedback = {
    type: 'edit',
    content: {
      patch: [
        { op: 'test', path: '/city', value: 'Rome' },
        { op: 'remove', path: '/stops/1' },
        { op: 'move', from: '/hint', path: '/note' },
        { op: 'copy', from: '/city', path: '/from' },
        { op: 'add', path: '/stops/-', value: null },
      ],
    },
  };
  const payload = { city: 'Rome', hint: 'by rail', stops: ['Ulm', 'Ingolstadt'] };
  const prompt = await asking.ask({ payload, expiresAt: inMs(1_000), defaultFeedback });
  expect(anomalies()).toEqual([]);
  // It is the agent's own default; a person's patch must be accompanied by the whole value.
  const [step] = defaultFeedback.content.patch;
  const mine = await asking.decide(prompt, {
    feedback: { type: 'edit', content: { patch: [step] } },
  });
  expect(mine.status).toBe(422);
  await asking.pass(1_000);
  expect((await asking.agent.feedback(0)).message.upFeedback).toEqual(defaultFeedback);
  await asking.ask({
    messageId: 'p2',
    payload,
    expiresAt: inMs(1_000),
    defaultFeedback: { type: 'edit', content: { patch: [{ op: 'remove', path: '/nowhere' }] } },
  });
  expect(anomalies().at(-1)).toMatch(/does not apply/);
});

it('can be preceded by an operator: the default in the name of its sender', async () => {
  asking = await startAsking({ policy: { reasonFor: ['reject'] } });
  const defaultFeedback = {
    type: 'reject',
    target: { messageId: 'p1' },
    metadata: { priority: 'low' },
  };
  const prompt = await asking.ask({ expiresAt: inMs(60_000), defaultFeedback });
  const sent = await asking.decide(prompt, { feedback: defaultFeedback });
  expect(sent.status).toBe(201);
  expect(sent.body.decision.by).toMatchObject({ kind: 'operator', id: 'admin' });
  expect((await asking.agent.feedback(0)).message).toMatchObject({
    agentId: 'operator:admin',
    upFeedback: defaultFeedback,
  });
  const { body } = await asking.harness.request('GET', '/api/audit');
  expect(body.items[0]).toMatchObject({ action: 'decision', detail: { isDefault: true } });
  await asking.pass(120_000);
  expect(recorded()).toBe(1);
});

it('is applied once although the server is down at its time, and again after', async () => {
  asking = await startAsking();
  const prompt = await asking.ask({ expiresAt: inMs(1_000), defaultFeedback: { type: 'reject' } });
  await asking.restart(5_000);
  await asking.agent.feedback(0);
  await asking.restart(5_000);
  await asking.pass(60_000);
  expect(recorded()).toBe(1);
  expect((await asking.prompt(prompt.id)).decision?.by.kind).toBe('default');
  expect(new Set(asking.agent.feedbacks.map(({ key }) => key)).size).toBe(1);
});

it('is noticed within half a minute if the clock is set forward, and waits if it is set back', async () => {
  asking = await startAsking();
  const hour = 3_600_000;
  const due = () => ({ expiresAt: inMs(hour), defaultFeedback: { type: 'reject' } });
  const forward = await asking.ask(due());
  asking.jump(hour);
  await asking.pass(30_000);
  expect((await asking.prompt(forward.id)).decision?.by.kind).toBe('default');
  const back = await asking.ask({ messageId: 'p2', ...due() });
  asking.jump(-2 * hour);
  await asking.pass(2 * hour);
  expect((await asking.prompt(back.id)).state).toBe('open');
  await asking.pass(hour);
  expect((await asking.prompt(back.id)).decision?.by.kind).toBe('default');
  asking.jump(-hour);
  await asking.pass(2 * hour);
  expect(recorded()).toBe(2);
});
