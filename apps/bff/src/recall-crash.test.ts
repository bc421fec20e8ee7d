import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Prompt } from '@countersign/api/prompt';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ChildServer, startChildServer } from './testing/child-server.ts';
import { describeAgent } from './testing/harness.ts';
import {
  type Script,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from './testing/scripted-agent.ts';

/** The polling interval: within the server's limit for an operator. */
const pollMs = 40;

let directory: string;
let server: ChildServer;
let agent: ScriptedAgent;
/** When the agent has received what, epoch ms by key. */
let arrived: Map<string, number>;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-recall-'));
  arrived = new Map();
});
afterEach(async () => {
  await server?.kill('SIGKILL');
  await agent?.close();
  rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = await startChildServer(directory, [describeAgent(agent)]);
}

async function killAndStart(): Promise<void> {
  const runs = agent.runs.length;
  await server.kill('SIGKILL');
  await start();
  await agent.run(runs);
}

async function holdAnswers(recallMs: number): Promise<void> {
  const { body } = await server.request('/api/policy');
  const classes = Object.fromEntries(
    Object.entries<object>(body.classes).map(([name, of]) => [name, { ...of, recallMs }]),
  );
  const put = await server.request('/api/policy', { version: body.version, classes }, 'PUT');
  expect(put.status).toBe(200);
}

async function setUp(recallMs: number, script: Script = {}): Promise<void> {
  const { feedbackStatus } = script;
  agent = await startScriptedAgent({
    headers: { 'hai-resume': 'last-event-id' },
    ...script,
    feedbackStatus: (index) => {
      queueMicrotask(() => {
        const key = agent.feedbacks[index]?.key ?? '';
        if (!arrived.has(key)) arrived.set(key, Date.now());
      });
      return feedbackStatus?.(index) ?? 200;
    },
  });
  await start();
  await holdAnswers(recallMs);
  await server.request('/api/tasks', { agentId: 'demo', message: 'go' });
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', runId: run.input.runId });
}

/** Repeats the request, like a browser without a stream. */
const until = <Value>(look: () => Promise<Value | undefined | false>) =>
  vi.waitUntil(look, { timeout: 120_000, interval: pollMs });

async function ask(messageId: string): Promise<{ id: string; digest: string }> {
  const run = agent.runs.at(-1)!;
  run.send(upMessage(run.input.threadId, { messageId, state: 'needsHumanDecision' }));
  return until(async () => {
    const { body } = await server.request('/api/prompts?state=open');
    return body.items.find((prompt) => prompt.message.messageId === messageId);
  });
}

const path = (id: string) => `/api/prompts/${encodeURIComponent(id)}`;
const read = async (id: string): Promise<Prompt> => (await server.request(path(id))).body;
const recall = (id: string) => server.request(`/api/decisions/${id}/recall`, undefined, 'POST');
const answer = async (prompt: { id: string; digest: string }) => {
  const { status, body } = await server.request(`${path(prompt.id)}/decisions`, {
    feedback: { type: 'approve' },
    digest: prompt.digest,
    idempotencyKey: `answer-to-${prompt.id}`,
  });
  expect(status).toBe(201);
  const { id, releaseAt } = body.decision;
  return { id, releaseAt: releaseAt ?? 0 };
};
const countOf = (key: string) => agent.feedbacks.filter((feedback) => feedback.key === key).length;

/** Everything that was due before has been sent once an answer that is due now has arrived. */
async function untilAllHasLeft(after: number, sentinel: string): Promise<void> {
  await holdAnswers(0);
  const prompt = await ask(sentinel);
  await until(async () => Date.now() > after);
  const { id } = await answer(prompt);
  await until(async () => (await read(prompt.id)).decision?.state === 'delivered');
  expect(arrived.has(id)).toBe(true);
}

it('killed within the window, keeps the window, then delivers once', async () => {
  await setUp(4_000);
  const prompt = await ask('p');
  const { id, releaseAt } = await answer(prompt);
  await killAndStart();
  expect((await read(prompt.id)).decision).toMatchObject({ id, releaseAt });
  await until(async () => (await read(prompt.id)).decision?.state === 'delivered');
  expect(arrived.get(id)).toBeGreaterThanOrEqual(releaseAt);
  await untilAllHasLeft(releaseAt, 'sentinel');
  expect(countOf(id)).toBe(1);
}, 120_000);

it('killed after a recall, never delivers what was recalled', async () => {
  await setUp(4_000);
  const prompt = await ask('p');
  const { id, releaseAt } = await answer(prompt);
  expect((await recall(id)).body.state).toBe('recalled');
  await killAndStart();
  expect(await read(prompt.id)).toMatchObject({ state: 'open', decision: null });
  expect((await recall(id)).status).toBe(200);
  await untilAllHasLeft(releaseAt, 'sentinel');
  expect(countOf(id)).toBe(0);
}, 120_000);

it('killed during delivery, delivers again with the same key, and nothing can be recalled', async () => {
  await setUp(1_000, { feedbackStatus: (index) => (index === 0 ? 'hang' : 200) });
  const prompt = await ask('p');
  const { id } = await answer(prompt);
  await agent.feedback(0);
  await killAndStart();
  expect((await agent.feedback(1)).key).toBe(id);
  expect((await recall(id)).status).toBe(409);
  await until(async () => (await read(prompt.id)).decision?.state === 'delivered');
  // At least once on the network, one effect by its key.
  expect(new Set(agent.feedbacks.map(({ key }) => key))).toEqual(new Set([id]));
}, 120_000);

it('killed at any time around a recall, is either recalled or delivered, never both or neither', async () => {
  await setUp(1_500);
  const outcomes: { promptId: string; id: string }[] = [];
  let latest = 0;
  for (const [round, delayMs] of [0, 1, 3, 8, 20].entries()) {
    const prompt = await ask(`p${round}`);
    const { id, releaseAt } = await answer(prompt);
    latest = releaseAt;
    // The result of the recall is not received.
    recall(id).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await killAndStart();
    outcomes.push({ promptId: prompt.id, id });
  }
  await untilAllHasLeft(latest, 'sentinel');
  for (const { promptId, id } of outcomes) {
    const { state, decision } = await read(promptId);
    const isRecalled = state === 'open' && decision === null;
    expect(countOf(id) > 0).toBe(!isRecalled);
    expect(isRecalled || decision?.id === id).toBe(true);
  }
  expect((await server.request('/api/audit/verify')).body.ok).toBe(true);
  // Six servers start, each with some seconds of computation: a shared machine is slow.
}, 240_000);
