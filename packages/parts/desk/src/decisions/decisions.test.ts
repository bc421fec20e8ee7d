import {
  describeAgent,
  type Harness,
  type HarnessOptions,
  startHarness,
} from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import {
  type AgentRun,
  type Script,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { afterEach, describe, expect, it } from 'vitest';
import { publishCounts } from '../controls/control-operations.ts';

let harness: Harness;
let agent: ScriptedAgent;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
});

async function setUp(
  script: Script = {},
  options: HarnessOptions & { feedback?: boolean } = {},
): Promise<{ taskId: string; run: AgentRun }> {
  agent = await startScriptedAgent(script);
  harness = await startHarness({
    agents: [describeAgent(agent, { feedback: options.feedback ?? true })],
    ...options,
  });
  const { taskId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
  return { taskId, run };
}

const ask = (threadId: string, more: object = {}) =>
  upMessage(threadId, {
    messageId: 'p1',
    state: 'needsHumanDecision',
    ask: 'Shall I?',
    payload: { budget: 10 },
    ...more,
  });
const key = (name: string) => `key-of-${name}`;
const decide = (prompt: { id: string; digest: string }, name: string, more: object = {}) =>
  harness.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    feedback: { type: 'approve' },
    digest: prompt.digest,
    idempotencyKey: key(name),
    ...more,
  });

describe('an answer', () => {
  it('is recorded, delivered with its key, and acknowledged by the agent', async () => {
    const { taskId, run } = await setUp();
    run.send(ask(taskId));
    const prompt = await harness.untilPrompt(taskId, 'open');
    const answered = await decide(prompt, 'first');
    expect(answered.status).toBe(201);
    expect(answered.body.state).toBe('recorded');
    const feedback = await agent.feedback(0);
    expect(feedback.key).toBe(answered.body.decisionId);
    expect(feedback.message).toMatchObject({
      messageId: answered.body.decisionId,
      parentMessageId: 'p1',
      state: 'submitted',
      agentId: 'operator:admin',
      upFeedback: { type: 'approve' },
    });
    run.send(
      upMessage(taskId, {
        messageId: 'ack',
        state: 'submitted',
        parentMessageId: feedback.message.messageId,
      }),
    );
    await harness.until(() =>
      harness.facts(taskId, 'countersign.decision').some((fact) => fact.change === 'acknowledged'),
    );
    const changes = harness.facts(taskId, 'countersign.decision').map((fact) => fact.change);
    expect(changes[0]).toBe('recorded');
    expect(changes.at(-1)).toBe('acknowledged');
    const { body } = await harness.request('GET', `/api/prompts/${encodeURIComponent(prompt.id)}`);
    expect(body.decision).toMatchObject({ state: 'acknowledged', by: { id: 'admin' } });
    expect(body.decision.deliveredAt).not.toBeNull();
  });

  it('is the same answer again for the same key, and a conflict with another body', async () => {
    const { taskId, run } = await setUp();
    run.send(ask(taskId));
    const prompt = await harness.untilPrompt(taskId, 'open');
    const first = await decide(prompt, 'same');
    const second = await decide(prompt, 'same');
    expect(second.status).toBe(201);
    expect(second.body.decisionId).toBe(first.body.decisionId);
    const other = await decide(prompt, 'same', { feedback: { type: 'reject' } });
    expect(other.status).toBe(409);
    expect(other.body.type).toMatch(/idempotency-conflict$/);
  });

  it('has exactly one winner among four operators, prompt after prompt', async () => {
    const { taskId, run } = await setUp();
    const tokens: string[] = [];
    for (const id of ['ann', 'bob', 'cid', 'dee']) {
      const { body } = await harness.request('POST', '/api/operators', {
        id,
        name: id,
        role: 'operator',
      });
      tokens.push(body.token);
    }
    const count = 25;
    for (let index = 0; index < count; index += 1)
      run.send(ask(taskId, { messageId: `p${index}` }));
    await harness.until(() => harness.facts(taskId, 'countersign.prompt').length === count);
    const { body: page } = await harness.request('GET', '/api/prompts?state=open');
    expect(page.items).toHaveLength(count);
    const outcomes = await Promise.all(
      page.items.flatMap((prompt: { id: string; digest: string }, index: number) =>
        tokens.map(async (token, who) => {
          const answer = await harness.request(
            'POST',
            `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`,
            {
              feedback: { type: 'instruction', content: { text: `operator ${who}` } },
              digest: prompt.digest,
              idempotencyKey: key(`${index}-${who}`),
            },
            { authorization: `Bearer ${token}` },
          );
          return { promptId: prompt.id, who, answer };
        }),
      ),
    );
    for (const prompt of page.items) {
      const mine = outcomes.filter((outcome) => outcome.promptId === prompt.id);
      const won = mine.filter((outcome) => outcome.answer.status === 201);
      expect(won).toHaveLength(1);
      for (const lost of mine.filter((outcome) => outcome !== won[0])) {
        expect(lost.answer.status).toBe(409);
        expect(lost.answer.body.prompt.decision.id).toBe(won[0]!.answer.body.decisionId);
        expect(lost.answer.body.prompt.decision.feedback.content).toMatchObject({
          text: `operator ${won[0]!.who}`,
        });
      }
    }
    await agent.feedback(count - 1);
    await harness.until(
      () =>
        harness.facts(taskId, 'countersign.decision').filter((fact) => fact.change === 'delivered')
          .length === count,
    );
    expect(new Set(agent.feedbacks.map((feedback) => feedback.key)).size).toBe(count);
  });

  it('to something that has changed is refused with the current prompt', async () => {
    const { taskId, run } = await setUp();
    run.send(ask(taskId));
    const shown = await harness.untilPrompt(taskId, 'open');
    run.send(ask(taskId, { payload: { budget: 99 }, revision: 2 }));
    await harness.until(() =>
      harness.facts(taskId, 'countersign.prompt').some((fact) => fact.change === 'revised'),
    );
    const refused = await decide(shown, 'stale');
    expect(refused.status).toBe(412);
    expect(refused.body.type).toMatch(/prompt-changed$/);
    expect(refused.body.prompt.message.payload).toEqual({ budget: 99 });
    expect((await decide(refused.body.prompt, 'fresh')).status).toBe(201);
  });

  it('that does not fit is refused with paths', async () => {
    const { taskId, run } = await setUp();
    run.send(ask(taskId, { allowedFeedback: ['approve', 'reject'] }));
    const prompt = await harness.untilPrompt(taskId, 'open');
    const refused = await decide(prompt, 'bad', {
      feedback: { type: 'instruction', content: { text: 'hm' } },
    });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.length).toBeGreaterThan(0);
    const shapeless = await decide(prompt, 'worse', { feedback: { type: 'shrug' } });
    expect(shapeless.status).toBe(400);
    expect((await decide(prompt, 'good')).status).toBe(201);
  });

  it('to a withdrawn prompt comes too late, with the reason', async () => {
    const { taskId, run } = await setUp();
    run.send(ask(taskId));
    const prompt = await harness.untilPrompt(taskId, 'open');
    run.send(ask(taskId, { state: 'cancelled', explanation: 'Found it myself.' }));
    await harness.untilPrompt(taskId, 'withdrawn');
    const refused = await decide(prompt, 'late');
    expect(refused.status).toBe(410);
    expect(refused.body.detail).toBe('Found it myself.');
  });
});

