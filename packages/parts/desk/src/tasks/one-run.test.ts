import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Prompt } from '@countersign/api/prompt';
import type { QueuedMessage } from '@countersign/api/task';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { promptsOf } from '@countersign/bff/testing/prompts-of';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { quoted } from '@countersign/server/http/problem';
import { openDatabase } from '@countersign/server/store/sqlite/database';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { afterEach, describe, expect, it } from 'vitest';
import { readPrompt } from '../records/prompt-records.ts';
import { ingest } from '../runs/intake/ingest-operation.ts';
import { breakRun } from '../runs/run-operations.ts';

let harness: Harness;
let agent: ScriptedAgent;
/** Runs that the agent has received and not ended: those really active. */
let acting: number;
let mostActing: number;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
});

async function setUp({ control = false, autoEnd = false } = {}) {
  acting = 0;
  mostActing = 0;
  agent = await startScriptedAgent({
    onRun(run) {
      acting += 1;
      mostActing = Math.max(mostActing, acting);
      run.send({ type: 'RUN_STARTED', threadId: run.input.threadId, runId: run.input.runId });
      if (autoEnd && agent.runs.length > 1) finish(run);
    },
  });
  harness = await startHarness({ agents: [describeAgent(agent, { feedback: false, control })] });
  const { taskId } = await harness.start();
  const run = await agent.run(0);
  await harness.untilStatus(taskId, 'running');
  return { taskId, run };
}

function finish(run: AgentRun): void {
  acting -= 1;
  const { threadId, runId } = run.input;
  run.send({ type: 'RUN_FINISHED', threadId, runId });
  run.end();
}

const say = (taskId: string, content: string) =>
  harness.request('POST', `/api/tasks/${taskId}/messages`, {
    content,
    idempotencyKey: randomUUID(),
  });
const withdraw = (taskId: string, messageId: string) =>
  harness.request('DELETE', `/api/tasks/${taskId}/messages/${messageId}`);
const stop = (taskId: string) =>
  harness.request('POST', `/api/tasks/${taskId}/control`, {
    action: 'stop',
    idempotencyKey: randomUUID(),
  });
const words = (run: AgentRun) =>
  run.input.messages?.filter(({ role }) => role === 'user').map(({ content }) => content);
const reported = (taskId: string) =>
  harness
    .facts(taskId, 'countersign.words')
    .map((fact) => [fact.change, (fact['words'] as QueuedMessage).content]);
const waiting = (taskId: string) =>
  foldThread(emptyThread(taskId), harness.events(taskId)).waiting.map(({ content, state }) => [
    content,
    state,
  ]);
const openRuns = () =>
  harness.services.journal.read.all<{ thread: string; count: number }>(
    'SELECT thread, COUNT(*) AS count FROM runs WHERE ended IS NULL GROUP BY thread',
  );
const ask = (run: AgentRun, messageId: string) =>
  run.send(
    upMessage(run.input.threadId, {
      messageId,
      state: 'needsHumanDecision',
      payload: { budget: 10 },
    }),
  );
const answer = (prompt: Prompt) =>
  harness.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    feedback: { type: 'approve' },
    digest: prompt.digest,
    idempotencyKey: randomUUID(),
  });
const untilOpen = (taskId: string, count: number) =>
  harness.until(async () => {
    const open = await promptsOf(harness.services.journal.read, taskId, 'open');
    return open.length === count ? open : undefined;
  });
const decisionState = (promptId: string, state: string) =>
  harness.until(async () => {
    const prompt = await readPrompt(harness.services.journal.read, promptId);
    const decision = prompt?.decision ?? prompt?.returned ?? null;
    return decision?.state === state ? prompt : undefined;
  });

