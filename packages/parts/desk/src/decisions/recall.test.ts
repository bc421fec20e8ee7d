import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { afterEach, describe, expect, it } from 'vitest';

let asking: Asking;
afterEach(() => asking?.close());

const recallable = { policy: { recallMs: 5_000 } };
const inMs = (ms: number) => new Date(asking.clock.now() + ms).toISOString();
const recall = (decisionId: string, token?: string) =>
  asking.post(`/api/decisions/${decisionId}/recall`, undefined, token);

describe('a recall window', () => {
  it('holds an answer until its time, then it is sent', async () => {
    asking = await startAsking(recallable);
    const { clock } = asking;
    const answered = await asking.decide(await asking.ask());
    expect(answered.body.decision.releaseAt).toBe(clock.now() + 5_000);
    await asking.pass(4_999);
    // A wake-up before the time leases nothing.
    asking.harness.services.dispatcher.wake();
    await asking.pass(0);
    expect(asking.agent.feedbacks).toEqual([]);
    await asking.pass(1);
    expect((await asking.agent.feedback(0)).key).toBe(answered.body.decisionId);
    const late = await recall(answered.body.decisionId);
    expect(late.status).toBe(409);
    expect(late.body.type).toMatch(/decision-left$/);
    expect(late.body.prompt.decision.id).toBe(answered.body.decisionId);
  });

  it('lets the author take the answer back: open again, the same digest, the draft kept, nothing sent', async () => {
    asking = await startAsking(recallable);
    const ann = await asking.hire('ann');
    const prompt = await asking.ask();
    const draft = `/api/prompts/${encodeURIComponent(prompt.id)}/draft`;
    const headers = { authorization: `Bearer ${ann}` };
    await asking.harness.request('PUT', draft, { text: 'mine' }, headers);
    const { body } = await asking.decide(prompt, {}, ann);
    await asking.pass(3_000);
    const recalled = await recall(body.decisionId, ann);
    expect(recalled.status).toBe(200);
    expect(recalled.body.state).toBe('recalled');
    const open = await asking.prompt(prompt.id);
    expect(open).toMatchObject({ state: 'open', digest: prompt.digest, closedAt: null });
    expect(open.decision).toBeNull();
    expect((await asking.harness.request('GET', draft, undefined, headers)).body).toMatchObject({
      text: 'mine',
    });
    await asking.pass(60_000);
    expect(asking.agent.feedbacks).toEqual([]);
    const second = await asking.decide(prompt, { feedback: { type: 'reject' } }, ann);
    expect(second.status).toBe(201);
    await asking.pass(5_000);
    expect((await asking.agent.feedback(0)).message.upFeedback).toEqual({ type: 'reject' });
    expect(asking.agent.feedbacks).toHaveLength(1);
    expect(asking.changes('prompt')).toEqual(['opened', 'answered', 'reopened', 'answered']);
    const changes = asking.changes('decision');
    expect(changes.filter((change) => change === 'recalled')).toHaveLength(1);
    expect((await asking.harness.request('GET', draft, undefined, headers)).body).toBeNull();
    const { body: audit } = await asking.harness.request('GET', '/api/audit');
    expect(audit.items.map((row: { action: string }) => row.action)).toContain('recall');
  });

  it('is the same recall when requested twice, also at once', async () => {
    asking = await startAsking(recallable);
    const { body } = await asking.decide(await asking.ask());
    const both = await Promise.all([recall(body.decisionId), recall(body.decisionId)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await recall(body.decisionId)).body.state).toBe('recalled');
    expect(asking.changes('prompt').filter((change) => change === 'reopened')).toHaveLength(1);
  });

  it('is for the author and administrators', async () => {
    asking = await startAsking(recallable);
    const [ann, bob] = [await asking.hire('ann'), await asking.hire('bob')];
    const { body } = await asking.decide(await asking.ask(), {}, ann);
    expect((await recall(body.decisionId, bob)).status).toBe(403);
    expect((await recall(body.decisionId)).status).toBe(200);
    expect((await recall('nothing')).status).toBe(404);
  });

  it('at the moment of release has exactly one outcome', async () => {
    asking = await startAsking(recallable);
    let delivered = 0;
    const settled = () =>
      asking.changes('decision').filter((change) => change === 'delivered').length;
    for (let index = 0; index < 10; index += 1) {
      const prompt = await asking.ask({ messageId: `p${index}` });
      const { body } = await asking.decide(prompt);
      asking.clock.advance(4_999);
      const late = index % 2 === 0;
      const request = late ? null : recall(body.decisionId);
      asking.clock.advance(1);
      const { status } = await (request ?? recall(body.decisionId));
      await asking.pass(0);
      if (status === 409) {
        expect((await asking.agent.feedback(delivered)).key).toBe(body.decisionId);
        delivered += 1;
        await asking.harness.until(() => settled() === delivered);
      }
      expect(asking.agent.feedbacks).toHaveLength(delivered);
      expect((await asking.prompt(prompt.id)).state).toBe(status === 200 ? 'open' : 'answered');
    }
  });

  it('is skipped when the deadline is near, and by a policy of 0', async () => {
    asking = await startAsking(recallable);
    const near = await asking.ask({ expiresAt: inMs(9_999) });
    expect((await asking.decide(near)).body.decision.releaseAt).toBeNull();
    await asking.agent.feedback(0);
    const far = await asking.ask({ messageId: 'p2', expiresAt: inMs(10_000) });
    expect((await asking.decide(far)).body.decision.releaseAt).toBe(asking.clock.now() + 5_000);
    await asking.close();
    asking = await startAsking();
    expect((await asking.decide(await asking.ask())).body.decision.releaseAt).toBeNull();
    await asking.agent.feedback(0);
  });

  it('is not for defaults', async () => {
    asking = await startAsking(recallable);
    const prompt = await asking.ask({
      expiresAt: inMs(60_000),
      defaultFeedback: { type: 'approve' },
    });
    await asking.pass(60_000);
    await asking.agent.feedback(0);
    const { decision } = await asking.prompt(prompt.id);
    expect(decision?.releaseAt).toBeNull();
    expect((await recall(decision!.id)).status).toBe(409);
  });

  it('keeps its time across a restart, before which nothing is sent', async () => {
    asking = await startAsking(recallable);
    const prompt = await asking.ask();
    const { body } = await asking.decide(prompt);
    await asking.restart(2_000);
    expect(asking.agent.feedbacks).toEqual([]);
    expect((await recall(body.decisionId)).status).toBe(200);
    const second = await asking.decide(prompt);
    await asking.restart(20_000);
    expect((await asking.agent.feedback(0)).key).toBe(second.body.decisionId);
    expect((await recall(second.body.decisionId)).status).toBe(409);
  });
});

