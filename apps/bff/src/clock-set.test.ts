import { sessionLifetimeMs } from '@countersign/server/guard/session-cookie';
import { afterEach, describe, expect, it } from 'vitest';
import { type Asking, startAsking } from './testing/asking.ts';
import { adminToken } from './testing/harness.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';
import { openStream } from './testing/stream-frames.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
let asking: Asking;
let receiver: Receiver | undefined;
afterEach(async () => {
  await asking?.close();
  await receiver?.close();
  receiver = undefined;
});

const recallable = { policy: { recallMs: 5_000 } };
const setBack = -2 * hourMs;
const setForward = 2 * hourMs;
const claim = (promptId: string, token: string, more: object = {}) =>
  asking.post(`/api/prompts/${promptId}/claim`, more, token);
const idOf = 'msg-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';

describe.each([
  ['set back two hours', setBack],
  ['set forward two hours', setForward],
])('with the clock %s', (_words, jumpMs) => {
  it('a held answer is sent after its own window, and can be recalled until then', async () => {
    asking = await startAsking(recallable);
    const first = await asking.decide(await asking.ask({ messageId: idOf }));
    await asking.pass(2_000);
    asking.jump(jumpMs);
    await asking.pass(2_999);
    expect(asking.agent.feedbacks).toEqual([]);
    const { decision } = await asking.prompt(first.body.decision.promptId);
    expect(decision?.releaseAt).toBe(asking.clock.now() + 1);
    await asking.pass(1);
    expect((await asking.agent.feedback(0)).key).toBe(first.body.decisionId);

    const second = await asking.decide(await asking.ask({ messageId: `${idOf}-2` }));
    asking.jump(-jumpMs);
    await asking.pass(4_999);
    const recalled = await asking.post(`/api/decisions/${second.body.decisionId}/recall`);
    expect(recalled.status).toBe(200);
    await asking.pass(24 * hourMs);
    expect(asking.agent.feedbacks).toHaveLength(1);
  });

  it('a failed delivery is tried again after the same delay as before', async () => {
    asking = await startAsking({
      script: { feedbackStatus: (index: number) => (index === 0 ? 503 : 202) },
    });
    await asking.decide(await asking.ask());
    await asking.agent.feedback(0);
    const showsReason = 'SELECT 1 FROM decisions WHERE failure IS NOT NULL';
    const { read } = asking.harness.services.journal;
    while ((await read.get(showsReason)) === undefined) await asking.pass(0);
    asking.jump(jumpMs);
    await asking.pass(20);
    expect((await asking.agent.feedback(1)).key).toBe(asking.agent.feedbacks[0]?.key);
  });

  it('a session ends after its own time', async () => {
    asking = await startAsking();
    const { harness } = asking;
    const session = await harness.signIn({ token: adminToken });
    const status = async () => {
      const headers = { host: '127.0.0.1', ...session };
      return (await harness.app.inject({ url: '/api/me', headers })).statusCode;
    };
    await asking.pass(hourMs);
    asking.jump(jumpMs);
    await asking.pass(sessionLifetimeMs - hourMs - 1_000);
    expect(await status()).toBe(200);
    await asking.pass(1_000);
    expect(await status()).toBe(401);
  });

  it('a lease ends after its own time, and a request for one is granted after its silence', async () => {
    asking = await startAsking({ policy: { claimLeaseMs: 10 * minuteMs, takeOverMs: 30_000 } });
    const [ann, bob] = [await asking.hire('ann'), await asking.hire('bob')];
    const { id } = await asking.ask();
    await claim(id, ann);
    await asking.pass(4 * minuteMs);
    asking.jump(jumpMs);
    await asking.pass(6 * minuteMs - 1);
    const held = (await asking.prompt(id)).claim;
    expect(held).toMatchObject({ operator: 'ann', until: asking.clock.now() + 1 });
    // How long it has been held is unchanged, too.
    expect(held?.since).toBe(asking.clock.now() + 1 - 10 * minuteMs);
    await asking.pass(1);
    expect((await asking.prompt(id)).claim).toBeNull();

    await claim(id, ann);
    await claim(id, bob, { takeOver: 'ask' });
    asking.jump(-jumpMs);
    await asking.pass(29_999);
    expect((await asking.prompt(id)).claim?.operator).toBe('ann');
    await asking.pass(1);
    expect((await asking.prompt(id)).claim?.operator).toBe('bob');
  });

  it('the next escalation step is as far away as it was', async () => {
    asking = await startAsking({
      policy: { steps: [{ afterMs: 10 * minuteMs, to: 'group', group: 'leads' }] },
    });
    const { id } = await asking.ask();
    await asking.pass(4 * minuteMs);
    asking.jump(jumpMs);
    await asking.pass(6 * minuteMs - 1);
    expect((await asking.prompt(id)).escalation).toMatchObject({
      level: 0,
      nextAt: asking.clock.now() + 1,
    });
    await asking.pass(1);
    expect((await asking.prompt(id)).escalation?.level).toBe(1);
  });

  it('a call to a webhook is tried again, and repeated, after the same delays as before', async () => {
    receiver = await startReceiver((index) => (index === 0 ? 503 : 204));
    asking = await startAsking({
      webhooks: {
        origin: () => 'https://console.example',
        allowed: ['127.0.0.1'],
        backoff: { baseMs: 1_000, capMs: 1_000 },
      },
    });
    const { webhooks } = asking.harness.services;
    await asking.post('/api/webhooks', {
      name: 'Bell',
      url: receiver.url,
      enabled: true,
      severityFrom: 'info',
      repeatMs: 10 * minuteMs,
    });
    await asking.ask();
    await webhooks.idle();
    expect(receiver.calls).toHaveLength(1);
    asking.jump(jumpMs);
    await asking.pass(499);
    await webhooks.idle();
    expect(receiver.calls).toHaveLength(1);
    expect((await webhooks.list())[0]?.lastDelivery).toMatchObject({ status: 503 });
    await asking.pass(501);
    await webhooks.idle();
    expect(receiver.calls).toHaveLength(2);
    asking.jump(-jumpMs);
    await asking.pass(10 * minuteMs - 1);
    await webhooks.idle();
    expect(receiver.calls).toHaveLength(2);
    await asking.pass(1);
    await webhooks.idle();
    expect(receiver.calls).toHaveLength(3);
  });

  it('the new time is sent to every open stream', async () => {
    asking = await startAsking();
    const url = await asking.harness.listen();
    const stream = await openStream(url, { authorization: `Bearer ${adminToken}` });
    asking.jump(jumpMs);
    await asking.pass(0);
    await asking.ask();
    await stream.until(() => stream.news('ready').length === 2);
    expect(stream.news('ready')[1]).toMatchObject({ serverTime: asking.clock.now() });
    stream.close();
  });
});

