import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '@countersign/server/http/front-door';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChildServer, childToken, startChildServer } from './testing/child-server.ts';
import { describeAgent } from './testing/harness.ts';
import { type ScriptedAgent, startScriptedAgent, upMessage } from './testing/scripted-agent.ts';

let directory: string;
let server: ChildServer | null = null;
let agent: ScriptedAgent | null = null;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-stop-'));
});
afterEach(async () => {
  await server?.kill('SIGKILL');
  await agent?.close();
  server = null;
  agent = null;
  rmSync(directory, { recursive: true, force: true });
});

const poll = { timeout: 15_000, interval: 30 };

it('before the application is there it is alive, and says that it is starting', async () => {
  const door = await listen({ port: 0, host: '127.0.0.1' });
  const get = (path: string) => fetch(`http://127.0.0.1:${door.port}${path}`);
  expect((await get('/health/live')).status).toBe(200);
  const ready = await get('/health/ready');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ state: 'starting', retryable: true });
  door.open((_, response) => response.end('open'));
  expect(await (await get('/health/ready')).text()).toBe('open');
  await door.close();
});

it('after SIGTERM it is not ready, still serves for a time, and a second SIGTERM ends it at once', async () => {
  server = await startChildServer(directory, [], { COUNTERSIGN_READINESS_DELAY_MS: '600000' });
  const { request } = server;
  expect((await request('/health/ready')).body).toMatchObject({ status: 'ok' });
  const ended = server.kill('SIGTERM');
  await expect.poll(async () => (await request('/health/ready')).status, poll).toBe(503);
  expect((await request('/health/ready')).body).toMatchObject({ state: 'draining' });
  expect((await request('/health/live')).status).toBe(200);
  expect((await request('/api/me')).status).toBe(200);
  void server.kill('SIGTERM');
  expect(await ended).toBe(1);
}, 60_000);

it('a stop asks streams to connect again, and lets a delivery in progress finish', async () => {
  let release = (_status: number) => {};
  agent = await startScriptedAgent({
    headers: { 'hai-resume': 'last-event-id' },
    feedbackStatus: () => new Promise((resolve) => (release = resolve)),
  });
  const agents = [describeAgent(agent)];
  server = await startChildServer(directory, agents, { COUNTERSIGN_DRAIN_MS: '60000' });
  const { request } = server;
  const { body: policy } = await request('/api/policy');
  const classes = Object.fromEntries(
    Object.entries<object>(policy.classes).map(([name, of]) => [name, { ...of, recallMs: 0 }]),
  );
  await request('/api/policy', { version: policy.version, classes }, 'PUT');
  const { body: task } = await request('/api/tasks', { agentId: 'demo', message: 'go' });
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: task.taskId, runId: task.runId });
  const messageId = 'call_Yk3fQ0b7s9XvT2mLpR4eWz1aB';
  run.send(upMessage(task.taskId, { messageId, state: 'needsHumanDecision' }));
  const stream = await fetch(`${server.url}/api/stream?tasks=*`, {
    headers: { authorization: `Bearer ${childToken}` },
  });
  const received = stream.text();
  const open = async () => (await request('/api/prompts?state=open')).body.items[0];
  await expect.poll(open, poll).toBeDefined();
  const prompt = await open();
  const decided = await request(`/api/prompts/${encodeURIComponent(prompt?.id ?? '')}/decisions`, {
    feedback: { type: 'approve' },
    digest: prompt?.digest,
    idempotencyKey: 'answer-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  });
  expect(decided.status).toBe(201);
  // It is on its way, and the agent has not answered.
  await expect.poll(() => agent?.feedbacks.length, poll).toBe(1);
  const ended = server.kill('SIGTERM');
  expect(await received).toMatch(/\nretry: \d+\n\n$/);
  await expect.poll(() => fetch(`${server?.url}/health/live`).catch(() => null), poll).toBe(null);
  release(200);
  expect(await ended).toBe(0);
  server = await startChildServer(directory, agents);
  const { body } = await server.request(`/api/prompts/${encodeURIComponent(prompt?.id ?? '')}`);
  expect(body).toMatchObject({ decision: { state: 'delivered' } });
  expect(agent.feedbacks).toHaveLength(1);
}, 60_000);
