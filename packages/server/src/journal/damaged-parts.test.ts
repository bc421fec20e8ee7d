import type { Prompt } from '@countersign/api/prompt';
import { checkpoint, damageLeaf, damageTables } from '@countersign/bff/testing/damage';
import {
  adminToken,
  describeAgent,
  type Harness,
  startHarness,
} from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { startReceiver } from '@countersign/bff/testing/receiver';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { openStream } from '@countersign/bff/testing/stream-frames';
import { publishCounts } from '@countersign/part-desk/controls/control-operations';
import { afterEach, expect, it } from 'vitest';

const dayMs = 86_400_000;
let harness: Harness | null = null;
let agent: ScriptedAgent;
let closeReceiver = async () => {};
const clock = createManualClock();
const reports: string[] = [];
afterEach(async () => {
  await harness?.close();
  await agent.close();
  await closeReceiver();
  harness = null;
  reports.length = 0;
});

const open = (directory?: string) =>
  startHarness({
    clock,
    agents: [describeAgent(agent, { control: true })],
    idleMs: dayMs,
    rejoinMs: dayMs,
    policy: 'default',
    webhooks: { allowed: ['127.0.0.1'] },
    report: (what) => reports.push(what),
    ...(directory === undefined ? {} : { directory }),
  });
const done = async (
  of: Harness,
  ...request: Parameters<Harness['request']>
): ReturnType<Harness['request']> => {
  const answer = await of.request(...request);
  expect([request[1], answer.status]).toEqual([request[1], expect.toSatisfy((n) => n < 300)]);
  return answer;
};
const pathOf = ({ id }: Pick<Prompt, 'id'>) => `/api/prompts/${encodeURIComponent(id)}`;
const decide = (of: Harness, prompt: Prompt) =>
  done(of, 'POST', `${pathOf(prompt)}/decisions`, {
    feedback: { type: 'approve' },
    digest: prompt.digest,
    idempotencyKey: `key-of-answer-to-${prompt.id}`,
  });
const settle = async (of: Harness, ms: number) => {
  clock.advance(ms);
  await of.services.journal.commit(publishCounts, null);
};

/** Starts a task whose agent asks so many questions. */
async function ask(of: Harness, count: number) {
  const before = agent.runs.length;
  const { taskId, runId } = await of.start();
  const run = await agent.run(before);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  for (let index = 0; index < count; index += 1) {
    run.send(
      upMessage(taskId, {
        messageId: `chatcmpl-B7xQ2vN9wLk3Yt8Rz1Mc4D-${String(index).padStart(4, '0')}`,
        state: 'needsHumanDecision',
        ask: 'Shall I?',
        payload: { budget: 10 },
      }),
    );
  }
  const prompts = await of.until(() => {
    const facts = of.facts<{ change: string; prompt: Prompt }>(taskId, 'countersign.prompt');
    const opened = facts.filter(({ change }) => change === 'opened');
    return opened.length === count ? opened.map(({ prompt }) => prompt) : undefined;
  });
  return { taskId, run, prompts };
}

/** Parts that a question, its answer and a stop do not need, or can do without. */
const beside = [
  'rules',
  'policies',
  'contacts',
  'dismissed_tools',
  'drafts',
  'claims',
  'up_messages',
  'up_lanes',
  'comments',
  'snapshots',
  'views',
];

