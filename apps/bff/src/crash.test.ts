import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '@countersign/hai/envelope';
import { createSseParser } from '@countersign/hai/sse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChildServer, childToken, startChildServer } from './testing/child-server.ts';
import { describeAgent } from './testing/harness.ts';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from './testing/scripted-agent.ts';

let directory: string;
let server: ChildServer | null = null;
let agent: ScriptedAgent;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-crash-'));
});
afterEach(async () => {
  await server?.kill('SIGKILL');
  await agent?.close();
  rmSync(directory, { recursive: true, force: true });
});
const start = async () => {
  server = await startChildServer(directory, [describeAgent(agent, { control: true })]);
  return server;
};
const resumable = { 'hai-resume': 'last-event-id' };

/** Reads all events, with its cursor, until `enough`. */
async function follow(
  from: ChildServer,
  cursor: string | null,
  onEnvelope: (envelope: Envelope, id: string) => boolean,
): Promise<void> {
  const abort = new AbortController();
  const response = await fetch(`${from.url}/api/stream?tasks=*`, {
    headers: {
      authorization: `Bearer ${childToken}`,
      ...(cursor === null ? {} : { 'last-event-id': cursor }),
    },
    signal: abort.signal,
  });
  let enough = false;
  const parser = createSseParser({
    onFrame(frame) {
      expect(frame.event).not.toBe('reset');
      if (frame.event === undefined && !enough)
        enough = onEnvelope(JSON.parse(frame.data), frame.id ?? '');
    },
  });
  const decoder = new TextDecoder();
  if (response.body === null) throw new Error('no body');
  try {
    for await (const chunk of response.body) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (enough) break;
    }
  } catch {
    // The server was killed on purpose.
  }
  abort.abort();
}

it('killed again and again in the middle of a stream, loses and duplicates nothing', async () => {
  const total = 4_000;
  // Continues from the cursor of the join, a few events at a time, as long as the socket is open.
  const play = (run: AgentRun) => {
    let next = Number(run.headers['last-event-id'] ?? 0);
    const step = () => {
      if (run.response.destroyed) return;
      for (let count = 0; count < 20 && next < total; count += 1) {
        next += 1;
        if (next === 1) run.send({ type: 'RUN_STARTED', runId: run.input.runId });
        else if (next === 2) run.send({ type: 'BUSINESS_DATA_START', messageId: 'm' });
        else if (next === total - 1) run.send({ type: 'BUSINESS_DATA_END', messageId: 'm' });
        else if (next === total) run.send({ type: 'RUN_FINISHED', runId: run.input.runId });
        else run.send({ type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: `${next} ` });
      }
      if (next < total) setTimeout(step, 2);
      else run.end();
    };
    step();
  };
  agent = await startScriptedAgent({ headers: resumable, onRun: play });
  let current = await start();
  const { body } = await current.request('/api/tasks', { agentId: 'demo', message: 'go' });
  const seen: number[] = [];
  let text = '';
  let cursor = '';
  for (const stopAfter of [300, 1_200, 2_500, Number.POSITIVE_INFINITY]) {
    await follow(current, cursor || `${await storeId(current)}.0`, (envelope, id) => {
      seen.push(envelope.position);
      cursor = id;
      const { event } = envelope;
      if (envelope.agentId === 'demo' && event.type === 'BUSINESS_DATA_CONTENT')
        text += event.delta;
      return seen.length >= stopAfter || event.type === 'RUN_FINISHED';
    });
    if (stopAfter === Number.POSITIVE_INFINITY) break;
    await current.kill('SIGKILL');
    current = await start();
  }
  expect(seen).toEqual(seen.map((_, index) => index + 1));
  expect(text.trim().split(' ').map(Number)).toEqual(
    Array.from({ length: total - 4 }, (_, index) => index + 3),
  );
  const { body: page } = await current.request(`/api/tasks/${body.taskId}/events?limit=5000`);
  const sequences = page.items.map((envelope: Envelope) => envelope.sequence);
  expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  const anomalies = page.items.filter(
    ({ event }: Envelope) => event.type === 'CUSTOM' && event.name === 'countersign.anomaly',
  );
  expect(anomalies).toEqual([]);
  const { body: task } = await current.request(`/api/tasks/${body.taskId}`);
  expect(task.runStatus).toBe('finished');
}, 60_000);

