import { type Agent, createAgent } from '@countersign/agent/agent';
import {
  eventsIn,
  type GatewayHarness,
  startGatewayHarness,
} from '@countersign/bff/testing/gateway-harness';
import { memberOf } from '@countersign/json/json-object';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, it } from 'vitest';

const card = '4111 1111 1111 1111';
const key = 'sk-live-4f8Hq2ZxT7bN1cVm9K';

/** An agent that says what it was sent, in pieces of three characters, and returns it. */
function createEcho() {
  const received: string[] = [];
  const agent: Agent = createAgent({
    ...{ id: 'clerk', name: 'Clerk', description: 'Pays.' },
    async run(context) {
      received.push(JSON.stringify(context.input));
      const said = `Paid with ${card}, by ${key}.`;
      const message = await context.message({ messageId: 'm-1' });
      for (let at = 0; at < said.length; at += 3) await message.text(said.slice(at, at + 3));
      await message.end();
      await context.upformat({ state: 'completed', payload: { card, password: 'rosebud' } });
    },
  });
  return { received, agent };
}

let gateway: GatewayHarness;
let echo: ReturnType<typeof createEcho>;
beforeEach(async () => {
  echo = createEcho();
  gateway = await startGatewayHarness();
});
afterEach(() => gateway.close());

/** `registrant` has registered the service; `other-crew` is another organisation. */
const open = async (mask?: 'always' | 'never') =>
  gateway.open(await gateway.serve(echo.agent), {
    callers: ['registrant', 'other-crew'],
    ...(mask === undefined ? {} : { mask }),
  });
const asked = `Pay with ${card} and ${key}`;
const message = () => ({
  message: {
    ...{ kind: 'message', messageId: crypto.randomUUID(), role: 'user' },
    parts: [{ kind: 'text', text: asked }],
  },
});
const sendAs = (token?: string) =>
  gateway.a2a('message/send', message(), {
    service: 'clerk',
    ...(token === undefined ? {} : { token }),
  });
const noSecret = (text: string) => {
  for (const secret of [card, key, 'rosebud']) expect(text).not.toContain(secret);
};
const audited = async (): Promise<unknown[]> => {
  const { body } = await gateway.request('GET', '/api/audit?limit=200');
  const items: unknown[] = body.items;
  return items.filter((one) => memberOf(one, 'action') === 'gateway:masked');
};

it('masks card numbers, keys and passwords between organisations over A2A, and keeps them for people here', async () => {
  await open();
  const { result } = await sendAs(gateway.otherToken);
  const text = JSON.stringify(result);
  noSecret(text);
  expect(text).toContain('Paid with [CARD], by [KEY].');
  expect(result).toMatchObject({
    artifacts: [{}, { parts: [{ data: { card: '[CARD]', password: '[SECRET]' } }] }],
  });
  noSecret(echo.received.join());
  expect(echo.received.join()).toContain('Pay with [CARD] and [KEY]');
  const taskId = String(memberOf(result, 'id'));
  const { body } = await gateway.request('GET', `/api/tasks/${taskId}/snapshot`);
  expect(JSON.stringify(body)).toContain(asked);
  expect(JSON.stringify(body)).toContain(`Paid with ${card}`);
  const read = { id: taskId };
  const again = await gateway.a2a('tasks/get', read, {
    ...{ service: 'clerk', token: gateway.otherToken },
  });
  noSecret(JSON.stringify(again));
  const details = (await audited()).map((one) => memberOf(one, 'detail'));
  expect(details).toHaveLength(2);
  expect(details).toEqual(
    expect.arrayContaining([
      { towards: 'agent', card: 1, key: 1 },
      { towards: 'caller', card: 2, key: 1, secret: 1 },
    ]),
  );
});

it('changes nothing for who has registered the agent on the own network, nor where the policy says never', async () => {
  await open();
  const own = JSON.stringify(await sendAs());
  expect(own).toContain(`Paid with ${card}, by ${key}.`);
  expect(echo.received.join()).toContain(asked);
  const { status } = await gateway.request('PUT', '/api/gateway/policies/to-clerk', {
    ...{ callers: ['*'], approval: false, callsPerMinute: 60, callerMayAnswer: false },
    ...{ hosts: ['127.0.0.1'], mask: 'never' },
  });
  expect(status).toBe(200);
  expect(JSON.stringify(await sendAs(gateway.otherToken))).toContain(card);
  expect(await audited()).toEqual([]);
});

