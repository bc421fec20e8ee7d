import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Prompt } from '@countersign/api/prompt';
import { type CreateWebhook, webhookCallSchema } from '@countersign/api/webhook';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock, type ManualClock } from '@countersign/bff/testing/manual-clock';
import { isSigned, type Receiver, startReceiver } from '@countersign/bff/testing/receiver';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { afterEach, describe, expect, it } from 'vitest';
import { listWebhooks } from '../rows/webhooks.ts';

const minuteMs = 60_000;
const origin = 'https://console.example';
let clock: ManualClock;
let agent: ScriptedAgent;
let harness: Harness;
let taskId: string;
let run: AgentRun;
let asked = 0;
let receivers: Receiver[] = [];

afterEach(async () => {
  for (const receiver of receivers) await receiver.close();
  receivers = [];
  await harness.close();
  await agent.close();
});

const settings = {
  origin: () => origin,
  allowed: ['127.0.0.1'],
  backoff: { baseMs: 1_000, capMs: 8_000 },
};
const open = (directory?: string) =>
  startHarness({
    clock,
    agents: [describeAgent(agent)],
    idleMs: 400 * 24 * 60 * minuteMs,
    rejoinMs: 400 * 24 * 60 * minuteMs,
    webhooks: settings,
    ...(directory === undefined ? {} : { directory }),
  });
async function setUp(): Promise<void> {
  asked = 0;
  clock = createManualClock();
  agent = await startScriptedAgent({ headers: { 'hai-resume': 'last-event-id' } });
  harness = await open();
  ({ taskId } = await harness.start());
  run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
}
async function receiver(...parameters: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...parameters);
  receivers.push(started);
  return started;
}
const hook = (url: string, more: Partial<CreateWebhook> = {}): CreateWebhook => ({
  name: 'Pager',
  url,
  enabled: true,
  severityFrom: 'info',
  repeatMs: null,
  ...more,
});
async function create(url: string, more: Partial<CreateWebhook> = {}) {
  const { status, body } = await harness.request('POST', '/api/webhooks', hook(url, more));
  expect(status).toBe(201);
  return body as { id: string; secret: string };
}
/** Asks, and waits until the question is in the journal. */
async function ask(more: object = {}): Promise<Prompt> {
  clock.advance(1);
  const messageId = `p${++asked}`;
  run.send(
    upMessage(taskId, {
      messageId,
      state: 'needsHumanDecision',
      ask: 'Shall I wire the secret sum?',
      payload: { sum: 4711 },
      ...more,
    }),
  );
  const fact = await harness.until(() =>
    harness
      .facts(taskId, 'countersign.prompt')
      .find((one) => (one.prompt as Prompt).message.messageId === messageId),
  );
  return fact.prompt as Prompt;
}
const idle = () => harness.services.webhooks.idle();
const last = async () => (await listWebhooks(harness.services.journal.read))[0]?.lastDelivery;
/** Advances time until the next attempt is due and made. */
const pass = async (ms: number) => {
  clock.advance(ms);
  await idle();
  // What became due while an earlier look was in progress.
  clock.advance(0);
  await idle();
};
const answer = (prompt: Prompt) =>
  harness.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    feedback: { type: 'approve' },
    digest: prompt.digest,
    idempotencyKey: `key-of-${prompt.id}`,
  });

