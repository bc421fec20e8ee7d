import { bookingDesk } from '@countersign/bff/testing/gateway-agents';
import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import { type JsonObject, memberOf } from '@countersign/json/json-object';
import {
  type A2aAgent,
  a2aIds,
  agentMessage,
  artifactUpdate,
  startA2aAgent,
  statusUpdate,
  taskIn,
} from '@countersign/testkit/a2a-agent';
import {
  type AcpAgent,
  acpAwaiting,
  acpMessage,
  acpRun,
  acpRunId,
  acpText,
  startAcpAgent,
} from '@countersign/testkit/acp-agent';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/* The rows of the published table: each tool of the gateway, as a call of an agent of A2A and of ACP. */
let gateway: GatewayHarness;
let client: Client;
beforeAll(async () => {
  gateway = await startGatewayHarness();
});
afterAll(() => gateway.close());

const call = async (agent: string, name: string, args: JsonObject): Promise<JsonObject> =>
  (await client.callTool({ name, arguments: { agent, ...args } })) as JsonObject;
const structured = (result: JsonObject) => result['structuredContent'] as JsonObject;
/** The task and the question of a result, as the arguments of the next call. */
const asked = (result: JsonObject) => ({
  task_id: structured(result)['task_id'],
  question_id: /"id\\":\\"([^"\\]+)/.exec(JSON.stringify(structured(result)['said']))?.[1],
});

describe('an agent of A2A, called by a client of MCP', () => {
  let agent: A2aAgent;
  beforeEach(async () => {
    agent = await startA2aAgent();
    await gateway.open(bookingDesk(agent), { callerMayAnswer: true });
    client = await gateway.connectMcp();
  });
  afterEach(() => agent.close());

  it('gets the answer of the caller as a message of its task', async () => {
    const started = call('booking', 'run_agent_task', { input: 'Book a train' });
    await agent.called('SendStreamingMessage');
    agent.say({ task: taskIn('SUBMITTED') });
    agent.say(statusUpdate('INPUT_REQUIRED', agentMessage('ask-1', { text: 'Which one?' })));
    const waiting = await started;
    expect(structured(waiting)).toMatchObject({ state: 'input-required' });
    const input = 'The 9:10';
    const resumed = call('booking', 'resume_agent_task', { ...asked(waiting), input });
    const { params } = await agent.called('SendStreamingMessage', 1);
    expect(params['message']).toMatchObject({ ...a2aIds, parts: [{ text: input }] });
    agent.say(artifactUpdate('ticket', [{ text: 'Seat 12' }]));
    agent.say(statusUpdate('COMPLETED'));
    expect(structured(await resumed)).toMatchObject({
      state: 'completed',
      output: expect.arrayContaining([
        { id: expect.any(String), parts: [{ text: 'Seat 12', type: 'text' }] },
      ]),
    });
  });

  it('is asked to cancel its task, which is canceled then', async () => {
    const started = await call('booking', 'run_agent_task', { input: 'Book', mode: 'async' });
    const { task_id } = structured(started);
    await agent.called('SendStreamingMessage');
    agent.say({ task: taskIn('WORKING') });
    await gateway.untilStatus(String(task_id), 'running');
    await gateway.untilEvent(String(task_id), ({ type }) => type === 'STATE_SNAPSHOT');
    const cancelled = call('booking', 'cancel_agent_task', { task_id });
    expect((await agent.called('CancelTask')).params).toEqual({ id: a2aIds.taskId });
    agent.say(statusUpdate('CANCELED'));
    expect(await cancelled).toMatchObject({
      ...{ isError: true, structuredContent: { task_id, state: 'canceled' } },
      content: [{ type: 'text', text: 'canceled' }],
    });
  });
});

describe('an agent of A2A, called by a client of MCP as the published table has it', () => {
  it('has tasks that can be neither cancelled nor continued; without that mode they can', async () => {
    await gateway.close();
    gateway = await startGatewayHarness({ strictGateway: true });
    const agent = await startA2aAgent();
    await gateway.open(bookingDesk(agent), { callerMayAnswer: true });
    client = await gateway.connectMcp();
    const started = await call('booking', 'run_agent_task', { input: 'Book', mode: 'async' });
    const { task_id } = structured(started);
    const refused = {
      ...{ isError: true, content: [{ type: 'text' }] },
      structuredContent: { error: { code: 'operation-unsupported' } },
    };
    expect(await call('booking', 'cancel_agent_task', { task_id })).toMatchObject(refused);
    const resume = { task_id, input: 'The 9:10' };
    expect(await call('booking', 'resume_agent_task', resume)).toMatchObject(refused);
    expect(structured(await call('booking', 'get_agent_task', { task_id }))).toMatchObject({
      task_id,
    });
    await agent.close();
  });
});

describe('an agent of ACP, called by a client of MCP', () => {
  let agent: AcpAgent;
  beforeEach(async () => {
    agent = await startAcpAgent();
    const port = Number(new URL(agent.url).port);
    await gateway.open(
      {
        ...{ name: 'letter', protocol: 'http', host: '127.0.0.1', port, agent_protocol: 'acp' },
        agent_info: { acp_agent_manifest: agent.manifests[0] },
      },
      { callerMayAnswer: true },
    );
    client = await gateway.connectMcp();
  });
  afterEach(() => agent.close());

  it('gets the answer of the caller as what its run awaits', async () => {
    const started = call('letter', 'run_agent_task', { input: 'Write to Ada' });
    expect((await agent.called('POST /runs')).body).toMatchObject({ agent_name: 'letter' });
    agent.say({ type: 'run.created', run: acpRun('created') });
    agent.say({ type: 'run.awaiting', run: acpAwaiting(acpText('Which Ada?')) });
    agent.end();
    const waiting = await started;
    expect(structured(waiting)).toMatchObject({ state: 'input-required' });
    const resumed = call('letter', 'resume_agent_task', { ...asked(waiting), input: 'Lovelace' });
    const { body } = await agent.called(`POST /runs/${acpRunId}`);
    expect(JSON.stringify(body['await_resume'])).toContain('Lovelace');
    expect(body).toMatchObject({ run_id: acpRunId });
    const message = acpMessage(acpText('Dear Ada'));
    agent.say({ type: 'message.created', message: acpMessage() });
    agent.say({ type: 'message.part', part: acpText('Dear Ada') });
    agent.say({ type: 'message.completed', message });
    agent.say({ type: 'run.completed', run: acpRun('completed', { output: [message] }) });
    agent.end();
    const result = await resumed;
    expect(structured(result)).toMatchObject({ state: 'completed' });
    expect(JSON.stringify(memberOf(structured(result), 'output'))).toContain('Dear Ada');
  });

  it('is asked to cancel its run, which is canceled then', async () => {
    const started = await call('letter', 'run_agent_task', { input: 'Write', mode: 'async' });
    const { task_id } = structured(started);
    await agent.called('POST /runs');
    agent.say({ type: 'run.created', run: acpRun('created') });
    agent.say({ type: 'run.in-progress', run: acpRun('in-progress') });
    await gateway.untilEvent(String(task_id), ({ type }) => type === 'STATE_SNAPSHOT');
    const cancelled = call('letter', 'cancel_agent_task', { task_id });
    await agent.called(`POST /runs/${acpRunId}/cancel`);
    agent.say({ type: 'run.cancelled', run: acpRun('cancelled') });
    agent.end();
    expect(await cancelled).toMatchObject({
      ...{ isError: true, structuredContent: { task_id, state: 'canceled' } },
    });
  });
});
