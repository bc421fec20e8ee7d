import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChildServer, startChildServer } from './testing/child-server.ts';
import { startCuttingProxy } from './testing/cutting-proxy.ts';
import { adminToken, describeAgent, type Harness, startHarness } from './testing/harness.ts';
import { createDatabase, hasPostgres, startMs, type TestDatabase } from './testing/postgres.ts';
import { type ScriptedAgent, startScriptedAgent, upMessage } from './testing/scripted-agent.ts';
import { openStream } from './testing/stream-frames.ts';

const signed = { authorization: `Bearer ${adminToken}` };

describe.runIf(hasPostgres)('a server on PostgreSQL', () => {
  let database: TestDatabase;
  let agent: ScriptedAgent;
  let harness: Harness;
  const start = (directory?: string) =>
    startHarness({
      agents: [describeAgent(agent)],
      databaseUrl: database.url,
      ...(directory === undefined ? {} : { directory }),
    });
  beforeEach(async () => {
    // Empty: the server makes the tables.
    database = await createDatabase('empty');
    agent = await startScriptedAgent({ headers: { 'hai-resume': 'last-event-id' } });
    harness = await start();
  }, startMs);
  afterEach(async () => {
    await harness.close();
    await agent.close();
    await database.drop();
  });

  const ask = (
    run: { send(event: object, id?: string): void },
    taskId: string,
    messageId: string,
  ) => run.send(upMessage(taskId, { messageId, state: 'needsHumanDecision', ask: 'Shall I?' }));
  const decide = async (taskId: string) => {
    const prompt = await harness.untilPrompt(taskId, 'open');
    return harness.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
      feedback: { type: 'approve' },
      digest: prompt.digest,
      idempotencyKey: `answer-to-${prompt.message.messageId}`,
    });
  };
  const positionsOf = (
    frames: readonly { id?: string | undefined; event?: string | undefined }[],
  ) =>
    frames.flatMap(({ id, event }) =>
      event === undefined && id !== undefined ? [Number(id.slice(id.lastIndexOf('.') + 1))] : [],
    );

  it('records questions and answers, and continues after a restart, as does a stream from its cursor', async () => {
    const { taskId } = await harness.start();
    const url = await harness.listen();
    const stream = await openStream(url, signed, 'tasks=*&facts=all');
    const run = await agent.run(0);
    run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
    ask(run, taskId, 'p1');
    expect((await decide(taskId)).status).toBe(201);
    expect((await agent.feedback(0)).message.parentMessageId).toBe('p1');
    await stream.until((frames) => frames.some(({ data }) => data.includes('"change":"answered"')));
    const before = positionsOf(stream.frames);
    expect(before.length).toBeGreaterThan(4);
    expect(before).toEqual(before.map((_, index) => (before[0] ?? 0) + index));
    const cursor = stream.frames.findLast(({ id, event }) => event === undefined && id)?.id;
    stream.close();

    await harness.close('keep-directory');
    harness = await start(harness.directory);
    const again = await agent.run(1);
    ask(again, taskId, 'p2');
    expect((await decide(taskId)).status).toBe(201);
    const resumed = await openStream(
      await harness.listen(),
      signed,
      `tasks=*&facts=all&after=${cursor}`,
    );
    const answered = (await resumed.until((frames) =>
      frames.findLast(({ data }) => data.includes('"change":"answered"')),
    )) as { id: string };
    expect(answered.id).not.toBe('');
    const after = positionsOf(resumed.frames);
    const last = before.at(-1) ?? 0;
    expect(after).toEqual(after.map((_, index) => last + 1 + index));
    resumed.close();
    const { body } = await harness.request('GET', `/api/tasks/${taskId}/snapshot`);
    const whole = await harness.request('GET', `/api/tasks/${taskId}/events?limit=500`);
    expect(body.sequence).toBeGreaterThanOrEqual(after.length);
    expect(whole.body.items.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      whole.body.items.map((_: unknown, index: number) => index + 1),
    );
    const queue = await harness.request('GET', '/api/queue?show=answered');
    expect(queue.body.items).toHaveLength(2);
  }, 60_000);

  it('killed and started again, has what it had acknowledged, and takes the duty over from itself', async () => {
    await harness.close('keep-directory');
    const environment = { DATABASE_URL: database.url, COUNTERSIGN_LOG: 'info' };
    const agents = [describeAgent(agent)];
    const { directory } = harness;
    const first = await startChildServer(directory, agents, environment);
    const { body: task } = await first.request('/api/tasks', { agentId: 'demo', message: 'go' });
    const run = await agent.run(0);
    run.send({ type: 'RUN_STARTED', threadId: task.taskId, runId: run.input.runId });
    ask(run, task.taskId, 'p1');
    const openOf = async (server: ChildServer) =>
      (await server.request('/api/prompts?state=open')).body.items;
    while ((await openOf(first)).length === 0) await setImmediate();
    await first.kill('SIGKILL');
    const second = await startChildServer(directory, agents, environment);
    const [prompt] = await openOf(second);
    if (prompt === undefined) throw new Error('The question is lost.');
    const answer = await second.request(`/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
      feedback: { type: 'approve' },
      digest: prompt.digest,
      idempotencyKey: 'answer-after-kill',
    });
    expect(answer.status).toBe(201);
    await second.kill('SIGTERM');
    expect(second.output()).not.toContain(database.url);
    harness = await start(directory);
    expect(await harness.untilPrompt(task.taskId, 'answered')).toMatchObject({ id: prompt.id });
  }, 60_000);

  it('says that a request is in doubt when the database is lost as it is committed, and carries it out once', async () => {
    await harness.close('keep-directory');
    const proxy = await startCuttingProxy(database.url);
    harness = await startHarness({
      agents: [describeAgent(agent)],
      databaseUrl: proxy.url,
      directory: harness.directory,
    });
    const { taskId } = await harness.start();
    const run = await agent.run(0);
    run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
    ask(run, taskId, 'p1');
    await harness.untilPrompt(taskId, 'open');
    const { journal } = harness.services;
    const isBack = new Promise<void>((resolve) =>
      journal.onState(({ reason }) => reason === null && resolve()),
    );
    proxy.cutAtCommit('after', { away: true });
    const note = { name: 'Ann', role: 'operator' };
    const lost = await harness.request('POST', '/api/operators', { id: 'ann', ...note });
    expect(lost.status).toBe(503);
    expect(lost.body.detail).toContain('not known yet');
    expect(lost.body.detail).not.toContain('Nothing was changed');
    expect(journal.state().reason).not.toBeNull();
    proxy.restore();
    await isBack;
    const again = await harness.request('POST', '/api/operators', { id: 'ann', ...note });
    expect(again.status).toBe(409);
    expect((await decide(taskId)).status).toBe(201);
    await harness.close('keep-directory');
    await proxy.close();
    harness = await start(harness.directory);
  }, 60_000);
});