describe('a deadline', () => {
  it('sends the default once, and a late answer is refused with it', async () => {
    const clock = createManualClock();
    const { taskId, run } = await setUp({}, { clock });
    run.send(
      ask(taskId, {
        state: 'followup',
        payload: { options: [{ id: 'a' }, { id: 'b' }] },
        expiresAt: new Date(clock.now() + 60_000).toISOString(),
        defaultFeedback: { type: 'rank', content: { order: ['a', 'b'] } },
      }),
    );
    const prompt = await harness.untilPrompt(taskId, 'open');
    clock.advance(59_999);
    expect(agent.feedbacks).toHaveLength(0);
    clock.advance(1);
    const feedback = await agent.feedback(0);
    expect(feedback.message).toMatchObject({
      agentId: 'countersign:default',
      upFeedback: { type: 'rank', content: { order: ['a', 'b'] } },
    });
    const late = await decide(prompt, 'late');
    expect(late.status).toBe(409);
    expect(late.body.prompt.decision.by).toEqual({
      kind: 'default',
      id: 'countersign:default',
      name: 'Default at deadline',
    });
    clock.advance(600_000);
    await harness.services.journal.commit(publishCounts, null);
    expect(
      harness.facts(taskId, 'countersign.decision').filter((fact) => fact.change === 'recorded'),
    ).toHaveLength(1);
  });

  it('applies even before its timer has run', async () => {
    const clock = createManualClock();
    const stuck = { ...clock, schedule: () => () => {} };
    const { taskId, run } = await setUp({}, { clock: stuck });
    run.send(ask(taskId, { expiresAt: new Date(clock.now() + 1_000).toISOString() }));
    const prompt = await harness.untilPrompt(taskId, 'open');
    clock.advance(1_000);
    const refused = await decide(prompt, 'at-the-moment');
    expect(refused.status).toBe(410);
    expect(refused.body.prompt.state).toBe('expired');
  });

  it('met by four answers at the same time still has one outcome', async () => {
    const clock = createManualClock();
    const { taskId, run } = await setUp({}, { clock });
    run.send(
      ask(taskId, {
        expiresAt: new Date(clock.now() + 1_000).toISOString(),
        defaultFeedback: { type: 'reject' },
      }),
    );
    const prompt = await harness.untilPrompt(taskId, 'open');
    const answers = [1, 2, 3, 4].map((index) => decide(prompt, `race-${index}`));
    clock.advance(1_000);
    const statuses = (await Promise.all(answers)).map((answer) => answer.status);
    await agent.feedback(0);
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
    const recorded = harness
      .facts(taskId, 'countersign.decision')
      .filter((fact) => fact.change === 'recorded');
    expect(recorded).toHaveLength(1);
  });

  it('is kept across a restart of the server', async () => {
    const clock = createManualClock();
    const { taskId, run } = await setUp({ headers: { 'hai-resume': 'last-event-id' } }, { clock });
    run.send(
      ask(taskId, {
        expiresAt: new Date(clock.now() + 1_000).toISOString(),
        defaultFeedback: { type: 'approve' },
      }),
    );
    await harness.untilPrompt(taskId, 'open');
    await harness.close('keep-directory');
    clock.advance(5_000);
    harness = await startHarness({
      clock,
      directory: harness.directory,
      agents: [describeAgent(agent)],
    });
    clock.advance(0);
    expect((await agent.feedback(0)).message.agentId).toBe('countersign:default');
  });
});