it('killed between record and delivery, delivers the answer with the same key', async () => {
  agent = await startScriptedAgent({
    headers: resumable,
    feedbackStatus: (index) => (index === 0 ? 'hang' : 200),
    onRun(run) {
      if (run.headers['last-event-id'] !== undefined) return;
      run.send({ type: 'RUN_STARTED', runId: run.input.runId });
      run.send(upMessage(run.input.threadId, { messageId: 'p', state: 'needsHumanDecision' }));
    },
  });
  const first = await start();
  await first.request('/api/tasks', { agentId: 'demo', message: 'go' });
  let promptId = '';
  let digest = '';
  await follow(first, `${await storeId(first)}.0`, ({ event }) => {
    if (event.type !== 'CUSTOM' || event.name !== 'countersign.prompt') return false;
    const { prompt } = event.value as { prompt: { id: string; digest: string } };
    promptId = prompt.id;
    digest = prompt.digest;
    return true;
  });
  const path = `/api/prompts/${encodeURIComponent(promptId)}/decisions`;
  const answer = { feedback: { type: 'approve' }, digest, idempotencyKey: 'the-operators-key' };
  const recorded = await first.request(path, answer);
  expect(recorded.status).toBe(201);
  const lost = await agent.feedback(0);
  await first.kill('SIGKILL');
  const second = await start();
  const again = await agent.feedback(1);
  expect(again).toEqual(lost);
  expect(again.key).toBe(recorded.body.decisionId);
  // The operator's browser, which never received the reply, sends the request again.
  const repeated = await second.request(path, answer);
  expect(repeated.status).toBe(201);
  expect(repeated.body.decisionId).toBe(recorded.body.decisionId);
  await second.kill('SIGKILL');
  await start();
  const { body } = await server!.request('/api/audit/verify');
  expect(body.ok).toBe(true);
}, 60_000);

it('keeps a stop that was on its way, and a run that cannot be joined again is recorded as ended', async () => {
  agent = await startScriptedAgent({
    onRun: (run) => run.send({ type: 'RUN_STARTED', runId: run.input.runId }),
  });
  const first = await start();
  const { body } = await first.request('/api/tasks', { agentId: 'demo', message: 'go' });
  await follow(first, `${await storeId(first)}.0`, ({ event }) => event.type === 'RUN_STARTED');
  await first.request(`/api/tasks/${body.taskId}/control`, {
    action: 'stop',
    idempotencyKey: 'stop-it-now',
  });
  await agent.control(0);
  await first.kill('SIGKILL');
  const second = await start();
  const { body: task } = await second.request(`/api/tasks/${body.taskId}`);
  expect(task.runStatus).toBe('lost');
  expect(task.controls[0]).toMatchObject({ action: 'stop', state: 'failed', settledAt: null });
  expect(task.controls[0]?.failure).toMatch(/lost/);
}, 60_000);

it('stops cleanly on SIGTERM, and a second server on the same data directory is refused', async () => {
  agent = await startScriptedAgent();
  // From its source, as in development; the other tests start the built server.
  const first = await startChildServer(directory, [], {}, 'source');
  await expect(startChildServer(directory, [])).rejects.toThrow(
    /Another Countersign server is using/,
  );
  expect(await first.kill('SIGTERM')).toBe(0);
  expect(first.output()).toMatch(/Sign in: http:\/\/localhost:\d+\/sign-in#code=\S+/);
}, 60_000);

async function storeId(from: ChildServer): Promise<string> {
  const { body } = await from.request('/api/tasks');
  const id = body.items[0]?.id;
  const snapshot = await from.request(`/api/tasks/${id}/snapshot`);
  return snapshot.body.cursor.replace(/\.\d+$/, '');
}

it('killed while it starts a run: an agent that may not recognize the run is not started twice', async () => {
  let posts = 0;
  let arrived = () => {};
  const posted = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  agent = await startScriptedAgent({
    reply() {
      posts += 1;
      arrived();
      // It has received the run and has not answered yet.
      return true;
    },
  });
  const first = await start();
  const { body } = await first.request('/api/tasks', { agentId: 'demo', message: 'go' });
  await posted;
  await first.kill('SIGKILL');
  const second = await start();
  const task = await second.request(`/api/tasks/${body.taskId}`);
  expect(task.body.runStatus).toBe('lost');
  expect(posts).toBe(1);
}, 60_000);
