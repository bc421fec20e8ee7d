import { createAgent } from '@countersign/agent/agent';
import { bookingDesk } from '@countersign/bff/testing/gateway-agents';
import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import type { JsonObject } from '@countersign/json/json-object';
import { agentMessage, startA2aAgent, statusUpdate, taskIn } from '@countersign/testkit/a2a-agent';
import { afterEach, beforeEach, expect, it } from 'vitest';

let gateway: GatewayHarness;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  gateway = await startGatewayHarness();
});
afterEach(async () => {
  await gateway.close();
  for (const close of closing.splice(0)) await close();
});

const rpc = async (service: string, method: string, params: JsonObject) =>
  (await gateway.a2a(method, params, { service })) as {
    result?: { id: string; status: { state: string } };
    error?: object;
  };
const send = async (service: string) => {
  const parts = [{ kind: 'text', text: 'the form' }];
  const message = { kind: 'message', messageId: 'm-1', role: 'user', parts };
  const { result } = await rpc(service, 'message/send', { message });
  expect(result).toMatchObject({ status: { state: 'input-required' } });
  return String(result?.id);
};

it('a task whose run has ended with its question is cancelled, and the question withdrawn', async () => {
  const agent = createAgent({
    ...{ id: 'clerk', name: 'Clerk', protocol: 'ag-ui' },
    async run(context) {
      await context.ask({ state: 'needsHumanDecision', ask: 'May I?', payload: { n: 1 } });
    },
  });
  await gateway.open({ ...(await gateway.serve(agent)), agent_protocol: 'ag-ui' });
  const id = await send('clerk');
  await gateway.untilStatus(id, 'finished');
  const prompt = await gateway.asked(id);
  expect(await rpc('clerk', 'tasks/cancel', { id })).toMatchObject({
    result: { id, status: { state: 'canceled' } },
  });
  const { body } = await gateway.request('GET', `/api/prompts/${prompt.id}`);
  expect(body).toMatchObject({ state: 'withdrawn', stoppedBy: { id: 'registrant' } });
  // What has ended is not cancelled again.
  expect(await rpc('clerk', 'tasks/get', { id })).toMatchObject({
    result: { status: { state: 'canceled' } },
  });
});

it('a task of an agent of A2A is cancelled there first', async () => {
  const agent = await startA2aAgent();
  closing.push(agent.close);
  await gateway.open(bookingDesk(agent));
  const sent = send('booking');
  await agent.called('SendStreamingMessage', 0);
  agent.say({ task: taskIn('SUBMITTED') });
  agent.say(statusUpdate('INPUT_REQUIRED', agentMessage('ask-1', { text: 'May I?' })));
  const id = await sent;
  expect((await gateway.request('GET', `/api/tasks/${id}`)).body['runStatus']).toBe('finished');
  const cancelled = rpc('booking', 'tasks/cancel', { id });
  await agent.called('CancelTask', 0);
  expect(await cancelled).toMatchObject({ result: { id, status: { state: 'canceled' } } });
});
