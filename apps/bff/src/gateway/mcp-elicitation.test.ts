import type { JsonObject } from '@countersign/json/json-object';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
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

type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> };

/** A client whose person answers questions. */
async function connect(answer: Answer | null) {
  const asked: JsonObject[] = [];
  const client = new Client(
    { name: 'caller', version: '1' },
    {
      versionNegotiation: { mode: { pin: '2026-07-28' } },
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
  const run = async () => {
    const call = { name: 'run_agent_task', arguments: { agent: 'painter', input: 'the hall' } };
    return (await client.callTool(call)) as JsonObject;
  };
  return { asked, run };
}
const tasks = async () => (await gateway.request('GET', '/api/tasks')).body['items'];

it('the person of a client decides, and the call goes on as one task', async () => {
  await gateway.open(painter.service, { callerMayAnswer: true });
  const { asked, run } = await connect({ action: 'accept', content: { decision: 'approve' } });
  expect(await run()).toMatchObject({ structuredContent: { state: 'completed' } });
  expect(asked).toMatchObject([{ message: expect.stringContaining('Paint for “the hall”?') }]);
  expect(asked[0]?.['message']).toContain('"colour": "red"');
  expect(await tasks()).toHaveLength(1);
});

it('a rejection with its reason reaches the agent', async () => {
  await gateway.open(painter.service, { callerMayAnswer: true });
  const content = { decision: 'reject', reason: 'Not the hall.' };
  const { run } = await connect({ action: 'accept', content });
  expect(await run()).toMatchObject({
    structuredContent: { said: [{ text: 'Nothing is painted.' }] },
  });
});

it('a person who leaves the question leaves it to the others', async () => {
  await gateway.open(painter.service, { callerMayAnswer: true });
  const { asked, run } = await connect({ action: 'decline' });
  expect(await run()).toMatchObject({ structuredContent: { state: 'input-required' } });
  expect(asked).toHaveLength(1);
  const [task] = await tasks();
  const prompt = await gateway.asked(String(task?.id));
  expect(prompt.state).toBe('open');
});

it('nobody is asked there if the policy leaves questions to people here', async () => {
  await gateway.open(painter.service);
  const { asked, run } = await connect({ action: 'accept', content: { decision: 'approve' } });
  expect(await run()).toMatchObject({ structuredContent: { state: 'input-required' } });
  expect(asked).toEqual([]);
});

it('a client that cannot ask anybody gets the state', async () => {
  await gateway.open(painter.service, { callerMayAnswer: true });
  const { run } = await connect(null);
  expect(await run()).toMatchObject({ structuredContent: { state: 'input-required' } });
});