describe('words to a run that accepts none', () => {
  it('wait for its end and go together, in order, with the next run', async () => {
    const { taskId, run } = await setUp();
    for (const content of ['one', 'two', 'three']) {
      const { status, body } = await say(taskId, content);
      expect([status, body.to, body.runId]).toEqual([202, 'next-run', run.input.runId]);
    }
    expect(agent.runs).toHaveLength(1);
    expect(waiting(taskId)).toEqual([
      ['one', 'waiting'],
      ['two', 'waiting'],
      ['three', 'waiting'],
    ]);
    expect((await harness.request('GET', `/api/tasks/${taskId}`)).body.can.message).toBe(
      'next-run',
    );
    finish(run);
    const next = await agent.run(1);
    expect(words(next)).toEqual(['go', 'one', 'two', 'three']);
    await harness.until(() => waiting(taskId).length === 0);
    finish(next);
    await harness.untilStatus(taskId, 'finished');
    expect(agent.runs).toHaveLength(2);
    expect(mostActing).toBe(1);
    // What was carried is sent to later runs once, like every other message.
    await say(taskId, 'four');
    expect(words(await agent.run(2))).toEqual(['go', 'one', 'two', 'three', 'four']);
  });

  it('can be taken back by their author while they wait, and are not sent to the agent', async () => {
    const { taskId, run } = await setUp();
    const { body: first } = await say(taskId, 'keep');
    const { body: second } = await say(taskId, 'take back');
    expect((await withdraw(taskId, second.messageId)).body).toMatchObject({ state: 'withdrawn' });
    expect((await withdraw(taskId, second.messageId)).status).toBe(200);
    finish(run);
    expect(words(await agent.run(1))).toEqual(['go', 'keep']);
    const late = await withdraw(taskId, first.messageId);
    expect([late.status, late.body.type]).toEqual([409, expect.stringMatching(/message-left$/)]);
    expect((await withdraw(taskId, 'message-of-nobody')).status).toBe(404);
  });

  it('are at most a hundred', async () => {
    const { taskId } = await setUp();
    for (let count = 0; count < 100; count += 1) await say(taskId, `word ${count}`);
    expect((await say(taskId, 'one more')).body.type).toMatch(/too-many-waiting$/);
  });

  it('wait across a restart of the server', async () => {
    const { taskId } = await setUp();
    await say(taskId, 'kept over the restart');
    await harness.close('keep-directory');
    const { directory } = harness;
    harness = await startHarness({
      directory,
      agents: [describeAgent(agent, { feedback: false })],
    });
    // The agent cannot be rejoined, so its run has ended, and the words are sent with the next.
    expect(words(await agent.run(1))).toEqual(['go', 'kept over the restart']);
    expect(await openRuns()).toEqual([{ thread: taskId, count: 1 }]);
  });
});

describe('a stop', () => {
  it('returns queued items: no message is sent, no answer starts a run', async () => {
    const { taskId, run } = await setUp({ control: true });
    ask(run, 'msg-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11');
    const [asked] = await untilOpen(taskId, 1);
    finish(run);
    await harness.untilStatus(taskId, 'finished');
    await say(taskId, 'go on');
    const second = await agent.run(1);
    await say(taskId, 'never sent');
    await answer(asked as Prompt);
    const held = await harness.until(() =>
      harness.facts(taskId, 'countersign.decision').find(({ change }) => change === 'queued'),
    );
    expect(held['decision']).toMatchObject({ waitsForRun: second.input.runId, attempts: 0 });
    await stop(taskId);
    expect(waiting(taskId)).toEqual([['never sent', 'not-sent']]);
    const returned = await decisionState((asked as Prompt).id, 'undeliverable');
    expect(returned?.state).toBe('open');
    expect((await say(taskId, 'too early')).body.type).toMatch(/being-stopped$/);
    await agent.control(0);
    finish(second);
    await harness.untilStatus(taskId, 'stopped');
    expect(agent.runs).toHaveLength(2);
    // Sent on purpose after the stop.
    await say(taskId, 'again');
    expect(words(await agent.run(2))).toEqual(['go', 'go on', 'again']);
    expect(reported(taskId)).toContainEqual(['returned', 'never sent']);
  });

  it('applies to every run left by an older release, and the task is stopped when all are', async () => {
    const { taskId, run } = await setUp({ control: true });
    await leaveSecondRun(taskId, run.input.runId);
    const { body } = await stop(taskId);
    expect(body.controls).toHaveLength(2);
    const requests = [await agent.control(0), await agent.control(1)];
    expect(new Set(requests.map(({ runId }) => runId)).size).toBe(2);
    finish(run);
    await harness.untilStatus(taskId, 'stopping');
    expect((await stop(taskId)).status).toBe(202);
    await harness.services.journal.commit(breakRun, {
      runId: 'run-left-behind-3f2b6c1e',
      how: 'failed',
      code: 'stopped',
      said: quoted('Stopped'),
    });
    await harness.untilStatus(taskId, 'stopped');
  });
});

