import type { DecisionReceipt } from '@countersign/api/bulk';
import type { Operator } from '@countersign/api/operator';
import type { Policy } from '@countersign/api/policy';
import type { Claim, CreatedDecision, Decision, Prompt } from '@countersign/api/prompt';
import type { DryRun, Rule, RuleList } from '@countersign/api/rule';
import type { CreatedWebhook, Webhook } from '@countersign/api/webhook';
import { createApi } from '@countersign/client/api';
import { knowledgeCalls } from '@countersign/client/calls/knowledge-calls';
import type { Download, Http } from '@countersign/client/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDemoServer } from './demo-server.ts';
import { demoHandlers } from './handlers.ts';
import json from './hiring.tape.json';
import { parseTape } from './tape.ts';

const base = 'http://demo.test';
const network = setupServer();
beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

/** The demo at its first question, with a clock that is moved by the test. */
function demo() {
  let now = 1_800_000_000_000;
  let timers: { at: number; run: () => void }[] = [];
  const server = createDemoServer(parseTape(json), {
    now: () => now,
    schedule(run, delayMs) {
      const timer = { at: now + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    createId: () => crypto.randomUUID(),
  });
  const handlers = demoHandlers(server);
  network.use(...handlers);
  const pass = (ms: number) => {
    const end = now + ms;
    for (;;) {
      const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      timers = timers.filter((timer) => timer !== next);
      now = Math.max(now, next.at);
      next.run();
    }
    now = end;
  };
  const taskId = server.stage({ agoMs: 60_000, until: (cue) => cue.kind === 'answer' });
  const prompt = () => server.prompts().find((one) => one.taskId === taskId)!;
  return { server, handlers, pass, taskId, prompt };
}
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${base}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await answer.text();
  return (text === '' ? answer.status : { status: answer.status, ...JSON.parse(text) }) as T;
}
const pathOf = ({ id }: Prompt) => `/api/prompts/${encodeURIComponent(id)}`;

it('has a handler for everything the console can call', async () => {
  const { handlers } = demo();
  const calls: Request[] = [];
  const http: Http = async (path, { method = 'GET' } = {}) => {
    calls.push(new Request(`${base}${path}`, { method }));
    return { items: [] } as never;
  };
  const download: Download = async (path, _read, { body } = {}) => {
    calls.push(new Request(`${base}${path}`, { method: body === undefined ? 'GET' : 'POST' }));
    return undefined as never;
  };
  const { call, download: _asGiven, ...api } = createApi(http, download, 'tab');
  const all = { ...api, ...knowledgeCalls(call) };
  for (const method of Object.values(all)) {
    await (method as (...given: unknown[]) => unknown)('x', {}, {});
  }
  // The last one answers all other requests with 404.
  const own = handlers.slice(0, -1);
  const lost: string[] = [];
  for (const request of calls) {
    const fits = await Promise.all(own.map((handler) => handler.test({ request })));
    if (!fits.includes(true)) lost.push(`${request.method} ${new URL(request.url).pathname}`);
  }
  expect(calls.length).toBeGreaterThan(50);
  expect(lost).toEqual([]);
});

describe('around a prompt', () => {
  it('a claim is reported, renewed, released, and expires', async () => {
    const { pass, prompt } = demo();
    const claim = await call<Claim>('POST', `${pathOf(prompt())}/claim`, {});
    expect(prompt().claim).toMatchObject({ operator: 'demo', until: claim.until });
    pass(60_000);
    const renewed = await call<Claim>('POST', `${pathOf(prompt())}/claim`, {});
    expect(renewed).toMatchObject({ since: claim.since, until: claim.until + 60_000 });
    await call('DELETE', `${pathOf(prompt())}/claim`);
    expect(prompt().claim).toBeNull();
    await call('POST', `${pathOf(prompt())}/claim`, {});
    pass(600_000);
    expect(prompt().claim).toBeNull();
  });

  it('drafts are stored, opening is noted, and snoozed prompts wake on time', async () => {
    const { pass, prompt, server } = demo();
    expect(await call('PUT', `${pathOf(prompt())}/draft`, { type: 'approve' })).toBe(204);
    expect(await call('GET', `${pathOf(prompt())}/draft`)).toMatchObject({ type: 'approve' });
    await call('PUT', `${pathOf(prompt())}/presence`, { tab: 't', mode: 'viewing' });
    expect(prompt().seen).toMatchObject({ operator: 'demo' });
    const until = server.now() + 60_000;
    await call('POST', `${pathOf(prompt())}/snooze`, { until, reason: 'Waiting for Ann' });
    expect(prompt().snooze).toMatchObject({ until, reason: 'Waiting for Ann' });
    pass(60_000);
    expect(prompt().snooze).toBeNull();
  });

  it('a comment is added and the prompt stays open; no agent is removed, so nothing is dismissed', async () => {
    const { prompt } = demo();
    const body = {
      feedback: { type: 'comment', content: { text: 'Ask Ann first' } },
      idempotencyKey: 'comment-1',
    };
    for (const _ of [1, 2]) {
      expect(await call('POST', `${pathOf(prompt())}/comments`, body)).toMatchObject({
        status: 201,
      });
    }
    expect(prompt()).toMatchObject({
      state: 'open',
      comments: [{ by: { id: 'demo' }, feedback: body.feedback }],
    });
    const dismissed = await call('POST', `${pathOf(prompt())}/dismissal`, { reason: 'Gone' });
    expect(dismissed).toMatchObject({ status: 409 });
  });

  it('an answer can be recalled before it is sent, and not after', async () => {
    const { pass, prompt } = demo();
    const { digest } = prompt();
    const answer = (idempotencyKey: string) =>
      call<CreatedDecision>('POST', `${pathOf(prompt())}/decisions`, {
        feedback: { type: 'approve' },
        digest,
        idempotencyKey,
      });
    const first = await answer('first-answer');
    expect(first.decision.releaseAt).not.toBeNull();
    const recalled = await call<Decision>('POST', `/api/decisions/${first.decisionId}/recall`);
    expect(recalled.state).toBe('recalled');
    expect(prompt()).toMatchObject({ state: 'open', decision: null });
    const second = await answer('second-answer');
    pass(60_000);
    expect(prompt().decision?.state).toBe('acknowledged');
    const late = await call<{ status: number }>(
      'POST',
      `/api/decisions/${second.decisionId}/recall`,
    );
    expect(late.status).toBe(409);
  });

  it('shows what would leave, and answers many with a receipt each', async () => {
    const { prompt } = demo();
    const preview = await call<{ body: { message: { upFeedback: unknown } } }>(
      'POST',
      `${pathOf(prompt())}/preview`,
      { feedback: { type: 'approve' } },
    );
    expect(preview.body.message.upFeedback).toEqual({ type: 'approve' });
    const { id: promptId, digest } = prompt();
    const { receipts } = await call<{ receipts: DecisionReceipt[] }>('POST', '/api/decisions', {
      items: [
        { promptId, digest },
        { promptId, digest },
        { promptId: 'gone', digest },
      ],
      feedback: { type: 'approve' },
      idempotencyKey: 'many-at-once',
    });
    expect(receipts.map(({ result }) => result)).toEqual(['done', 'skipped', 'skipped']);
  });
});

describe('the settings of the demo', () => {
  it('a policy is changed from the version that was read, and from no other', async () => {
    demo();
    const policy = await call<Policy>('GET', '/api/policy');
    const { version, classes } = policy;
    const next = await call<Policy>('PUT', '/api/policy', { version, classes });
    expect(next).toMatchObject({ version: 2, updatedBy: 'demo' });
    expect(await call('PUT', '/api/policy', { version, classes })).toMatchObject({
      status: 409,
      policy: { version: 2 },
    });
  });

  it('operators and webhooks are added, changed and removed; a call reports that nothing is sent', async () => {
    demo();
    const ann = { id: 'ann', name: 'Ann', role: 'operator', groups: [] };
    expect(await call('POST', '/api/operators', ann)).toHaveProperty('token');
    expect(await call('POST', '/api/operators', ann)).toMatchObject({ status: 409 });
    await call('PATCH', '/api/operators/ann', { role: 'viewer' });
    const { items } = await call<{ items: Operator[] }>('GET', '/api/operators');
    expect(items).toMatchObject([{ id: 'demo' }, { id: 'ann', role: 'viewer' }]);
    const hook = await call<CreatedWebhook>('POST', '/api/webhooks', {
      name: 'Pager',
      url: 'https://pager.example/x',
      enabled: true,
      severityFrom: 'info',
      repeatMs: null,
    });
    expect(hook.secret).toMatch(/^whsec_/);
    const tested = await call<Webhook>('POST', `/api/webhooks/${hook.id}/test`);
    expect(tested.lastDelivery).toMatchObject({ ok: false, promptId: null });
    expect(await call('DELETE', `/api/webhooks/${hook.id}`)).toBe(204);
  });

  it('a rule has to be tried, then answers what opens, and can be stopped', async () => {
    const { server, pass, prompt } = demo();
    pass(1_000);
    const rule = await call<Rule>('POST', '/api/rules', {
      name: 'Always',
      expiresAt: server.now() + 86_400_000,
      match: { agentId: prompt().agentId, severityUpTo: 'critical', conditions: [] },
      feedback: { type: 'instruction', content: { text: 'Choose for me.' } },
    });
    const enable = () =>
      call<{ status: number }>('POST', `/api/rules/${rule.id}/enabled`, {
        enabled: true,
        version: 1,
      });
    expect((await enable()).status).toBe(409);
    const trial = await call<DryRun>('POST', `/api/rules/${rule.id}/dry-run`);
    expect(trial).toMatchObject({ version: 1, openNow: 1 });
    expect((await enable()).status).toBe(200);
    pass(60_000);
    // What was open before stays with people.
    expect(prompt().state).toBe('open');
    server.start({ agentId: server.agents[0]!.id, message: 'Find somebody' });
    // The rules are evaluated asynchronously, between the timers: each gets its turn.
    for (let minute = 0; minute < 60; minute += 1) {
      pass(60_000);
      await Promise.resolve();
    }
    const answered = server.prompts().filter(({ decision }) => decision?.by.kind === 'rule');
    expect(answered.length).toBeGreaterThan(0);
    expect(answered[0]?.decision?.by).toMatchObject({ rule: { id: rule.id, version: 1 } });
    const { items } = await call<RuleList>('GET', '/api/rules');
    expect(items[0]).toMatchObject({ answered: answered.length });
    const stopped = await call<RuleList>('PUT', '/api/rules/stopped', { stopped: true });
    expect(stopped.stopped).toMatchObject({ by: server.me.name });
  });
});

it('reconstructs a task at a position, its activity, and who wrote what', async () => {
  const { server, taskId } = demo();
  const task = `/api/tasks/${taskId}`;
  const whole = server.journal.ofTask(taskId).length;
  expect(await call('GET', `${task}/snapshot?at=5`)).toMatchObject({ sequence: 5 });
  expect(await call('GET', `${task}/snapshot`)).toMatchObject({ sequence: whole });
  const times = await call<{ points: number[][] }>('GET', `${task}/times?points=10`);
  expect(times.points).toHaveLength(10);
  expect(times.points.at(-1)?.[0]).toBe(whole);
  const activity = await call<{ counts: number[] }>(
    'GET',
    `${task}/activity?sliceMs=60000&slices=5`,
  );
  expect(activity.counts.reduce((sum, count) => sum + count, 0)).toBe(whole);
  const blame = await call<{ total: number; writes: unknown[] }>('GET', `${task}/blame?pointer=`);
  expect(blame.writes).toHaveLength(blame.total);
});