it.each([
  ['webhooks', 'webhooks'],
  ['webhook_calls', 'calls'],
])(
  'continues without every part that a question, its answer and a stop can do without, %s among them, and reports which',
  async (table, part) => {
    agent = await startScriptedAgent({ headers: { 'hai-resume': 'last-event-id' } });
    const receiver = await startReceiver();
    closeReceiver = receiver.close;
    harness = await open();
    const before = await ask(harness, 2);
    const [first, second] = before.prompts as [Prompt, Prompt];
    await done(harness, 'PUT', `${pathOf(first)}/draft`, { kept: 'words' });
    await done(harness, 'POST', `${pathOf(first)}/claim`, {});
    await done(harness, 'POST', '/api/webhooks', {
      name: 'Pager',
      url: receiver.url,
      enabled: true,
      severityFrom: 'info',
      repeatMs: null,
    });
    const { directory } = harness;
    await harness.close('keep-directory');
    damageTables(directory, [...beside, table]);

    const joined = agent.runs.length;
    harness = await open(directory);
    // The earlier run is resumed, and its question can be answered although its claim is lost.
    await agent.run(joined);
    await decide(harness, first);
    const { taskId, prompts, run } = await ask(harness, 1);
    await decide(harness, prompts[0] as Prompt);
    while (agent.feedbacks.length < 2) await settle(harness, 1_000);
    expect(harness.facts(taskId, 'countersign.anomaly')).toEqual([]);
    await done(harness, 'POST', `/api/tasks/${taskId}/messages`, { content: 'hello' });
    await done(harness, 'POST', `/api/tasks/${taskId}/control`, {
      action: 'stop',
      idempotencyKey: 'key-of-the-stop-3f2b6c1e',
    });
    await agent.control(0);
    run.send({ type: 'RUN_FINISHED', threadId: taskId, runId: run.input.runId });
    run.end();
    await harness.untilStatus(taskId, 'stopped');
    expect((await harness.request('GET', pathOf(second))).body.state).toBe('open');

    const lists = ['agents', 'tasks', 'prompts', 'operators', 'audit', `tasks/${taskId}/snapshot`];
    for (const list of lists) await done(harness, 'GET', `/api/${list}`);
    // A request for lost data is answered with the error.
    for (const list of ['rules', 'policy', 'views', ...(table === 'webhooks' ? [table] : [])]) {
      const { status, body } = await harness.request('GET', `/api/${list}`);
      expect([list, status, body.type]).toEqual([
        list,
        500,
        expect.stringMatching(/store-damaged$/),
      ]);
    }
    const { body: health } = await done(harness, 'GET', '/health');
    expect(health.store).toMatchObject({ notWritableSince: null, reason: null });
    const reported = [
      part,
      'claims',
      'contacts',
      'dismissed-tools',
      'drafts',
      'policies',
      'prompts',
      'rules',
      'states',
    ];
    expect(health.store.damaged?.toSorted()).toEqual(reported.toSorted());
    // Each once, however often it is encountered.
    expect(new Set(reports).size).toBe(reports.length);
  },
);

it('sends damage that was found at the opening of the store to the first reader', async () => {
  agent = await startScriptedAgent();
  harness = await open();
  const { prompts } = await ask(harness, 1);
  await decide(harness, prompts[0] as Prompt);
  const { directory } = harness;
  await harness.close('keep-directory');
  damageTables(directory, ['outbox']);
  harness = await open(directory);
  expect(harness.services.journal.state().damaged).toEqual(['outbox']);
  const stream = await openStream(await harness.listen(), {
    authorization: `Bearer ${adminToken}`,
  });
  await stream.until(() => stream.news('store').length === 1);
  stream.close();
  expect(stream.news('store')).toEqual([
    { notWritableSince: null, reason: null, damaged: ['outbox'] },
  ]);
});

it('answers on a page that cannot be read are open questions again, and all others are sent, once', async () => {
  agent = await startScriptedAgent({ headers: { 'hai-resume': 'last-event-id' } });
  harness = await open();
  const { taskId, prompts } = await ask(harness, 40);
  const given: string[] = [];
  for (const prompt of prompts) given.push((await decide(harness, prompt)).body.decisionId);
  const { directory } = harness;
  // In their recall windows: nothing was sent.
  expect(agent.feedbacks).toEqual([]);
  await harness.close('keep-directory');
  checkpoint(directory);
  damageLeaf(directory, given, 'parentMessageId');

  harness = await open(directory);
  const state = async (kind: string) =>
    (
      await harness!.services.journal.read.all<{ id: string }>(
        'SELECT id FROM decisions WHERE state = ?',
        kind,
      )
    ).map(({ id }) => id);
  while ((await state('recorded')).length > 0) await settle(harness, 1_000);
  const lost = await state('undeliverable');
  expect(lost.length).toBeGreaterThan(0);
  expect(lost.length).toBeLessThan(30);
  const left = agent.feedbacks.map(({ key }) => key);
  expect(left.toSorted()).toEqual(given.filter((id) => !lost.includes(id)).toSorted());
  const reopened = prompts.filter((_, index) => lost.includes(given[index] ?? ''));
  for (const { id } of reopened) {
    const { body } = await done(harness, 'GET', pathOf({ id }));
    expect(body).toMatchObject({
      state: 'open',
      returned: { failure: expect.stringMatching(/page of the database that cannot be read/) },
    });
  }
  expect((await done(harness, 'GET', `/api/tasks/${taskId}`)).body).toMatchObject({
    damaged: true,
  });
  expect(harness.services.journal.state().damaged).toEqual(['outbox']);
  // The same question is answered again, and the answer is sent.
  const [again] = reopened as [Prompt];
  // An answer whose own place is on that page is refused completely; repeated, it gets another place.
  for (let status = 500; status === 500; ) {
    ({ status } = await harness.request('POST', `${pathOf(again)}/decisions`, {
      feedback: { type: 'reject' },
      digest: again.digest,
      idempotencyKey: 'key-of-the-second-answer-3f2b6c1e',
    }));
  }
  while (agent.feedbacks.length === left.length) await settle(harness, 1_000);
  expect(agent.feedbacks.at(-1)?.message.upFeedback?.type).toBe('reject');
}, 60_000);
