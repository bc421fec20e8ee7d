import { bookingDesk } from '@countersign/bff/testing/gateway-agents';
import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import type { JsonObject } from '@countersign/json/json-object';
import {
  agentMessage,
  artifactUpdate,
  startA2aAgent,
  statusUpdate,
  taskIn,
} from '@countersign/testkit/a2a-agent';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

let gateway: GatewayHarness;
let painter: JsonObject;
beforeEach(async () => {
  gateway = await startGatewayHarness();
  painter = await gateway.servePainter();
});
afterEach(() => gateway.close());

const revisions = ['2026-07-28', '2025-11-25'] as const;
type Revision = (typeof revisions)[number];
type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> };

/** A client whose person answers questions. */
async function connect(answer: Answer | Promise<Answer> | null, revision: Revision) {
  const asked: JsonObject[] = [];
  const client = await gateway.connectMcp({
    // Before, the client is asked in the stream of its call.
    versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' },
    capabilities: answer === null ? {} : { elicitation: { form: {} } },
  });
  if (answer !== null) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params as JsonObject);
      return answer;
    });
  }
  const run = async (agent = 'painter') => {
    const call = { name: 'run_agent_task', arguments: { agent, input: 'the hall' } };
    return (await client.callTool(call)) as JsonObject;
  };
  return { asked, run };
}
const tasks = async () => (await gateway.request('GET', '/api/tasks')).body['items'];

describe.each(revisions)('an MCP client of revision %s', (revision) => {
  it('the person of a client decides, and the call continues as one task', async () => {
    await gateway.open(painter, { callerMayAnswer: true });
    const { asked, run } = await connect(
      { action: 'accept', content: { decision: 'approve' } },
      revision,
    );
    expect(await run()).toMatchObject({ structuredContent: { state: 'completed' } });
    expect(asked).toMatchObject([{ message: expect.stringContaining('Paint for “the hall”?') }]);
    expect(asked[0]?.['message']).toContain('"colour": "red"');
    expect(await tasks()).toHaveLength(1);
  });

  it('a rejection with its reason reaches the agent', async () => {
    await gateway.open(painter, { callerMayAnswer: true });
    const content = { decision: 'reject', reason: 'Not the hall.' };
    const { run } = await connect({ action: 'accept', content }, revision);
    expect(await run()).toMatchObject({
      structuredContent: { said: [{ text: 'Nothing is painted.' }] },
    });
  });

  it('a person who leaves the question leaves it to the others', async () => {
    await gateway.open(painter, { callerMayAnswer: true });
    const { asked, run } = await connect({ action: 'decline' }, revision);
    expect(await run()).toMatchObject({ structuredContent: { state: 'input-required' } });
    expect(asked).toHaveLength(1);
    const [task] = await tasks();
    const prompt = await gateway.asked(String(task?.id));
    expect(prompt.state).toBe('open');
  });

  it('the person of a client answers an A2A agent in words', async () => {
    const agent = await startA2aAgent();
    onTestFinished(agent.close);
    await gateway.open(bookingDesk(agent), { callerMayAnswer: true });
    const content = { decision: 'instruct', instruction: 'The 9:10' };
    const { asked, run } = await connect({ action: 'accept', content }, revision);
    const result = run('booking');
    await agent.called('SendStreamingMessage');
    agent.say({ task: taskIn('SUBMITTED') });
    agent.say(statusUpdate('INPUT_REQUIRED', agentMessage('ask-1', { text: 'Which train?' })));
    expect(await agent.called('SendStreamingMessage', 1)).toMatchObject({
      params: { message: { parts: [{ text: 'The 9:10' }] } },
    });
    // It takes words or a rejection: there is nothing to approve.
    expect(asked).toMatchObject([
      { requestedSchema: { properties: { decision: { enum: ['instruct', 'reject'] } } } },
    ]);
    agent.say(artifactUpdate('ticket', [{ text: 'Seat 12' }]));
    agent.say(statusUpdate('COMPLETED'));
    expect(await result).toMatchObject({
      structuredContent: { state: 'completed' },
      content: expect.arrayContaining([{ type: 'text', text: 'Seat 12' }]),
    });
  });

  it('nobody is asked there if the policy leaves questions to people here', async () => {
    await gateway.open(painter);
    const { asked, run } = await connect(
      { action: 'accept', content: { decision: 'approve' } },
      revision,
    );
    expect(await run()).toMatchObject({ structuredContent: { state: 'input-required' } });
    expect(asked).toEqual([]);
  });

  it('a client that cannot ask anybody gets the state', async () => {
    await gateway.open(painter, { callerMayAnswer: true });
    const { run } = await connect(null, revision);
    expect(await run()).toMatchObject({ structuredContent: { state: 'input-required' } });
  });
});

it('a call continues when operators here answer before the person of the client does', async () => {
  await gateway.open(painter, { callerMayAnswer: true });
  let answer = (_: Answer) => {};
  const late = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const { run } = await connect(late, '2025-11-25');
  const result = run();
  const id = await gateway.until(async () => {
    const [task] = (await tasks()) as { id: string }[];
    return task?.id;
  });
  await gateway.decide(await gateway.asked(id), { type: 'approve' });
  expect(await result).toMatchObject({ structuredContent: { state: 'completed' } });
  // Too late: it changes nothing.
  answer({ action: 'accept', content: { decision: 'reject' } });
});