/** What an older release could leave: a second run next to the first. */
async function leaveSecondRun(taskId: string, runId: string): Promise<void> {
  const store = openDatabase(join(harness.directory, 'countersign.db'), 'write');
  store.run(
    `INSERT INTO runs(id, thread, agent, status, input, started, contacted)
     SELECT 'run-left-behind-3f2b6c1e', thread, agent, 'running', input, started - 1, 1 FROM runs WHERE id = ?`,
    runId,
  );
  store.close();
  await harness.services.journal.commit(ingest, {
    threadId: taskId,
    runId: 'run-left-behind-3f2b6c1e',
    agentId: 'demo',
    lastEventId: null,
    items: [],
  });
}

describe('races', () => {
  it('one run at a time for concurrent messages and answers; nothing is lost or sent twice', async () => {
    const { taskId, run } = await setUp({ autoEnd: true });
    const ids = Array.from({ length: 6 }, (_, index) => `msg-${index}-4c7b-8a54-0f6f5e2a9b11`);
    for (const id of ids) ask(run, id);
    const prompts = await untilOpen(taskId, ids.length);
    const contents = Array.from({ length: 20 }, (_, index) => `word ${index}`);
    const answers = await Promise.all([
      ...contents.slice(0, 10).map((content) => say(taskId, content)),
      ...prompts.map(answer),
      Promise.resolve(finish(run)),
      ...contents.slice(10).map((content) => say(taskId, content)),
    ]);
    expect(answers.flatMap((one) => (one === undefined ? [] : [one.status])).sort()).toEqual([
      ...prompts.map(() => 201),
      ...contents.map(() => 202),
    ]);
    for (const { id } of prompts) await decisionState(id, 'delivered');
    await harness.until(
      async () => (await openRuns()).length === 0 && waiting(taskId).length === 0,
    );
    expect(mostActing).toBe(1);
    await say(taskId, 'last');
    const last = await agent.run(agent.runs.length - 1);
    const received = agent.runs.at(-1) ?? last;
    const said = words(received) ?? [];
    for (const content of contents) expect(said.filter((one) => one === content)).toHaveLength(1);
    const brought = agent.runs.flatMap(({ input }) => {
      const message = input.forwardedProps?.['upFormat'] as
        | { parentMessageId?: string }
        | undefined;
      return message?.parentMessageId ?? [];
    });
    expect(brought.toSorted()).toEqual(ids.toSorted());
  });

  it('after a stop among many words and answers no run is active that the stop has not reached', async () => {
    const { taskId, run } = await setUp({ control: true });
    const ids = Array.from({ length: 4 }, (_, index) => `msg-${index}-4c7b-8a54-0f6f5e2a9b11`);
    for (const id of ids) ask(run, id);
    const prompts = await untilOpen(taskId, ids.length);
    const [, ...others] = await Promise.all([
      stop(taskId),
      ...Array.from({ length: 10 }, (_, index) => say(taskId, `word ${index}`)),
      ...prompts.map(answer),
    ]);
    expect(others.filter(({ status }) => status >= 500)).toEqual([]);
    await agent.control(0);
    finish(run);
    await harness.untilStatus(taskId, 'stopped');
    await harness.until(
      async () =>
        (await harness.services.journal.read.get(
          `SELECT 1 FROM outbox WHERE state IN ('pending', 'held') LIMIT 1`,
        )) === undefined,
    );
    expect(await openRuns()).toEqual([]);
    expect(agent.runs).toHaveLength(1);
    expect(mostActing).toBe(1);
  });
});
