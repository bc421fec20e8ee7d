import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { afterEach, expect, it } from 'vitest';
import { quoted } from '../http/problem.ts';
import { operation } from '../journal/operation.ts';
import { createLogger } from './logger.ts';
import { createRedactor } from './redactor.ts';
import { reportTo } from './report-to.ts';

let harness: Harness | null = null;
let agent: ScriptedAgent | null = null;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
  harness = null;
  agent = null;
});

const planted = 'qX7-planted-Secret-0f6f5e2a9b11';

function createLog() {
  let output = '';
  const redactor = createRedactor();
  const logger = createLogger({ logLevel: 'trace', logFormat: 'json' }, redactor, {
    write: (text) => {
      output += text;
    },
  });
  const entries = () =>
    output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { logger, redactor, output: () => output, entries };
}

async function start(log: ReturnType<typeof createLog>, script = {}, more = {}) {
  agent = await startScriptedAgent({ headers: { 'hai-resume': 'last-event-id' }, ...script });
  harness = await startHarness({
    agents: [{ ...describeAgent(agent), ...more }],
    logger: log.logger,
    report: reportTo(log.logger, () => false),
    keepSecret: log.redactor.keep,
    maxAttempts: 1,
  });
  return { harness, agent };
}

/** Every commit runs an operation that fails in the writer's thread. */
function breakOperations({ services: { journal } }: Harness): () => void {
  const { commit } = journal;
  const broken = operation<unknown, never>(`a name that the writer lacks ${planted}`, () => {
    throw new Error('not called');
  });
  Object.assign(journal, { commit: (_: unknown, input: unknown) => commit(broken, input) });
  return () => Object.assign(journal, { commit });
}

it('a fault inside an operation is a 500 with an id, under which the log has its stack', async () => {
  const log = createLog();
  const { harness } = await start(log);
  const repair = breakOperations(harness);
  const created = await harness.request('POST', '/api/tasks', { agentId: 'demo', message: 'go' });
  repair();
  expect(created.status).toBe(500);
  expect(created.headers['content-type']).toContain('application/problem+json');
  expect(created.headers['retry-after']).toBeUndefined();
  // The same request would meet the same fault.
  expect(created.body).toMatchObject({ retryable: false });
  const { requestId, type, detail } = created.body;
  expect(type).toMatch(/\/internal$/);
  expect(requestId).toMatch(/^[0-9a-f]{16}$/);
  expect(created.headers['x-request-id']).toBe(requestId);
  expect(detail).toContain(requestId);
  expect(detail).not.toContain('writer');
  const entry = log.entries().find((one) => one.level === 'error' && one.requestId === requestId);
  expect(entry).toMatchObject({ msg: 'A request failed.', route: '/api/tasks', operator: 'admin' });
  expect(entry.err.message).toContain('The writer was not given');
  // The stack of the writer's thread, not of where its reply was received.
  expect(entry.err.stack).toMatch(/perform/);
  expect(entry.err.operation).toContain('a name that the writer lacks');
});

it('an error that is survived is logged with what it is about', async () => {
  const log = createLog();
  const { harness, agent } = await start(log);
  const { taskId, runId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  await harness.untilStatus(taskId, 'running');
  const repair = breakOperations(harness);
  run.send({ type: 'BUSINESS_DATA_START', messageId: 'chatcmpl-9xQ2vWm0aTn4bYk7' });
  await expect
    .poll(() => log.entries().find((one) => one.level === 'error' && one.runId === runId))
    .toMatchObject({ taskId, runId, agentId: 'demo' });
  repair();
});

it('no secret is logged, wherever it was planted', async () => {
  const log = createLog();
  const { harness, agent } = await start(
    log,
    { feedbackStatus: () => 'cut' },
    { headers: { authorization: `Bearer ${planted}` } },
  );
  const { taskId, runId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  run.send(upMessage(taskId, { messageId: `call_${planted}`, state: 'needsHumanDecision' }));
  run.raw(`id: 77\ndata: {"type":"${planted}"\n\n`);
  const prompt = await harness.untilPrompt(taskId, 'open');
  await harness.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    feedback: { type: 'approve' },
    digest: prompt.digest,
    idempotencyKey: 'answer-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  });
  const repair = breakOperations(harness);
  const given = { idempotencyKey: planted, agentId: 'demo', message: planted };
  await harness.request('POST', `/api/tasks?token=${planted}`, given, { 'x-api-key': planted });
  await harness.request('GET', `/api/nothing/${planted}?access_token=${planted}`);
  await harness.request('GET', '/api/me', undefined, { authorization: `Bearer ${planted}` });
  repair();
  await harness.request('POST', '/api/session', { token: planted });
  // The error message of a peer that repeats what it was sent.
  harness.services.runs.connection(runId)?.close(quoted(`It said: "${planted}" is not valid.`));
  await harness.untilStatus(taskId, 'cut-off');
  expect(log.entries().length).toBeGreaterThan(4);
  expect(log.output()).toContain('[secret]');
  expect(log.output()).not.toContain(planted);
});
