import { randomUUID } from 'node:crypto';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { promptsOf } from '@countersign/bff/testing/prompts-of';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import type { HaiEvent } from '@countersign/hai/event';
import { startMcpTaskServer, type TestTaskServer } from '@countersign/testkit/mcp-task-server';
import { afterEach, beforeEach, expect, it } from 'vitest';

let server: TestTaskServer;
let harness: Harness;

const options = () => {
  const described = { id: 'lab', name: 'Lab', protocol: 'mcp', url: server.url };
  return { agents: [agentDescriptorSchema.parse({ ...described, mcp: { direct: ['research'] } })] };
};

beforeEach(async () => {
  server = await startMcpTaskServer();
  harness = await startHarness(options());
});
afterEach(async () => {
  await harness.close();
  await server.close();
});

async function restart(): Promise<void> {
  const { directory } = harness;
  await harness.close('keep-directory');
  harness = await startHarness({ ...options(), directory });
}

async function call(args: object = {}): Promise<string> {
  const { body } = await harness.request('POST', '/api/tasks', {
    agentId: 'lab',
    input: { tool: 'research', arguments: args },
  });
  return String(body['taskId']);
}

const events = (taskId: string): HaiEvent[] => harness.events(taskId).map(({ event }) => event);
const shown = (taskId: string): string => JSON.stringify(events(taskId));
const resultOf = (taskId: string) => events(taskId).find(({ type }) => type === 'TOOL_CALL_RESULT');

const answer = async (taskId: string, value: object) => {
  const prompt = await harness.untilPrompt(taskId, 'open');
  const { status } = await harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
    feedback: { type: 'edit', content: { value } },
    digest: prompt.digest,
    idempotencyKey: randomUUID(),
  });
  expect(status).toBe(201);
};

const joinedAgain = (taskId: string) =>
  harness.until(() =>
    harness.facts(taskId, 'countersign.agent').some(({ detail }) => detail === 'Joined again.'),
  );

it('is asked for as a task, its status is shown, and its result is fetched', async () => {
  const taskId = await call();
  await harness.until(() => shown(taskId).includes('Gathering'));
  server.work('working', 'Reading');
  await harness.until(() => shown(taskId).includes('Reading'));
  server.finish('All read.');
  await harness.untilStatus(taskId, 'finished');
  expect(resultOf(taskId)).toMatchObject({ content: 'All read.' });
  expect(server.calls).toEqual([{ name: 'research', task: { ttl: 86_400_000 } }]);
  expect(harness.facts(taskId, 'countersign.anomaly')).toEqual([]);
  // The session is over, and the server knows.
  await expect.poll(() => server.sessions()).toBe(0);
});

it('what it asks meanwhile is answered by a person', async () => {
  const taskId = await call();
  await harness.until(() => shown(taskId).includes('Gathering'));
  server.ask('Which meaning?');
  await answer(taskId, { meaning: 'snake' });
  await expect
    .poll(() => server.answers)
    .toEqual([{ action: 'accept', content: { meaning: 'snake' } }]);
  server.finish('Snakes.');
  await harness.untilStatus(taskId, 'finished');
  expect(resultOf(taskId)).toMatchObject({ content: 'Snakes.' });
});

it('continues after a restart of our server, and is not called again', async () => {
  const taskId = await call();
  await harness.until(() => shown(taskId).includes('Gathering'));
  await restart();
  await joinedAgain(taskId);
  server.finish('Found.');
  await harness.untilStatus(taskId, 'finished');
  expect(resultOf(taskId)).toMatchObject({ content: 'Found.' });
  expect(server.calls).toHaveLength(1);
});

it('an open question outlives a restart, is answered once, and further ones are new', async () => {
  const taskId = await call();
  await harness.until(() => shown(taskId).includes('Gathering'));
  server.ask('Which meaning?');
  const { id } = await harness.untilPrompt(taskId, 'open');
  await restart();
  await joinedAgain(taskId);
  expect(server.answers).toEqual([]);
  expect((await harness.untilPrompt(taskId, 'open')).id).toBe(id);
  await answer(taskId, { meaning: 'comedy' });
  await expect.poll(() => server.answers).toHaveLength(1);
  server.ask('Which year?');
  await answer(taskId, { meaning: '1969' });
  await expect
    .poll(() => server.answers)
    .toEqual([
      { action: 'accept', content: { meaning: 'comedy' } },
      { action: 'accept', content: { meaning: '1969' } },
    ]);
  server.finish('Comedy of 1969.');
  await harness.untilStatus(taskId, 'finished');
  expect(await promptsOf(harness.services.journal.read, taskId)).toHaveLength(2);
});

it('is cancelled when the call is stopped', async () => {
  const taskId = await call();
  await harness.until(() => shown(taskId).includes('Gathering'));
  await harness.request('POST', `/api/tasks/${taskId}/control`, {
    action: 'stop',
    idempotencyKey: randomUUID(),
  });
  await harness.untilStatus(taskId, 'stopped');
  expect(server.cancelled()).toBe(true);
});

it('one that the server cancels, fails or does not know any more ends with the reason', async () => {
  const cancelled = await call();
  await harness.until(() => shown(cancelled).includes('Gathering'));
  server.work('cancelled', 'No budget');
  await harness.untilStatus(cancelled, 'failed');
  expect(shown(cancelled)).toContain('Lab has cancelled the call: No budget');

  const failed = await call();
  await harness.until(() => shown(failed).includes('Gathering'));
  server.fail('The library burned down.');
  await harness.untilStatus(failed, 'finished');
  expect(resultOf(failed)).toMatchObject({ error: expect.stringContaining('burned down') });

  const forgotten = await call();
  await harness.until(() => shown(forgotten).includes('Gathering'));
  server.forget();
  await harness.untilStatus(forgotten, 'failed');
  expect(shown(forgotten)).toContain('Task not found');
});