describe('delivery', () => {
  it('is tried again with the same key after failures', async () => {
    const { taskId, run } = await setUp({
      feedbackStatus: (index) => (index === 0 ? 500 : index === 1 ? 'cut' : 200),
    });
    run.send(ask(taskId));
    const { body } = await decide(await harness.untilPrompt(taskId, 'open'), 'again');
    await harness.until(() =>
      harness.facts(taskId, 'countersign.decision').some((fact) => fact.change === 'delivered'),
    );
    expect(agent.feedbacks.map((feedback) => feedback.key)).toEqual(Array(3).fill(body.decisionId));
  });

  it('is abandoned at once when the agent refuses, with the reason', async () => {
    const { taskId, run } = await setUp({ feedbackStatus: () => 404 });
    run.send(ask(taskId));
    await decide(await harness.untilPrompt(taskId, 'open'), 'refused');
    const fact = await harness.until(() =>
      harness.facts(taskId, 'countersign.decision').find((entry) => entry.change === 'refused'),
    );
    expect(fact).toMatchObject({
      decision: {
        failure: expect.stringContaining('404'),
        failureStatement: { code: 'delivery.status-said', params: { status: 404 } },
        attempts: 1,
      },
    });
    expect(agent.feedbacks).toHaveLength(1);
  });

  it('ends after the last attempt', async () => {
    const { taskId, run } = await setUp({ feedbackStatus: () => 503 }, { maxAttempts: 3 });
    run.send(ask(taskId));
    await decide(await harness.untilPrompt(taskId, 'open'), 'limit');
    await harness.until(() =>
      harness.facts(taskId, 'countersign.decision').some((fact) => fact.change === 'undeliverable'),
    );
    expect(agent.feedbacks).toHaveLength(3);
  });

  it('uses a new run if the agent has no feedback endpoint', async () => {
    const { taskId, run } = await setUp({}, { feedback: false });
    run.send(ask(taskId));
    run.send({ type: 'RUN_FINISHED', threadId: taskId, runId: run.input.runId });
    run.end();
    await harness.untilStatus(taskId, 'finished');
    const prompt = await harness.untilPrompt(taskId, 'open');
    const { body } = await decide(prompt, 'carried', {
      feedback: { type: 'instruction', content: { text: 'in Berlin' } },
    });
    const next = await agent.run(1);
    expect(next.input.threadId).toBe(taskId);
    expect(next.input.runId).not.toBe(run.input.runId);
    expect(next.input.forwardedProps).toMatchObject({
      upFormat: { messageId: body.decisionId, parentMessageId: 'p1' },
    });
    expect(next.input.messages.at(-1)).toMatchObject({ role: 'user', content: 'in Berlin' });
    await harness.until(() =>
      harness.facts(taskId, 'countersign.decision').some((fact) => fact.change === 'delivered'),
    );
  });
});