describe('an answer that is still held', () => {
  it('is taken back when the agent changes what it asks: it was given to something else', async () => {
    asking = await startAsking(recallable);
    const prompt = await asking.ask();
    const { body } = await asking.decide(prompt);
    asking.say({ payload: { budget: 99 } });
    await asking.harness.until(() => asking.changes('prompt').includes('revised'));
    await asking.pass(60_000);
    expect(asking.agent.feedbacks).toEqual([]);
    const now = await asking.prompt(prompt.id);
    expect(now).toMatchObject({ state: 'open', message: { payload: { budget: 99 } } });
    const stale = await asking.decide(prompt);
    expect(stale.status).toBe(412);
    expect((await recall(body.decisionId)).body).toMatchObject({
      state: 'recalled',
      failure: expect.stringContaining('changed'),
    });
    expect((await asking.decide(now)).status).toBe(201);
  });

  it('is taken back when the agent withdraws the question', async () => {
    asking = await startAsking(recallable);
    const prompt = await asking.ask();
    await asking.decide(prompt);
    asking.say({ state: 'cancelled', explanation: 'Found it.' });
    await asking.harness.untilPrompt(asking.taskId, 'withdrawn');
    await asking.pass(60_000);
    expect(asking.agent.feedbacks).toEqual([]);
  });

  it('stays when the agent only repeats the question', async () => {
    asking = await startAsking(recallable);
    const timestamp = '2026-01-01T00:00:00Z';
    const { body } = await asking.decide(await asking.ask({ timestamp }));
    asking.say({ timestamp });
    asking.say({ messageId: 'p2' });
    await asking.harness.until(() => asking.changes('prompt').length === 3);
    await asking.pass(5_000);
    expect((await asking.agent.feedback(0)).key).toBe(body.decisionId);
  });

  it('recalled after its run has ended leaves the question to a new run', async () => {
    asking = await startAsking(recallable);
    const prompt = await asking.ask();
    const { body } = await asking.decide(prompt);
    asking.run.send({
      type: 'RUN_FINISHED',
      threadId: asking.taskId,
      runId: asking.run.input.runId,
    });
    await asking.harness.untilStatus(asking.taskId, 'finished');
    expect((await recall(body.decisionId)).status).toBe(200);
    expect(await asking.prompt(prompt.id)).toMatchObject({
      state: 'open',
      decision: null,
      way: { by: 'run', run: 'finished' },
    });
  });
});