it('a webhook is called for what opens after the clock was set back', async () => {
  receiver = await startReceiver();
  asking = await startAsking({
    webhooks: { origin: () => 'https://console.example', allowed: ['127.0.0.1'] },
  });
  await asking.post('/api/webhooks', {
    name: 'Bell',
    url: receiver.url,
    enabled: true,
    severityFrom: 'info',
    repeatMs: null,
  });
  asking.jump(setBack);
  await asking.ask();
  await asking.harness.services.webhooks.idle();
  expect(receiver.calls).toHaveLength(1);
});

describe('a clock that was set back while the server was down', () => {
  it('makes no answer and no lease wait longer than its own length', async () => {
    asking = await startAsking({ policy: { recallMs: 5_000, claimLeaseMs: 10 * minuteMs } });
    const ann = await asking.hire('ann');
    const answered = await asking.decide(await asking.ask({ messageId: idOf }));
    const other = await asking.ask({ messageId: `${idOf}-2` });
    await claim(other.id, ann);
    await asking.restart(0, () => asking.jump(setBack));
    await asking.pass(5_000);
    expect((await asking.agent.feedback(0)).key).toBe(answered.body.decisionId);
    await asking.pass(10 * minuteMs - 5_000);
    expect((await asking.prompt(other.id)).claim).toBeNull();
  });

  it('is detected from the last write, not from the newest time in the store', async () => {
    asking = await startAsking(recallable);
    // Years ahead for a while, then corrected: times stored in between are no evidence any more.
    asking.jump(30_000 * hourMs);
    await asking.ask({ messageId: idOf });
    asking.jump(-30_000 * hourMs);
    await asking.pass(30_000);
    await asking.decide(await asking.ask({ messageId: `${idOf}-2` }));
    await asking.restart(1_000);
    expect(asking.agent.feedbacks).toEqual([]);
    await asking.pass(4_000);
    await asking.agent.feedback(0);
  });
});

describe('calendar times', () => {
  it('stay: a deadline and a snooze', async () => {
    asking = await startAsking();
    const at = asking.clock.now() + hourMs;
    const prompt = await asking.ask({ expiresAt: new Date(at + hourMs).toISOString() });
    await asking.post(`/api/prompts/${prompt.id}/snooze`, { until: at, reason: 'Lunch.' });
    asking.jump(setBack);
    await asking.pass(minuteMs);
    const later = await asking.prompt(prompt.id);
    expect(later).toMatchObject({ expiresAt: at + hourMs, snooze: { until: at } });
    await asking.pass(3 * hourMs - minuteMs);
    expect((await asking.prompt(prompt.id)).snooze).toBeNull();
  });

  it('a snooze of a critical prompt still lasts an hour at most', async () => {
    asking = await startAsking();
    const prompt = await asking.ask({ upPrompt: { severity: 'critical' } });
    const until = asking.clock.now() + hourMs;
    await asking.post(`/api/prompts/${prompt.id}/snooze`, { until, reason: 'Lunch.' });
    asking.jump(setBack);
    await asking.pass(hourMs + minuteMs);
    expect((await asking.prompt(prompt.id)).snooze).toBeNull();
  });
});

it('the audit records by how much the clock was set', async () => {
  asking = await startAsking();
  asking.jump(setBack);
  await asking.pass(0);
  const { body } = await asking.harness.request('GET', '/api/audit');
  const rows = body.items.filter((row: { action: string }) => row.action === 'clock-set');
  expect(rows).toMatchObject([{ operator: 'countersign', detail: { jumpMs: setBack } }]);
});
