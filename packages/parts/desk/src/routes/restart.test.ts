import {
  adminToken,
  describeAgent,
  type Harness,
  startHarness,
} from '@countersign/bff/testing/harness';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
} from '@countersign/bff/testing/scripted-agent';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let harness: Harness;
let agent: ScriptedAgent;
let url: string;
beforeEach(async () => {
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent)] });
  url = await harness.listen();
});
afterEach(async () => {
  await harness.close();
  await agent.close();
});

async function restart(taskId: string, body: object) {
  const response = await fetch(`${url}/api/tasks/${taskId}/restart`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

function say(run: AgentRun, messageId: string, text: string): void {
  run.send({ type: 'BUSINESS_DATA_START', messageId, role: 'assistant' });
  run.send({ type: 'BUSINESS_DATA_CONTENT', messageId, delta: text });
  run.send({ type: 'BUSINESS_DATA_END', messageId });
}

async function finished(): Promise<{ taskId: string; runId: string; at: number }> {
  const { taskId, runId } = await harness.start('demo', 'find somebody');
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  run.send({ type: 'STATE_SNAPSHOT', snapshot: { phase: 'plan' } });
  say(run, 'first', 'I will search.');
  const kept = await harness.untilEvent(
    taskId,
    (event) => event.type === 'BUSINESS_DATA_END' && event.messageId === 'first',
  );
  run.send({ type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/phase', value: 'done' }] });
  say(run, 'second', 'Nobody found.');
  run.send({ type: 'RUN_FINISHED', threadId: taskId, runId });
  run.end();
  await harness.untilStatus(taskId, 'finished');
  return { taskId, runId, at: kept.sequence };
}

describe('starting again from a position', () => {
  it('gives a new run the messages and state up to there, with the run of that time as parent', async () => {
    const { taskId, runId, at } = await finished();
    const { status, body } = await restart(taskId, { at, message: 'Search wider.' });
    expect(status).toBe(201);
    expect(body).toEqual({ runId: expect.any(String), parentRunId: runId });
    const { input } = await agent.run(1);
    expect(input.runId).toBe(body.runId);
    expect(input.threadId).toBe(taskId);
    expect(input.parentRunId).toBe(runId);
    expect(input.state).toEqual({ phase: 'plan' });
    expect(input.messages.map(({ content }) => content)).toEqual([
      'find somebody',
      'I will search.',
      'Search wider.',
    ]);
    const audit = await harness.request('GET', `/api/audit?task=${taskId}`);
    expect(audit.body.items[0]).toMatchObject({ action: 'task:restart', detail: { at, ...body } });
  });

  it('needs no words', async () => {
    const { taskId, at } = await finished();
    expect((await restart(taskId, { at })).status).toBe(201);
    const { input } = await agent.run(1);
    expect(input.messages).toHaveLength(2);
  });

  it('starts one run for one idempotency key', async () => {
    const { taskId, at } = await finished();
    const body = { at, idempotencyKey: 'press-it-twice' };
    const first = await restart(taskId, body);
    const second = await restart(taskId, body);
    expect(second.body).toEqual(first.body);
    expect((await restart(taskId, { ...body, at: at - 1 })).body.type).toMatch(/idempotency/);
    await agent.run(1);
    expect(agent.runs).toHaveLength(2);
  });

  it('is refused while a run is active, beyond the end, and for no task', async () => {
    const { taskId, runId } = await harness.start();
    await agent.run(0);
    const refused = await restart(taskId, { at: 1 });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ type: expect.stringMatching(/run-going$/), runId });
    expect((await restart(taskId, { at: 9_999 })).status).toBe(400);
    expect((await restart('none', { at: 1 })).status).toBe(404);
  });

  it('is refused while an interrupted run waits for answers', async () => {
    const { taskId, runId } = await harness.start();
    const run = await agent.run(0);
    run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
    const interrupts = [{ id: 'i1', reason: 'confirmation', message: 'Deploy?' }];
    run.send({
      type: 'RUN_FINISHED',
      threadId: taskId,
      runId,
      outcome: { type: 'interrupt', interrupts },
    });
    run.end();
    const prompt = await harness.untilPrompt(taskId, 'open');
    const refused = await restart(taskId, { at: 2 });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      type: expect.stringMatching(/prompts-open$/),
      promptIds: [prompt.id],
    });
  });
});