it('masks for everybody where the policy says always', async () => {
  await open('always');
  noSecret(JSON.stringify(await sendAs()));
  noSecret(echo.received.join());
});

it('masks a result over MCP, and its progress', async () => {
  await open();
  const client = new Client({ name: 'caller', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${gateway.otherToken}` } };
  const url = new URL(`${gateway.origin}/api/gateway/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  const progress: string[] = [];
  const result = await client.callTool(
    { name: 'run_agent_task', arguments: { agent: 'clerk', input: asked } },
    { onprogress: ({ message: said = '' }) => progress.push(said) },
  );
  await client.close();
  noSecret(JSON.stringify(result));
  noSecret(progress.join(''));
  expect(JSON.stringify(result)).toContain('Paid with [CARD], by [KEY].');
  noSecret(echo.received.join());
});

it.each([
  ['hai', 'BUSINESS_DATA_CONTENT'],
  ['ag-ui', 'TEXT_MESSAGE_CONTENT'],
])('masks a text over %s that comes in pieces', async (protocol, type) => {
  await open();
  const ids = { threadId: 'house-7', runId: crypto.randomUUID() };
  const said = { id: 'u-1', role: 'user', content: asked };
  const headers = { authorization: `Bearer ${gateway.otherToken}` };
  const path = `/gateway/${protocol}/clerk`;
  const events = await eventsIn(await gateway.post(path, { ...ids, messages: [said] }, headers));
  const texts = events.flatMap((event) => (event['type'] === type ? [event['delta']] : []));
  expect(texts.filter((one) => typeof one === 'string').join('')).toBe(
    'Paid with [CARD], by [KEY].',
  );
  noSecret(JSON.stringify(events));
});

it('shows the person who allows a call all of it, and names what will be masked', async () => {
  await gateway.open(await gateway.serve(echo.agent), { callers: ['other-crew'], approval: true });
  const { result } = await gateway.a2a(
    'message/send',
    { ...message(), configuration: { blocking: false } },
    { service: 'clerk', token: gateway.otherToken },
  );
  const taskId = String(memberOf(result, 'id'));
  const prompt = await gateway.asked('asker:gateway');
  expect(prompt.message.payload).toMatchObject({
    message: asked,
    lost: expect.arrayContaining(['Masked in what is passed on: 1 card number and 1 key.']),
  });
  await gateway.decide(prompt, { type: 'approve' });
  await gateway.untilStatus(taskId, 'finished');
  noSecret(echo.received.join());
});

it('masks a question and the answer of the caller to the open run', async () => {
  const received: string[] = [];
  const agent = createAgent({
    ...{ id: 'clerk', name: 'Clerk', description: 'Asks.' },
    async run(context) {
      const { feedback } = await context.ask({
        state: 'needsHumanDecision',
        ask: `Pay with ${card}?`,
        payload: { card, apiKey: 'plain' },
      });
      received.push(JSON.stringify(feedback));
      await context.upformat({ state: 'completed' });
    },
  });
  await gateway.open(await gateway.serve(agent), {
    callers: ['other-crew'],
    callerMayAnswer: true,
  });
  const first = (await sendAs(gateway.otherToken))['result'];
  const text = JSON.stringify(first);
  noSecret(text);
  expect(text).toContain('Pay with [CARD]?');
  expect(text).toContain('"proposal":{"card":"[CARD]","apiKey":"[SECRET]"}');
  const questionId = /"question":\{"id":"([^"]+)"/.exec(text)?.[1];
  const taskId = String(memberOf(first, 'id'));
  const prompt = await gateway.asked(taskId);
  expect(prompt.message.payload).toMatchObject({ card });
  const sent = { message: { ...message().message, taskId, metadata: { questionId } } };
  const { result } = await gateway.a2a('message/send', sent, {
    ...{ service: 'clerk', token: gateway.otherToken },
  });
  expect(result).toMatchObject({ status: { state: 'completed' } });
  expect(received.join()).toContain('Pay with [CARD] and [KEY]');
  noSecret(received.join());
});
