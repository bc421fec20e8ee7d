import type { JsonObject } from '@countersign/json/json-object';
import {
  agentMessage,
  artifactUpdate,
  startA2aAgent,
  statusUpdate,
  taskIn,
} from '@countersign/testkit/a2a-agent';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type GatewayHarness,
  registrantToken,
  startGatewayHarness,
  startPainter,
} from '../testing/gateway-harness.ts';

let gateway: GatewayHarness;
let painter: Awaited<ReturnType<typeof startPainter>>;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  painter = await startPainter();
  gateway = await startGatewayHarness();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await gateway.close();
  await painter.close();
});

const revisions = ['2026-07-28', '2025-11-25'] as const;
type Revision = (typeof revisions)[number];
type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> };

/** A client whose person answers questions. */
async function connect(answer: Answer | Promise<Answer> | null, revision: Revision) {
  const asked: JsonObject[] = [];
  const client = new Client(
    { name: 'caller', version: '1' },
    {
      // Before, the client is asked in the stream of its call.
      versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' },
      capabilities: answer === null ? {} : { elicitation: { form: {} } },
    },
  );
  if (answer !== null) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params as JsonObject);
      return answer;
    });
  }
  const url = new URL(`${gateway.origin}/api/gateway/mcp`);
  const headers = { authorization: `Bearer ${registrantToken}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  closing.push(() => client.close());
  const run = async (agent = 'painter') => {
    const call = { name: 'run_agent_task', arguments: { agent, input: 'the hall' } };
    return (await client.callTool(call)) as JsonObject;
  };
  return { asked, run };
}
const tasks = async () => (await gateway.request('GET', '/api/tasks')).body['items'];

describe.each(revisions)('an MCP client of revision %s', (revision) => {
  it('the person of a client decides, and the call goes on as one task', async () => {
    await gateway.open(painter.service, { callerMayAnswer: true });
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
    await gateway.open(painter.service, { callerMayAnswer: true });
    const content = { decision: 'reject', reason: 'Not the hall.' };
    const { run } = await connect({ action: 'accept', content }, revision);
    expect(await run()).toMatchObject({
      structuredContent: { said: [{ text: 'Nothing is painted.' }] },
    });
  });

  it('a person who leaves the question leaves it to the others', async () => {
    await gateway.open(painter.service, { callerMayAnswer: true });
    const { asked, run } = await connect({ action: 'decline' }, revision);
    expect(await run()).toMatchObject({ structuredContent: { state: 'input-required' } });
    expect(asked).toHaveLength(1);
    const [task] = await tasks();
    const prompt = await gateway.asked(String(task?.id));
    expect(prompt.state).toBe('open');
  });

  it('the person of a client answers an A2A agent in words', async () => {
    const agent = await startA2aAgent();
    closing.push(agent.close);
    const { port } = new URL(agent.url);
    const booking = {
      ...{ name: 'booking', protocol: 'http', host: '127.0.0.1', port: Number(port) },
      agent_protocol: 'a2a',
      agent_info: {
        a2a_agent_card: {
          ...{ name: 'Booking desk', description: 'Books trains.', url: agent.url, version: '1' },
          ...{ protocolVersion: '0.3.0', capabilities: {}, skills: [] },
          ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
        },
      },
    };
    await gateway.open(booking, { callerMayAnswer: true });
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
    await gateway.open(painter.service);
    const { asked, run } = await connect(
      { action: 'accept', content: { decision: 'approve' } },
      revision,
    );
    expect(await run()).toMatchObject({ structuredContent: { state: 'input-required' } });
    expect(asked).toEqual([]);
  });

  it('a client that cannot ask anybody gets the state', async () => {
    await gateway.open(painter.service, { callerMayAnswer: true });
    const { run } = await connect(null, revision);
    expect(await run()).toMatchObject({ structuredContent: { state: 'input-required' } });
  });
});

it('a call goes on when people here answer before the person of the client does', async () => {
  await gateway.open(painter.service, { callerMayAnswer: true });
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
