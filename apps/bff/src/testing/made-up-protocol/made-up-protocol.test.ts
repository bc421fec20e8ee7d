import { randomUUID } from 'node:crypto';
import { defaultProtocols } from '@countersign/adapters/default-protocols';
import type { Prompt } from '@countersign/api/prompt';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AnswerBody } from '../answer-body.ts';
import { adminToken, type Harness, startHarness } from '../harness.ts';
import { type ParleyAgent, startParleyAgent } from './parley-agent.ts';
import { parleyProtocol } from './parley-protocol.ts';

const question = 'key-5f0c2a9e-7d31-4b7e-9f52-1c8a60d4e3b7';
const secret = 'only-for-parley';

let agent: ParleyAgent;
let harness: Harness;
let address: string;
beforeEach(async () => {
  agent = await startParleyAgent();
  const described = { id: 'parley', name: 'Envoy', protocol: 'parley', url: agent.url };
  harness = await startHarness({
    agents: [agentDescriptorSchema.parse({ ...described, headers: { 'x-secret': secret } })],
    protocols: [...defaultProtocols, parleyProtocol],
  });
  address = await harness.listen();
});
afterEach(async () => {
  await harness.close();
  await agent.close();
});

async function call(
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: AnswerBody }> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${adminToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function asked(): Promise<{ taskId: string; runId: string; prompt: Prompt }> {
  const { body } = await call('POST', '/api/tasks', { agentId: 'parley', message: 'Write to all' });
  const { taskId, runId } = body;
  return { taskId, runId, prompt: await harness.untilPrompt(taskId, 'open') };
}

const control = (taskId: string, action: string) =>
  call('POST', `/api/tasks/${taskId}/control`, { action, idempotencyKey: randomUUID() });

it('is started, asks, is answered, paused, resumed and stopped, in a format that only its adapter knows', async () => {
  const { taskId, runId, prompt } = await asked();
  expect(await agent.posted('/turns', 0)).toMatchObject({
    body: { talk: taskId, turn: runId, said: [['user', 'Write to all']] },
    secret,
  });
  expect(prompt).toMatchObject({
    agentId: 'parley',
    ask: 'May I send 300 letters?',
    severity: 'major',
    message: { messageId: question, payload: { letters: 300 } },
    way: { by: 'feedback', run: 'open' },
  });
  const task = await harness.untilStatus(taskId, 'running');
  expect(task.can).toEqual({ pause: 'agent', stop: 'agent', message: 'running' });

  const preview = await call('POST', `/api/prompts/${prompt.id}/preview`, {
    feedback: { type: 'approve' },
  });
  expect(preview.body).toMatchObject({
    as: 'feedback',
    url: `${agent.url}/${runId}/reply`,
    headerNames: ['x-secret'],
    body: { key: question, verdict: 'yes' },
  });
  const decided = await call('POST', `/api/prompts/${prompt.id}/decisions`, {
    feedback: { type: 'approve' },
    digest: prompt.digest,
    idempotencyKey: randomUUID(),
  });
  expect(decided.status).toBe(201);
  const { decisionId } = decided.body;
  expect(await agent.posted('/reply', 0)).toMatchObject({
    path: `/turns/${runId}/reply`,
    body: { receipt: decisionId, key: question, verdict: 'yes' },
    secret,
  });
  agent.say({ n: 5, w: 'thanks', key: 'thanks-1', receipt: decisionId });
  await harness.until(
    () =>
      harness
        .facts(taskId, 'countersign.decision')
        .some(({ change }) => change === 'acknowledged') || undefined,
  );

  await control(taskId, 'pause');
  expect((await agent.posted('/hush', 0)).body).toMatchObject({ verb: 'rest' });
  agent.say({ n: 6, w: 'resting' });
  await harness.untilStatus(taskId, 'paused');
  await control(taskId, 'resume');
  expect((await agent.posted('/hush', 1)).body).toMatchObject({ verb: 'wake' });
  agent.say({ n: 7, w: 'awake' });
  await harness.untilStatus(taskId, 'running');
  await control(taskId, 'stop');
  expect((await agent.posted('/hush', 2)).body).toMatchObject({ verb: 'quit' });
  agent.say({ n: 8, w: 'quitting' });
  agent.say({ n: 9, w: 'bye' });
  agent.end();
  await harness.untilStatus(taskId, 'stopped');
  expect(harness.facts(taskId, 'countersign.anomaly')).toEqual([]);
  const said = harness.events(taskId).map(({ event }) => event);
  expect(said).toContainEqual(
    expect.objectContaining({
      type: 'BUSINESS_DATA_CONTENT',
      delta: 'I have the letters ready.',
    }),
  );
  // A type unknown to its adapter too is kept, without an error.
  expect(said).toContainEqual(expect.objectContaining({ type: 'RAW' }));
});

it('is joined again behind its last line, and continues with words in a new turn', async () => {
  const { taskId, runId } = await asked();
  await harness.untilEvent(taskId, ({ type }) => type === 'RAW');
  agent.cut();
  expect((await agent.posted('/turns', 1)).body).toMatchObject({ turn: runId, since: 4 });
  agent.say({ n: 5, w: 'bye' });
  agent.end();
  await harness.untilStatus(taskId, 'finished');
  await call('POST', `/api/tasks/${taskId}/messages`, { content: 'And the rest?' });
  const { body } = await agent.posted('/turns', 2);
  expect(body).toMatchObject({ talk: taskId });
  expect(body['said']).toEqual([
    ['user', 'Write to all'],
    ['assistant', 'I have the letters ready.'],
    ['user', 'And the rest?'],
  ]);
});

it('asks with an origin that no other file knows: published, shown, filtered by, answered in the next turn', async () => {
  const { taskId, runId, prompt: first } = await asked();
  await call('POST', `/api/prompts/${first.id}/decisions`, {
    feedback: { type: 'approve' },
    digest: first.digest,
    idempotencyKey: randomUUID(),
  });
  const key = 'wager-0b9e2f4d-6c1a-4f83-9a57-3de1c0a8b7f2';
  agent.say({ n: 5, w: 'wager', key, text: 'Ten to one that it rains?', stake: 10 });
  agent.say({ n: 6, w: 'bye' });
  agent.end();
  await harness.untilStatus(taskId, 'finished');
  const prompt = await harness.untilPrompt(taskId, 'open');
  const origin = { protocol: 'parley', kind: 'wager', label: 'Wager' };
  expect(prompt).toMatchObject({
    origin: { ...origin, answeredBy: 'resume' },
    ask: 'Ten to one that it rains?',
    way: { by: 'run', run: 'finished' },
  });
  const { body: rows } = await call('GET', '/api/queue?origin=parley%2Fwager');
  expect(rows.items).toEqual([expect.objectContaining({ id: prompt.id, origin })]);
  const { body: others } = await call('GET', '/api/queue?origin=ag-ui%2Finterrupt');
  expect(others.items).toEqual([]);
  const body = { talk: taskId, bets: [{ key, taken: true }] };
  const preview = await call('POST', `/api/prompts/${prompt.id}/preview`, {
    feedback: { type: 'approve' },
  });
  expect(preview.body).toMatchObject({ as: 'run', body });
  await call('POST', `/api/prompts/${prompt.id}/decisions`, {
    feedback: { type: 'approve' },
    digest: prompt.digest,
    idempotencyKey: randomUUID(),
  });
  const next = await agent.posted('/turns', 1);
  expect(next.body).toMatchObject(body);
  expect(next.body['turn']).not.toBe(runId);
});

it('describes itself for the dialog, and is tried before it is added', async () => {
  const { body: protocols } = await call('GET', '/api/protocols');
  expect(protocols.items).toContainEqual({ id: 'parley', ...parleyProtocol.describe() });
  const turn = agent.posted('/turns', 0).then(() => agent.say({ n: 5, w: 'bye' }));
  const { body: found } = await call('POST', '/api/agents/test', {
    url: agent.url,
    protocol: 'parley',
    startRun: true,
  });
  await turn;
  expect(found).toMatchObject({ spoke: 'parley' });
  expect(JSON.stringify(found.findings)).toContain('It uses Parley.');
  const unknown = await call('POST', '/api/agents', {
    id: 'lost',
    name: 'Lost',
    url: agent.url,
    protocol: 'semaphore',
  });
  expect(unknown.status).toBe(400);
});
