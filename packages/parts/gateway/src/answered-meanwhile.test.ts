import { createAgent } from '@countersign/agent/agent';
import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import type { JsonObject } from '@countersign/json/json-object';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** An agent whose run ends with its question; the run after the answer continues until the test says so. */
function createClerk() {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const agent = createAgent({
    ...{ id: 'clerk', name: 'Clerk', protocol: 'ag-ui' },
    async run(context) {
      await context.ask({ state: 'needsHumanDecision', ask: 'May I?', payload: { n: 1 } });
      await finished;
      await context.say('Done.');
    },
  });
  return { agent, finish };
}

let gateway: GatewayHarness;
let clerk: ReturnType<typeof createClerk>;
beforeEach(async () => {
  clerk = createClerk();
  gateway = await startGatewayHarness();
  const service = await gateway.serve(clerk.agent);
  await gateway.open({ ...service, agent_protocol: 'ag-ui' });
});
afterEach(async () => {
  clerk.finish();
  await gateway.close();
});

/** Does something once, after the row of a task was read and before its thread is. */
function betweenReads(meanwhile: () => Promise<unknown>): void {
  const { snapshots } = gateway.services;
  const { threadAt } = snapshots;
  snapshots.threadAt = async (...of) => {
    snapshots.threadAt = threadAt;
    await meanwhile();
    return threadAt(...of);
  };
}

it('a task whose question is answered between two reads has asked or continues, but is not over', async () => {
  const message = {
    ...{ kind: 'message', messageId: 'm-1', role: 'user' },
    parts: [{ kind: 'text', text: 'the form' }],
  };
  const call = { service: 'clerk' };
  const sent = (await gateway.a2a('message/send', { message }, call))['result'] as JsonObject;
  expect(sent).toMatchObject({ status: { state: 'input-required' } });
  const taskId = String(sent['id']);
  const read = async () => (await gateway.a2a('tasks/get', { id: taskId }, call))['result'];
  await gateway.untilStatus(taskId, 'finished');
  const prompt = await gateway.asked(taskId);
  betweenReads(async () => {
    await gateway.decide(prompt, { type: 'approve' });
    await gateway.untilStatus(taskId, 'running');
    await gateway.until(async () => (await answerOf(prompt.id))?.state !== 'recorded');
  });
  expect(await read()).toMatchObject({ status: { state: 'input-required' } });
  expect(await read()).toMatchObject({ status: { state: 'working' } });
  clerk.finish();
  await gateway.untilStatus(taskId, 'finished');
  expect(await read()).toMatchObject({ status: { state: 'completed' } });
});

const answerOf = async (id: string) =>
  (await gateway.request('GET', `/api/prompts/${encodeURIComponent(id)}`)).body.decision;
