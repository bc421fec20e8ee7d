import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { type ScriptedAgent, startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import { bodyHash } from '@countersign/server/http/body-hash';
import { afterEach, expect, it } from 'vitest';
import { runsSeen } from '../records/open-runs.ts';
import { addMessage } from './message-operation.ts';
import { restart } from './restart-operation.ts';

let harness: Harness;
let agent: ScriptedAgent;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
});

const key = 'pressed-twice';
async function start() {
  agent = await startScriptedAgent({ onRun: (run) => run.end() });
  harness = await startHarness({ agents: [describeAgent(agent)] });
}
const post = (body: object) => harness.request('POST', '/api/tasks', { agentId: 'demo', ...body });

it('a task that is requested twice under one key is started once', async () => {
  await start();
  const body = { message: 'Find somebody', idempotencyKey: key };
  const [first, second] = await Promise.all([post(body), post(body)]);
  expect(first).toMatchObject({ status: 201 });
  expect(second).toMatchObject({ status: 201, body: first.body });
  // Also after it has ended: the response may have been lost for a long time.
  await agent.run(0);
  await harness.untilStatus(first.body.taskId, 'lost');
  expect((await post(body)).body).toEqual(first.body);
  expect((await harness.request('GET', '/api/tasks')).body.items).toHaveLength(1);
  expect(agent.runs).toHaveLength(1);
});

it('a key belongs to one request', async () => {
  await start();
  const { body } = await post({ message: 'Find somebody', idempotencyKey: key });
  const other = await post({ message: 'Find somebody else', idempotencyKey: key });
  expect(other).toMatchObject({ status: 409 });
  expect(other.body.type).toMatch(/\/idempotency-conflict$/);
  const again = await post({ message: 'Find somebody', idempotencyKey: 'pressed-again' });
  expect(again.body.taskId).not.toBe(body.taskId);
});

it('a refused request does not use up its key', async () => {
  await start();
  const threadId = 'T-1';
  await post({ message: 'One', threadId });
  const refused = await post({ message: 'Two', threadId, idempotencyKey: key });
  expect(refused.body.type).toMatch(/\/task-exists$/);
  expect((await post({ message: 'Three', idempotencyKey: key })).status).toBe(201);
});

/** What is left of a request that was in doubt: it was committed, and nobody acted on it. */
it('a new run of a task is connected when the request that was in doubt is repeated', async () => {
  await start();
  const { body: task } = await post({ message: 'Find somebody' });
  const { taskId: threadId } = task;
  await agent.run(0);
  await harness.untilStatus(threadId, 'lost');
  const { journal, runInputs } = harness.services;
  const by = { threadId, operatorId: 'admin', agentId: 'demo', key };
  await journal.commit(restart, {
    ...by,
    ...{ at: 1, words: null, bodyHash: bodyHash([threadId, 1, null]) },
    input: await runInputs.again({ threadId, at: 1, words: null }),
  });
  expect(agent.runs).toHaveLength(1);
  const asked = { at: 1, idempotencyKey: key };
  const again = await harness.request('POST', `/api/tasks/${threadId}/restart`, asked);
  expect(again.status).toBe(201);
  expect((await agent.run(1)).input.runId).toBe(again.body.runId);

  await harness.untilStatus(threadId, 'lost');
  const content = 'Go on';
  const words = [{ messageId: 'm1', content }];
  await journal.commit(addMessage, {
    ...by,
    ...{ content, hearing: null, bodyHash: bodyHash([threadId, content]) },
    message: {
      messageId: 'm1',
      threadId,
      timestamp: '',
      state: 'submitted',
      agentId: 'operator:admin',
    },
    newRun: {
      agentId: 'demo',
      seen: await runsSeen(journal.read, threadId),
      input: await runInputs.following({ threadId, words }),
    },
  });
  const said = { content, idempotencyKey: key };
  const repeated = await harness.request('POST', `/api/tasks/${threadId}/messages`, said);
  expect(repeated).toMatchObject({ status: 202, body: { messageId: 'm1', to: 'new-run' } });
  expect((await agent.run(2)).input.runId).toBe(repeated.body.runId);
  await harness.untilStatus(threadId, 'lost');
  await harness.request('POST', `/api/tasks/${threadId}/messages`, said);
  expect(agent.runs).toHaveLength(3);
});
