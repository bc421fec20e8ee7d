import type { PromptFact } from '@countersign/api/fact';
import type { Prompt } from '@countersign/api/prompt';
import {
  adminToken,
  type Harness,
  type HarnessOptions,
  startHarness,
} from '@countersign/bff/testing/harness';
import {
  contradiction,
  createMadeUpAsker,
  type MadeUpAsker,
} from '@countersign/bff/testing/made-up-asker';
import { createManualClock, type ManualClock } from '@countersign/bff/testing/manual-clock';
import { startReceiver } from '@countersign/bff/testing/receiver';
import { openStream } from '@countersign/bff/testing/stream-frames';
import { afterEach, describe, expect, it } from 'vitest';
import { publishCounts } from '../controls/control-operations.ts';

const log = 'asker:memory:project-9d5a4c7b-8a54-0f6f5e2a9b11';
let clock: ManualClock;
let harness: Harness;
let asker: MadeUpAsker;
afterEach(() => harness.close());

async function setUp(
  receive?: Parameters<typeof createMadeUpAsker>[0],
  options: HarnessOptions = {},
): Promise<void> {
  clock = createManualClock();
  asker = createMadeUpAsker(receive);
  harness = await startHarness({ clock, answerers: [asker], ...options });
}
async function ask(...question: Parameters<typeof contradiction>): Promise<Prompt> {
  const outcome = await harness.services.askers.ask(contradiction(...question));
  if (outcome.kind === 'refused') throw new Error(outcome.reason);
  return outcome.prompt;
}
/** Advances the clock and runs everything that becomes due. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  for (let turn = 0; turn < 5; turn += 1) {
    await harness.services.journal.commit(publishCounts, null);
    clock.advance(0);
  }
}
let keys = 0;
const decide = ({ id, digest }: Prompt, more: object = {}, headers = {}) => {
  keys += 1;
  const idempotencyKey = `key-of-answer-${keys}`;
  const body = { feedback: { type: 'approve' }, digest, idempotencyKey, ...more };
  return harness.request('POST', `/api/prompts/${id}/decisions`, body, headers);
};
const monday = { type: 'edit', content: { value: { deadline: 'Monday' } } };
const read = async (id: string): Promise<Prompt> =>
  (await harness.request('GET', `/api/prompts/${id}`)).body;
const changes = (name: 'prompt' | 'decision') =>
  harness.facts(log, `countersign.${name}`).map(({ change }) => change);
const hire = async (id: string) => {
  const { body } = await harness.request('POST', '/api/operators', {
    id,
    name: id,
    role: 'operator',
  });
  return { authorization: `Bearer ${body.token}` };
};
const untilState = (id: string, state: string) =>
  harness.until(() => {
    const [fact] = harness.facts<PromptFact>(log, 'countersign.prompt').slice(-1);
    return fact?.prompt.id === id && fact.prompt.state === state ? fact.prompt : null;
  });

describe('a question without a task', () => {
  it('is in the queue and on the stream, with its asker and without a task or run', async () => {
    await setUp();
    const url = await harness.listen();
    const stream = await openStream(url, { authorization: `Bearer ${adminToken}` });
    const prompt = await ask();
    expect(prompt).toMatchObject({
      taskId: null,
      taskTitle: null,
      runId: null,
      agentId: log,
      agentName: 'Project memory',
      blocking: true,
      way: { by: 'asker', run: null },
    });
    const { body } = await harness.request('GET', '/api/queue');
    const row: unknown = body.items[0];
    expect(row).toMatchObject({ id: prompt.id, agentName: 'Project memory' });
    expect(row).not.toHaveProperty('taskId');
    expect(row).not.toHaveProperty('taskTitle');
    const values = (await harness.request('GET', '/api/queue/values')).body;
    expect(values).toEqual({ agents: [{ id: log, name: 'Project memory', open: 1 }], tasks: [] });
    for (const q of ['project%20mem', 'contradiction-3f2b6c1e-9d5a-4c7b', 'Friday']) {
      const found = await harness.request('GET', `/api/queue?q=${q}`);
      expect(found.body.items.map(({ id }) => id)).toEqual([prompt.id]);
    }
    const frame = await stream.until((frames) =>
      frames.find(({ data }) => data.includes(`"${prompt.id}"`)),
    );
    expect(JSON.parse(frame.data)).toMatchObject({ threadId: log, runId: null, sequence: 1 });
    expect(prompt.sequence).toBe(1);
    stream.close();
  });

  it('is answered once, and the asker receives the edit with its author', async () => {
    await setUp();
    const ann = await hire('ann');
    const prompt = await ask();
    const wrong = { type: 'edit', content: { value: { deadline: 'Tuesday' } } };
    expect((await decide(prompt, { feedback: wrong }, ann)).status).toBe(422);
    expect((await decide(prompt, { feedback: monday, digest: 'another' }, ann)).status).toBe(412);
    const { status, body } = await decide(prompt, { feedback: monday }, ann);
    expect(status).toBe(201);
    const answer = await asker.answer(0);
    expect(answer).toMatchObject({
      id: body.decisionId,
      by: { kind: 'operator', id: 'ann' },
      feedback: monday,
      prompt: { id: prompt.id, state: 'answered' },
    });
    await harness.until(() => changes('decision').includes('acknowledged'));
    expect((await read(prompt.id)).decision).toMatchObject({ state: 'acknowledged', attempts: 1 });
    expect((await decide(prompt, {}, ann)).status).toBe(409);
    await pass(600_000);
    expect(asker.answers).toHaveLength(1);
    expect(changes('prompt')).toEqual(['opened', 'answered']);
    expect(changes('decision')).toEqual(['recorded', 'acknowledged']);
    expect((await harness.request('GET', '/api/audit/verify')).body.ok).toBe(true);
  });

  it('shows beforehand what who asked will receive', async () => {
    await setUp();
    const { id } = await ask();
    const { body } = await harness.request('POST', `/api/prompts/${id}/preview`, {
      feedback: monday,
    });
    expect(body).toMatchObject({ as: 'asker', body: monday, headerNames: [] });
  });

  it('is claimed, snoozed, commented on and released like any other', async () => {
    await setUp();
    const [ann, bob] = [await hire('ann'), await hire('bob')];
    const prompt = await ask();
    const at = `/api/prompts/${prompt.id}`;
    expect((await harness.request('POST', `${at}/claim`, {}, ann)).status).toBe(200);
    expect((await decide(prompt, {}, bob)).status).toBe(409);
    const until = clock.now() + 60_000;
    const aside = await harness.request('POST', `${at}/snooze`, { until, reason: 'Lunch' }, ann);
    expect(aside.status).toBe(200);
    expect((await harness.request('GET', '/api/queue')).body.items).toEqual([]);
    await pass(60_000);
    expect((await read(prompt.id)).snooze).toBeNull();
    const comment = { type: 'comment', content: { text: 'I ask Carl.' } };
    const body = { feedback: comment, idempotencyKey: 'comment-of-today' };
    expect((await harness.request('POST', `${at}/comments`, body, ann)).status).toBe(201);
    expect((await read(prompt.id)).comments).toHaveLength(1);
    expect(asker.answers).toEqual([]);
    expect(changes('prompt')).toContain('commented');
  });

  it('is decided by its default at the deadline, and lapses without one', async () => {
    await setUp();
    const expiresAt = new Date(clock.now() + 60_000).toISOString();
    const { upPrompt } = contradiction().message;
    await ask({ upPrompt: { ...upPrompt, expiresAt, defaultFeedback: { type: 'reject' } } }, 'a1');
    const bare = await ask({ upPrompt: { ...upPrompt, expiresAt } }, 'a2');
    await pass(60_000);
    expect(await asker.answer(0)).toMatchObject({
      by: { kind: 'default' },
      feedback: { type: 'reject' },
    });
    expect(asker.closed.map(({ id, state }) => [id, state])).toEqual([[bare.id, 'expired']]);
  });

  it('can be given more time, which is in its log and reported to the asker', async () => {
    await setUp();
    const expiresAt = clock.now() + 60_000;
    const { upPrompt } = contradiction().message;
    const timed = {
      ...{ ...upPrompt, expiresAt: new Date(expiresAt).toISOString() },
      extension: { seconds: 30, limit: 1 },
    };
    const { id } = await ask({ upPrompt: timed });
    const { status } = await harness.request('POST', `/api/prompts/${id}/extension`, { expiresAt });
    expect(status).toBe(200);
    const later = expiresAt + 30_000;
    expect(changes('prompt')).toEqual(['opened', 'extended']);
    expect(asker.postponed.map((prompt) => [prompt.id, prompt.expiresAt])).toEqual([[id, later]]);
    // Asked again, as after a restart, it keeps what a person has given it.
    expect(await ask({ upPrompt: timed })).toMatchObject({ id, expiresAt: later, revision: 1 });
    await pass(60_000);
    expect(asker.closed).toEqual([]);
    await pass(30_000);
    expect(asker.closed.map(({ state }) => state)).toEqual(['expired']);
  });

  it('is recalled within the window, and answered again', async () => {
    await setUp(undefined, { policy: { recallMs: 10_000 } });
    const prompt = await ask();
    const { body } = await decide(prompt);
    await pass(9_000);
    const recalled = await harness.request('POST', `/api/decisions/${body.decisionId}/recall`);
    expect(recalled.status).toBe(200);
    await pass(60_000);
    expect(asker.answers).toEqual([]);
    const { status } = await decide(await read(prompt.id), { feedback: monday });
    expect(status).toBe(201);
    await pass(10_000);
    expect((await asker.answer(0)).feedback).toMatchObject(monday);
  });

  it('is answered with others at once, and by a rule', async () => {
    await setUp();
    const [one, two] = [await ask({}, 'm1'), await ask({}, 'm2')];
    expect(one.classKey).toBe(two.classKey);
    const many = await harness.request('POST', '/api/decisions', {
      items: [one, two].map(({ id, digest }) => ({ promptId: id, digest })),
      feedback: { type: 'approve' },
      idempotencyKey: 'bulk-of-today',
    });
    expect(many.body.receipts.map(({ result }) => result)).toEqual(['done', 'done']);
    await asker.answer(1);
    const rule = await harness.request('POST', '/api/rules', {
      name: 'Fridays hold',
      expiresAt: clock.now() + 86_400_000,
      match: { agentId: log, conditions: [{ path: '$.deadline', is: 'equal', value: 'Friday' }] },
      feedback: { type: 'approve', content: { reason: 'As written down first.' } },
    });
    expect(rule.status).toBe(201);
    const { id, version } = rule.body;
    await harness.request('POST', `/api/rules/${id}/dry-run`);
    const enabled = { enabled: true, version };
    expect((await harness.request('POST', `/api/rules/${id}/enabled`, enabled)).status).toBe(200);
    clock.advance(1);
    await ask({}, 'm3');
    expect((await asker.answer(2)).by.kind).toBe('rule');
  });

  it('calls webhooks, without a task id', async () => {
    const pager = await startReceiver();
    await setUp(undefined, {
      webhooks: { origin: () => 'https://c.example', allowed: ['127.0.0.1'] },
    });
    await harness.request('POST', '/api/webhooks', {
      name: 'Pager',
      url: pager.url,
      enabled: true,
      severityFrom: 'info',
      repeatMs: null,
    });
    clock.advance(1);
    const prompt = await ask();
    await harness.services.rulesIdle();
    await pass(0);
    const call = await pager.call(0);
    expect(call.body.data).toMatchObject({ promptId: prompt.id, taskId: null, agentId: log });
    await pager.close();
  });

  it('is revised while it is open, withdrawn, and not asked twice', async () => {
    await setUp();
    const first = await ask();
    expect((await ask()).digest).toBe(first.digest);
    const revised = await ask({ payload: { deadline: 'Monday' } });
    expect(revised).toMatchObject({ id: first.id, revision: 2 });
    expect((await decide(first)).status).toBe(412);
    const { askers } = harness.services;
    const { asker: of, message } = contradiction();
    const reason = 'The notes agree now.';
    const which = { asker: of, messageId: message.messageId };
    expect(await askers.withdraw(which, reason)).toBe(true);
    expect(await askers.withdraw(which, reason)).toBe(false);
    expect(await read(first.id)).toMatchObject({ state: 'withdrawn', closedReason: reason });
    expect(asker.closed).toHaveLength(1);
    expect(changes('prompt')).toEqual(['opened', 'revised', 'withdrawn']);
  });
});

describe('an answer to its asker', () => {
  it('survives a restart, and is received with the same id after failures, until it is taken', async () => {
    const hang = () => new Promise<never>(() => {});
    await setUp(hang);
    const prompt = await ask();
    await decide(prompt);
    const first = await asker.answer(0);
    await harness.close('keep-directory');
    const { directory } = harness;
    asker = createMadeUpAsker((index) => {
      if (index < 2) throw new Error('The index is being built.');
      return { kind: 'taken' };
    });
    harness = await startHarness({ clock, answerers: [asker], directory });
    expect((await asker.answer(0)).id).toBe(first.id);
    // No further than an attempt may take.
    while (asker.answers.length < 3) await pass(100);
    expect((await asker.answer(2)).id).toBe(first.id);
    await harness.until(() => changes('decision').includes('acknowledged'));
    await pass(600_000);
    expect(asker.answers).toHaveLength(3);
    await harness.close('keep-directory');
    harness = await startHarness({ clock, answerers: [asker], directory });
    await pass(600_000);
    expect(asker.answers).toHaveLength(3);
  });

  it('that is refused reopens the question, and one that is no longer awaited withdraws it', async () => {
    await setUp((index) =>
      index === 0
        ? { kind: 'refused', reason: 'The note was changed meanwhile.' }
        : { kind: 'gone', reason: 'The project was closed.' },
    );
    const prompt = await ask();
    await decide(prompt);
    const again = await untilState(prompt.id, 'open');
    expect(again.returned).toMatchObject({
      state: 'refused',
      failure: 'The note was changed meanwhile.',
    });
    await decide(again);
    expect(await untilState(prompt.id, 'withdrawn')).toMatchObject({
      closedReason: 'The project was closed.',
    });
    expect(changes('decision').at(-1)).toBe('undeliverable');
  });

  it('is undeliverable in a server without an answerer, and its question is withdrawn', async () => {
    await setUp(undefined, { policy: { recallMs: 10_000 } });
    const prompt = await ask();
    await decide(prompt);
    await harness.close('keep-directory');
    harness = await startHarness({ clock, directory: harness.directory });
    await pass(10_000);
    const { closedReason } = await untilState(prompt.id, 'withdrawn');
    expect(closedReason).toMatch(/receives answers for memory/);
  });
});

it('a request without a question, unreadable, or without an answerer is refused with the reason', async () => {
  await setUp();
  const { askers } = harness.services;
  const refusal = async (more: object, change: object = {}) => {
    const outcome = await askers.ask({ ...contradiction(more), ...change });
    return outcome.kind === 'refused' ? outcome.reason : null;
  };
  expect(await refusal({ state: 'completed' })).toMatch(/asks nothing/);
  expect(await refusal({ state: 'no such state' })).toMatch(/state/);
  const origin = { protocol: 'unheard-of', kind: 'elicitation' };
  expect(await refusal({}, { origin })).toMatch(/receives answers for unheard-of/);
});

it('the id of a new task is never that of an asker', async () => {
  await setUp();
  const task = { agentId: 'demo', message: 'go', threadId: log };
  expect((await harness.request('POST', '/api/tasks', task)).status).toBe(400);
});