describe('a call', () => {
  it('is sent for a blocking prompt, signed, without the agent’s words', async () => {
    await setUp();
    const pager = await receiver();
    const { secret } = await create(pager.url);
    const prompt = await ask({ severity: 'major', expiresAt: '2099-01-01T00:00:00Z' });
    await idle();
    const call = await pager.call(0);
    expect(isSigned(call, secret)).toBe(true);
    expect(isSigned({ ...call, text: call.text.replace('major', 'minor') }, secret)).toBe(false);
    expect(call.timestamp).toBe(Math.floor(clock.now() / 1000));
    expect(webhookCallSchema.parse(call.body)).toEqual({
      type: 'prompt.opened',
      timestamp: new Date(clock.now()).toISOString(),
      data: {
        promptId: prompt.id,
        taskId,
        agentId: 'demo',
        severity: 'major',
        openedAt: new Date(prompt.openedAt).toISOString(),
        expiresAt: '2099-01-01T00:00:00.000Z',
        url: `${origin}/inbox/${encodeURIComponent(prompt.id)}`,
      },
    });
    expect(call.text).not.toMatch(/wire|4711/);
    expect(await last()).toMatchObject({ promptId: prompt.id, ok: true, status: 204, attempts: 1 });
  });

  it('is made once, for blocking prompts of sufficient severity, by the webhooks that are on', async () => {
    await setUp();
    const before = await ask({ severity: 'critical' });
    clock.advance(1);
    const pager = await receiver();
    const off = await receiver();
    await create(pager.url, { severityFrom: 'major' });
    await create(off.url, { enabled: false });
    await ask({ severity: 'minor' });
    await ask({ severity: 'critical', state: 'followup' });
    const reported = await ask({ severity: 'critical' });
    await idle();
    await pass(24 * 60 * minuteMs);
    expect(pager.calls.map((call) => call.body.data)).toMatchObject([{ promptId: reported.id }]);
    expect(off.calls).toEqual([]);
    expect(before.state).toBe('open');
  });

  it('is repeated with the same id until it arrives', async () => {
    await setUp();
    const pager = await receiver((index) => [500, 503][index] ?? 200);
    const { secret } = await create(pager.url);
    await ask();
    await idle();
    expect(await last()).toMatchObject({
      ok: false,
      status: 500,
      detail: 'It answered with HTTP 500.',
    });
    await pass(1_000);
    await pass(2_000);
    await pass(60 * minuteMs);
    expect(pager.calls).toHaveLength(3);
    expect(new Set(pager.calls.map((call) => call.id)).size).toBe(1);
    expect(pager.calls.every((call) => isSigned(call, secret))).toBe(true);
    const times = pager.calls.map((call) => call.timestamp);
    expect(times[2]).toBeGreaterThan(times[0]!);
    expect(await last()).toMatchObject({ ok: true, attempts: 3, detail: null });
  });

  it('is abandoned in the end, and that is visible', async () => {
    await setUp();
    const pager = await receiver(() => 500);
    await create(pager.url);
    await ask();
    await idle();
    for (let attempt = 0; attempt < 20; attempt += 1) await pass(8_000);
    expect(pager.calls).toHaveLength(8);
    expect(await last()).toMatchObject({
      ok: false,
      attempts: 8,
      detail: 'It answered with HTTP 500. Given up after 8 tries.',
    });
  });

  it('to a receiver that hangs delays no other', async () => {
    await setUp();
    const stuck = await receiver(() => 'hang');
    const quick = await receiver();
    await create(stuck.url);
    await create(quick.url);
    const prompts = [await ask(), await ask(), await ask(), await ask()];
    await quick.call(prompts.length - 1);
    await stuck.call(1);
    // Two at a time to one receiver: the others wait for that receiver only.
    expect(stuck.calls).toHaveLength(2);
    clock.advance(10_000);
    await stuck.call(3);
    const failed = await last();
    expect(failed).toMatchObject({ ok: false, detail: 'It did not answer within 10 seconds.' });
    await stuck.close();
    clock.advance(10_000);
  });

  it('does not follow a redirect into a private network, nor one that loses the request', async () => {
    await setUp();
    const secretPlace = await receiver();
    const sly = await receiver(() => ({
      status: 307,
      location: `http://[::1]:${secretPlace.port}/`,
    }));
    await create(sly.url);
    await ask();
    await idle();
    expect(await last()).toMatchObject({ ok: false, status: null });
    expect((await last())?.detail).toMatch(/private network/);
    const losing = await receiver((index) =>
      index === 0 ? { status: 302, location: '/other' } : 200,
    );
    await harness.request(
      'PUT',
      `/api/webhooks/${(await listWebhooks(harness.services.journal.read))[0]?.id}`,
      hook(losing.url),
    );
    await ask();
    await idle();
    expect(await last()).toMatchObject({ ok: false, status: 200 });
    expect((await last())?.detail).toMatch(/loses the call/);
    expect(secretPlace.calls).toEqual([]);
  });

  it('is not made for what a rule has answered', async () => {
    await setUp();
    const pager = await receiver();
    await create(pager.url);
    const { body: rule } = await harness.request('POST', '/api/rules', {
      name: 'All',
      expiresAt: clock.now() + minuteMs,
      match: { agentId: 'demo', conditions: [] },
      feedback: { type: 'approve' },
    });
    await harness.request('POST', `/api/rules/${rule.id}/dry-run`);
    await harness.request('POST', `/api/rules/${rule.id}/enabled`, { enabled: true, version: 1 });
    const answered = await ask();
    const left = await ask({ severity: 'major' });
    await idle();
    expect(pager.calls.map((call) => call.body.data)).toMatchObject([{ promptId: left.id }]);
    expect(answered.id).not.toBe(left.id);
  });
});

