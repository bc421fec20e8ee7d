import { createAgent } from '@countersign/agent/agent';
import { bookingDesk } from '@countersign/bff/testing/gateway-agents';
import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { startA2aAgent, statusUpdate, taskIn } from '@countersign/testkit/a2a-agent';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

/** An agent that asks if requested, and returns the picture that it was sent. */
const galleryAgent = () =>
  createAgent({
    ...{ id: 'gallery', name: 'Gallery', description: 'Hangs pictures.' },
    async run(context) {
      const { content } = context.input.messages.at(-1) ?? {};
      const parts = Array.isArray(content) ? content : [];
      const source = memberOf(parts[1], 'source');
      const about = { name: 'a.png', mimeType: memberOf(source, 'mimeType') };
      if (context.userText.startsWith('ask')) {
        await context.ask({ state: 'needsHumanDecision', ask: 'Hang it?', payload: {} });
      }
      await context.show({ type: 'image', base64: memberOf(source, 'value'), ...about });
    },
  });

let gateway: GatewayHarness;
let gallery: JsonObject;
beforeEach(async () => {
  gateway = await startGatewayHarness();
  gallery = await gateway.serve(galleryAgent());
  await gateway.open(gallery, { callerMayAnswer: true });
});
afterEach(() => gateway.close());

const data = Buffer.from('a picture').toString('base64');
const a2aFile = { kind: 'file', file: { bytes: data, mimeType: 'image/png', name: 'a.png' } };
const send = (parts: JsonObject[], more: JsonObject = {}, service = 'gallery') => {
  const message = { kind: 'message', messageId: crypto.randomUUID(), role: 'user', parts, ...more };
  return gateway.a2a('message/send', { message }, { service });
};
const post = async (path: string, body: JsonObject) =>
  (await gateway.post(`/gateway${path}`, body)).text();

describe('a file reaches the agent and is returned', () => {
  it('over A2A', async () => {
    expect(await send([{ kind: 'text', text: 'Hang it.' }, a2aFile])).toMatchObject({
      result: {
        status: { state: 'completed' },
        artifacts: [{ parts: [a2aFile] }],
      },
    });
  });

  it('over ACP', async () => {
    const part = {
      content_type: 'image/png',
      content: data,
      content_encoding: 'base64',
      name: 'a.png',
    };
    const text = { content_type: 'text/plain', content: 'Hang it.' };
    const run = { agent_name: 'gallery', input: [{ role: 'user', parts: [text, part] }] };
    expect(JSON.parse(await post('/acp/runs', run))).toMatchObject({
      status: 'completed',
      output: [{ parts: [part] }],
    });
  });

  it('over MCP, without its name', async () => {
    const client = await gateway.connectMcp();
    const image = { type: 'image', data, mimeType: 'image/png' };
    const input = [{ type: 'text', text: 'Hang it.' }, image];
    expect(
      await client.callTool({ name: 'run_agent_task', arguments: { agent: 'gallery', input } }),
    ).toMatchObject({ content: [image], structuredContent: { state: 'completed' } });
  });

  it.each(['hai', 'ag-ui'])('over %s', async (protocol) => {
    const source = { type: 'data', value: data, mimeType: 'image/png' };
    const file = { type: 'image', source, metadata: { filename: 'a.png' } };
    const content = [{ type: 'text', text: 'Hang it.' }, file];
    const messages = [{ id: 'u-1', role: 'user', content }];
    const text = await post(`/${protocol}/gallery`, { threadId: 't-1', runId: 'r-1', messages });
    expect(text).toContain(data);
    expect(text).toContain('RUN_FINISHED');
  });

  it('also if there is nothing else in the message', async () => {
    const parts = [{ kind: 'text', text: '' }, a2aFile];
    expect(await send(parts.slice(1))).toMatchObject({
      result: { status: { state: 'completed' } },
    });
    const { body } = await gateway.request('GET', '/api/tasks');
    expect(body['items']).toMatchObject([{ title: 'a.png' }]);
  });
});

it('a file of an A2A agent reaches a client of A2A as it was', async () => {
  const agent = await startA2aAgent();
  onTestFinished(agent.close);
  await gateway.open(bookingDesk(agent));
  const booked = send([{ kind: 'text', text: 'Book' }], {}, 'booking');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('SUBMITTED') });
  const { taskId, contextId } = (statusUpdate('WORKING') as { statusUpdate: JsonObject })
    .statusUpdate;
  const parts = [
    { raw: data, filename: 'ticket.pdf', mediaType: 'application/pdf' },
    { url: 'https://rail.example/map.png', mediaType: 'image/png' },
    { data: { seat: 12 } },
  ];
  const artifact = { artifactId: 'ticket', parts };
  agent.say({ artifactUpdate: { taskId, contextId, artifact, lastChunk: true } });
  agent.say(statusUpdate('COMPLETED'));
  const { result } = await booked;
  const artifacts = memberOf(result, 'artifacts');
  const all = Array.isArray(artifacts) ? artifacts.flatMap((one) => memberOf(one, 'parts')) : [];
  expect(all).toEqual([
    { kind: 'file', file: { bytes: data, name: 'ticket.pdf', mimeType: 'application/pdf' } },
    { kind: 'file', file: { uri: 'https://rail.example/map.png', mimeType: 'image/png' } },
    { kind: 'data', data: { seat: 12 } },
  ]);
});

describe('a file is refused with the reason', () => {
  const reasonOf = (answer: JsonObject) => {
    const { error } = answer;
    return isObject(error) ? [error['code'], error['message']] : answer;
  };

  it('by a route where a person allows each call', async () => {
    await gateway.open(gallery, { approval: true });
    expect(reasonOf(await send([{ kind: 'text', text: 'Hang it.' }, a2aFile]))).toEqual([
      -32_005,
      expect.stringMatching(/^Files cannot be passed on here\. A person has to allow/),
    ]);
  });

  it('as a part of an answer', async () => {
    const { result } = await send([{ kind: 'text', text: 'ask' }, a2aFile]);
    const taskId = String(memberOf(result, 'id'));
    const questionId = /"question":\{"id":"([^"]+)"/.exec(JSON.stringify(result))?.[1];
    const approval = { kind: 'data', data: { approved: true } };
    const answer = { taskId, metadata: { questionId } };
    expect(reasonOf(await send([approval, a2aFile], answer))).toEqual([
      -32_005,
      expect.stringMatching(/An answer to a question is words or data/),
    ]);
  });

  it('if it is too large', async () => {
    const bytes = 'a'.repeat(1_000_004);
    const file = { kind: 'file', file: { bytes, mimeType: 'image/png', name: 'a.png' } };
    expect(reasonOf(await send([file]))).toEqual([
      -32_005,
      expect.stringMatching(/at most 1000000 characters/),
    ]);
  });
});
