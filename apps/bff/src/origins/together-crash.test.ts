import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Prompt } from '@countersign/api/prompt';
import { afterEach, expect, it, vi } from 'vitest';
import { type ChildServer, startChildServer } from '../testing/child-server.ts';
import { finish, interrupt } from '../testing/foreign.ts';
import { describeAgent } from '../testing/harness.ts';
import { type Script, type ScriptedAgent, startScriptedAgent } from '../testing/scripted-agent.ts';

let directory: string;
let server: ChildServer;
let agent: ScriptedAgent;
afterEach(async () => {
  await server?.kill('SIGKILL');
  await agent?.close();
  rmSync(directory, { recursive: true, force: true });
});

const start = async () => {
  const agents = [{ ...describeAgent(agent, { feedback: false }), protocol: 'ag-ui' as const }];
  server = await startChildServer(directory, agents);
};

/** It recognises a run that it is sent again. */
const knowing: Script = { headers: { 'hai-resume': 'last-event-id' } };

/** A task whose agent waits for two answers, and a policy without a recall window. */
async function asked(script: Script): Promise<Prompt[]> {
  directory = mkdtempSync(join(tmpdir(), 'countersign-together-'));
  agent = await startScriptedAgent(script);
  await start();
  const { body: policy } = await server.request('/api/policy');
  const classes = Object.fromEntries(
    Object.entries<object>(policy.classes).map(([name, of]) => [name, { ...of, recallMs: 0 }]),
  );
  await server.request('/api/policy', { version: policy.version, classes }, 'PUT');
  await server.request('/api/tasks', { agentId: 'demo', message: 'go' });
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: run.input.threadId, runId: run.input.runId });
  interrupt(run, { id: 'a', reason: 'confirmation' }, { id: 'b', reason: 'confirmation' });
  return vi.waitUntil(async () => {
    const { body } = await server.request('/api/prompts?state=open');
    return body.items.length === 2 && body.items;
  }, patience);
}

/** The interval is within the server's limit for an operator. */
const patience = { timeout: 60_000, interval: 40 };

const approve = (prompt: Prompt) =>
  server.request(`/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    feedback: { type: 'approve' },
    digest: prompt.digest,
    idempotencyKey: `key-of-${prompt.id}`,
  });

it('killed after each record, before or during delivery of the answers: exactly one run carries both', async () => {
  const [first, second] = await asked(knowing);
  expect((await approve(first!)).status).toBe(201);
  await server.kill('SIGKILL');
  await start();
  expect((await approve(second!)).status).toBe(201);
  await server.kill('SIGKILL');
  await start();
  const carrying = await agent.run(1);
  expect(carrying.input.resume).toMatchObject([
    { interruptId: 'a', payload: true },
    { interruptId: 'b', payload: true },
  ]);
  // The browser, which never received the replies, sends the requests again: nothing more is sent to the agent.
  for (const prompt of [first!, second!]) expect((await approve(prompt)).status).toBe(201);
  await server.kill('SIGKILL');
  await start();
  const { body } = await server.request(`/api/tasks/${carrying.input.threadId}/events?limit=1000`);
  expect(body.items.length).toBeGreaterThan(0);
  expect(new Set(agent.runs.slice(1).map(({ input }) => input.runId)).size).toBe(1);
}, 60_000);

/** Both questions are answered, and the server is killed while the agent has the answers and has not replied. */
async function killedBeforeTheReply(script: Script): Promise<number[]> {
  const bodies: number[] = [];
  const [first, second] = await asked({
    ...script,
    reply: (_, index) => {
      bodies.push(index);
      // The second POST, which carries the answers, gets no response.
      return index === 1;
    },
  });
  await approve(first!);
  await approve(second!);
  await vi.waitUntil(() => bodies.length > 1, patience);
  await server.kill('SIGKILL');
  await start();
  return bodies;
}

it('killed while the agent has the answers and has not replied: they may have been carried out, and are not sent again', async () => {
  const bodies = await killedBeforeTheReply({});
  const answered = await vi.waitUntil(async () => {
    const { body } = await server.request('/api/prompts?state=answered');
    return body.items.length === 2 && body.items;
  }, patience);
  for (const { decision } of answered)
    expect(decision?.failure).toContain('It may have been carried out.');
  expect(bodies).toHaveLength(2);
}, 60_000);

it('killed then, the same run is requested again from an agent that recognises it', async () => {
  await killedBeforeTheReply(knowing);
  const again = await agent.run(1);
  again.send({ type: 'RUN_STARTED', threadId: again.input.threadId, runId: again.input.runId });
  finish(again);
  await vi.waitUntil(async () => {
    const { body } = await server.request('/api/prompts?state=answered');
    return body.items.every(({ decision }: Prompt) => decision?.state === 'acknowledged');
  }, patience);
  const { body } = await server.request(`/api/tasks/${again.input.threadId}`);
  expect(body.runId).toBe(again.input.runId);
}, 60_000);