describe('repeats', () => {
  it('come while the prompt was not seen, each with its own id, and stop when it was', async () => {
    await setUp();
    const pager = await receiver();
    await create(pager.url, { repeatMs: minuteMs });
    const prompt = await ask();
    await idle();
    await pass(minuteMs - 1);
    expect(pager.calls).toHaveLength(1);
    await pass(1);
    await pass(minuteMs);
    expect(pager.calls.map((call) => call.body.type)).toEqual([
      'prompt.opened',
      'prompt.waiting',
      'prompt.waiting',
    ]);
    expect(new Set(pager.calls.map((call) => call.id)).size).toBe(3);
    const path = `/api/prompts/${encodeURIComponent(prompt.id)}/presence`;
    const seen = await harness.request('PUT', path, { tab: 'one', mode: 'viewing' });
    expect(seen.status).toBeLessThan(300);
    for (let round = 0; round < 5; round += 1) await pass(minuteMs);
    expect(pager.calls).toHaveLength(3);
  });

  it('stop when it is closed', async () => {
    await setUp();
    const pager = await receiver();
    await create(pager.url, { repeatMs: minuteMs });
    const prompt = await ask();
    await idle();
    await answer(prompt);
    for (let round = 0; round < 5; round += 1) await pass(minuteMs);
    expect(pager.calls).toHaveLength(1);
  });

  it('are not sent for a snoozed prompt until it wakes', async () => {
    await setUp();
    const pager = await receiver();
    await create(pager.url, { repeatMs: minuteMs });
    const prompt = await ask();
    await idle();
    const until = clock.now() + 10 * minuteMs;
    await harness.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/snooze`, {
      until,
      reason: 'Later.',
    });
    for (let round = 0; round < 9; round += 1) await pass(minuteMs);
    expect(pager.calls).toHaveLength(1);
    await pass(minuteMs);
    expect(pager.calls).toHaveLength(2);
  });

  it('follow a changed interval', async () => {
    await setUp();
    const pager = await receiver();
    const { id } = await create(pager.url);
    await ask();
    await idle();
    const path = `/api/webhooks/${id}`;
    await harness.request('PUT', path, hook(pager.url, { repeatMs: 60 * minuteMs }));
    await harness.request('PUT', path, hook(pager.url, { repeatMs: minuteMs }));
    await pass(minuteMs);
    expect(pager.calls).toHaveLength(2);
    await harness.request('PUT', path, hook(pager.url));
    await pass(60 * minuteMs);
    expect(pager.calls).toHaveLength(2);
  });
});

describe('a restart', () => {
  it('creates the calls that the last server had not, with the same id', async () => {
    await setUp();
    const pager = await receiver((index) => (index === 0 ? 500 : 200));
    await create(pager.url);
    await ask();
    await idle();
    await harness.close('keep-directory');
    const { openDatabase } = await import('@countersign/server/store/sqlite/database');
    const store = openDatabase(`${harness.directory}/countersign.db`, 'write');
    // As if it had died between the prompt's commit and the call's.
    store.run('DELETE FROM webhook_calls');
    store.close();
    harness = await open(harness.directory);
    await idle();
    expect(pager.calls).toHaveLength(2);
    expect(pager.calls[1]?.id).toBe(pager.calls[0]?.id);
    await harness.close('keep-directory');
    harness = await open(harness.directory);
    await idle();
    expect(pager.calls).toHaveLength(2);
  });
});

describe('administration', () => {
  it('shows the secret once and keeps it sealed', async () => {
    await setUp();
    const pager = await receiver();
    const { id, secret } = await create(pager.url);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { body: list } = await harness.request('GET', '/api/webhooks');
    expect(JSON.stringify(list)).not.toContain(secret);
    expect(list.items[0]).not.toHaveProperty('secret');
    const bytes = readFileSync(join(harness.directory, 'countersign.db-wal'), 'latin1');
    expect(bytes).not.toContain(secret.slice(6));
    const changed = await harness.request('PUT', `/api/webhooks/${id}`, hook(pager.url));
    expect(changed.body).not.toHaveProperty('secret');
    await ask();
    await idle();
    expect(isSigned(await pager.call(0), secret)).toBe(true);
    expect((await harness.request('DELETE', `/api/webhooks/${id}`)).status).toBe(204);
    expect((await harness.request('DELETE', `/api/webhooks/${id}`)).status).toBe(404);
    await ask();
    await idle();
    expect(pager.calls).toHaveLength(1);
  });

  it('refuses addresses that are not called', async () => {
    await setUp();
    for (const url of [
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://name:secret@example.org/',
    ]) {
      const { status, body } = await harness.request('POST', '/api/webhooks', hook(url));
      expect(status, url).toBe(422);
      expect(body.type).toMatch(/address-refused$/);
      expect(body.errors[0]?.path).toBe('/url');
    }
    expect(
      (await harness.request('POST', '/api/webhooks', hook('file:///etc/passwd'))).status,
    ).toBe(400);
  });

  it('is for administrators', async () => {
    await setUp();
    const { body } = await harness.request('POST', '/api/operators', {
      id: 'ann',
      name: 'Ann',
      role: 'operator',
    });
    const headers = { authorization: `Bearer ${body.token}` };
    expect((await harness.request('GET', '/api/webhooks', undefined, headers)).status).toBe(403);
    const create = await harness.request(
      'POST',
      '/api/webhooks',
      hook('https://a.example'),
      headers,
    );
    expect(create.status).toBe(403);
  });

  it('tries a webhook and reports the result', async () => {
    await setUp();
    const pager = await receiver((index) => (index === 0 ? 401 : 200));
    const { id, secret } = await create(pager.url);
    const first = await harness.request('POST', `/api/webhooks/${id}/test`);
    expect(first.body.lastDelivery).toMatchObject({ ok: false, status: 401, promptId: null });
    const statement = { code: 'call.status', params: { status: 401 } };
    expect(first.body.lastDelivery).toMatchObject({ statement });
    const second = await harness.request('POST', `/api/webhooks/${id}/test`);
    expect(second.body.lastDelivery).toMatchObject({ ok: true, status: 200, attempts: 1 });
    const call = await pager.call(1);
    expect(isSigned(call, secret)).toBe(true);
    expect(webhookCallSchema.parse(call.body).type).toBe('test');
    const { body: audit } = await harness.request('GET', '/api/audit');
    expect(JSON.stringify(audit)).not.toContain('/hook');
  });
});
