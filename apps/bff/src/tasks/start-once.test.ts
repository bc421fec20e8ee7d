import { afterEach, expect, it } from 'vitest';
import { describeAgent, type Harness, startHarness } from '../testing/harness.ts';
import { type ScriptedAgent, startScriptedAgent } from '../testing/scripted-agent.ts';

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
