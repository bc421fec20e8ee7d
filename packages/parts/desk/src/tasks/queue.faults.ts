import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildServer, startChildServer } from '@countersign/bff/testing/child-server';
import { describeAgent } from '@countersign/bff/testing/harness';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { type Connection, openDatabase } from '@countersign/server/store/sqlite/database';
import { storeName } from '@countersign/server/store/sqlite/store-files';
import { eachFaultRound } from '@countersign/testkit/fault-rounds';
import { afterEach, beforeEach, expect, it } from 'vitest';

const ends: (() => unknown)[] = [];
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-queue-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(root, { recursive: true, force: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const questions = Array.from({ length: 3 }, (_, index) => `call_Yk3vQ0d7RmTz5LwPbX9cHn${index}`);
const words = Array.from({ length: 8 }, (_, index) => `word ${index}`);

/** An agent that accepts nothing while it runs: the first run asks and continues until it is released, the others end at once. */
async function startDeafAgent(random: () => number, isResumable: boolean) {
  const open = new Set<string>();
  const state = { most: 0, mayEnd: false };
  let first: string | null = null;
  const play = (run: AgentRun) => {
    const { runId, threadId } = run.input;
    first ??= runId;
    const isFirst = first === runId;
    open.add(runId);
    state.most = Math.max(state.most, open.size);
    run.response.on('close', () => open.delete(runId));
    const asks = questions.map((messageId) =>
      upMessage(threadId, { messageId, state: 'needsHumanDecision', ask: 'Shall I?' }),
    );
    const events = [{ type: 'RUN_STARTED', threadId, runId }, ...(isFirst ? asks : [])];
    // A run that is rejoined has sent the first of them before.
    for (const event of events.slice(Number(run.headers['last-event-id'] ?? 0))) run.send(event);
    const end = () => {
      if (run.response.destroyed) return;
      if (isFirst && !state.mayEnd) return void setTimeout(end, 5);
      run.send({ type: 'RUN_FINISHED', threadId, runId });
      run.end();
    };
    setTimeout(end, random() * 60);
  };
  const headers: Record<string, string> = isResumable ? { 'hai-resume': 'last-event-id' } : {};
  const agent = await startScriptedAgent({ headers, onRun: play });
  return { agent, state };
}

const count = (store: Connection, sql: string) => store.get<{ count: number }>(sql)?.count ?? 0;
const isQuiet = (store: Connection) =>
  count(store, 'SELECT COUNT(*) AS count FROM runs WHERE ended IS NULL') === 0 &&
  count(store, `SELECT COUNT(*) AS count FROM outbox WHERE state IN ('pending', 'held')`) === 0;

/**
 * Each question has one answer, and one run brings it. Between the post of that run and the first reply to it, a kill leaves open whether
 * it has arrived: an agent that need not recognise a run is not sent it again, and its answer stays, in doubt (`lost-reply.test.ts`).
 */
function expectAnsweredOnce(store: Connection, agent: ScriptedAgent, isResumable: boolean) {
  const bringers = new Map<string, Set<string>>();
  for (const { input } of agent.runs) {
    const message = input.forwardedProps?.['upFormat'] as { messageId: string } | undefined;
    if (message === undefined) continue;
    const known = bringers.get(message.messageId) ?? new Set();
    bringers.set(message.messageId, known.add(input.runId));
  }
  const given = store.all<{ id: string; prompt: string; state: string; code: string | null }>(
    `SELECT id, prompt, state, json_extract(failure_statement, '$.params.why.code') AS code FROM decisions`,
  );
  expect(given).toHaveLength(questions.length);
  expect(new Set(given.map(({ prompt }) => prompt)).size).toBe(questions.length);
  const cutOff = store
    .all<{ carries: string }>(
      `SELECT carries FROM runs WHERE status = 'lost' AND contacted = 0 AND carries IS NOT NULL`,
    )
    .map(({ carries }) => carries);
  for (const { id, state, code } of given) {
    const brought = bringers.get(id)?.size ?? 0;
    if (cutOff.includes(id)) {
      expect([isResumable, state, code]).toEqual([false, 'recorded', 'run.restart-unknown']);
      expect(brought).toBeLessThanOrEqual(1);
    } else {
      expect(['delivered', 'acknowledged']).toContain(state);
      expect([id, brought]).toEqual([id, 1]);
    }
  }
  expect([...bringers.keys()].filter((id) => !given.some((one) => one.id === id))).toEqual([]);
}

it('killed with queued words and answers, sends each of them once, one run at a time', () =>
  eachFaultRound(async (random, seed) => {
    const directory = join(root, `round-${seed}`);
    mkdirSync(directory);
    // If it cannot be rejoined, the kill ends its run, and what waits is sent with the next.
    const isResumable = random() < 0.5;
    const { agent, state } = await startDeafAgent(random, isResumable);
    ends.push(agent.close);
    const start = () => startChildServer(directory, [describeAgent(agent, { feedback: false })]);
    let server: ChildServer = await start();
    ends.push(() => server.kill('SIGKILL'));
    const killAfter = async (ms: number) => {
      await pause(ms);
      await server.kill('SIGKILL');
      server = await start();
    };
    const { body: policy } = await server.request('/api/policy');
    for (const rules of Object.values(policy.classes))
      Object.assign(rules as object, { recallMs: 0 });
    const { version, classes } = policy;
    expect((await server.request('/api/policy', { version, classes }, 'PUT')).status).toBe(200);
    const { body: task } = await server.request('/api/tasks', { agentId: 'demo', message: 'go' });

    /** Repeats a request with the same key until it is accepted, by whichever server is running. */
    const insist = async (path: string, body: object, taken: readonly number[]) => {
      for (;;) {
        const status = await server.request(path, body).then(
          (answer) => answer.status,
          () => 0,
        );
        if (taken.includes(status)) return;
        await pause(20);
      }
    };
    const openPrompts = async () => {
      const answer = await server.request('/api/prompts?state=open').catch(() => null);
      return answer?.body.items ?? [];
    };
    let rounds = 0;
    const answerAll = async () => {
      rounds += 1;
      await Promise.all(
        (await openPrompts()).map((prompt: { id: string; digest: string }) =>
          insist(
            `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`,
            {
              feedback: { type: 'approve' },
              digest: prompt.digest,
              idempotencyKey: `answer-${rounds}-${prompt.id}`,
            },
            [201, 200, 409, 410],
          ),
        ),
      );
    };
    const say = (content: string) =>
      insist(
        `/api/tasks/${task.taskId}/messages`,
        { content, idempotencyKey: `key-of-${content}` },
        [202],
      );

    while ((await openPrompts()).length < questions.length) await pause(20);
    const given = Promise.all([...words.map(say), answerAll()]);
    await killAfter(random() * 200);
    await given;
    state.mayEnd = true;
    await killAfter(random() * 400);
    const store = openDatabase(join(directory, storeName), 'read');
    ends.push(store.close);
    // If a kill kept the open questions from being listed, they are answered now.
    for (;;) {
      await answerAll();
      if (isQuiet(store) && (await openPrompts()).length === 0) break;
      await pause(50);
    }
    await say('last');
    while (!isQuiet(store) || agent.runs.at(-1)?.input.messages.at(-1)?.content !== 'last') {
      await pause(20);
    }

    const received = (agent.runs.at(-1)?.input.messages ?? [])
      .filter(({ role }) => role === 'user')
      .map(({ content }) => String(content));
    // Answers are sent as text too, to agents without UpFormat: once each, whether or not the first run that had it has arrived.
    const answers = questions.map(() => 'Approved.');
    expect(received.toSorted()).toEqual(['go', 'last', ...words, ...answers].toSorted());
    expectAnsweredOnce(store, agent, isResumable);
    expect(state.most).toBe(1);
    const runs = store.all<{ started: number; ended: number }>(
      'SELECT started, ended FROM runs ORDER BY started, ended',
    );
    for (const [index, run] of runs.entries()) {
      expect(run.started).toBeGreaterThanOrEqual(runs[index - 1]?.ended ?? 0);
    }
    expect((await server.request('/api/audit/verify')).body.ok).toBe(true);
    await server.kill('SIGKILL');
  }));
