import { createAgent } from '@countersign/agent/agent';
import {
  type GatewayHarness,
  registrantToken,
  startGatewayHarness,
} from '@countersign/bff/testing/gateway-harness';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** An agent that sends the second half of its text when the test asks for it. */
function createWriter() {
  let goOn = () => {};
  const reported = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const agent = createAgent({
    ...{ id: 'writer', name: 'Writer', description: 'Writes.' },
    async run(context) {
      const message = await context.message({ messageId: 'm-1' });
      await message.text('The wall ');
      await reported;
      await message.text('is red.');
      await message.end();
      await context.upformat({ state: 'completed', payload: { walls: 1 } });
    },
  });
  return { goOn, agent };
}

let gateway: GatewayHarness;
let writer: ReturnType<typeof createWriter>;
beforeEach(async () => {
  writer = createWriter();
  gateway = await startGatewayHarness();
  await gateway.open(await gateway.serve(writer.agent));
});
afterEach(async () => {
  writer.goOn();
  await gateway.close();
});

/** The events of a response, as they come. */
async function* eventsFrom(path: string, body: JsonObject): AsyncGenerator<JsonObject> {
  const response = await gateway.post(`/gateway${path}`, body);
  if (response.body === null) return;
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = (text + chunk).split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      if (frame.startsWith('data:')) yield JSON.parse(frame.replace(/^data: ?/, '')) as JsonObject;
    }
  }
}

/** All events; the agent continues as soon as the client has the first half of its text. */
async function reported(events: AsyncGenerator<JsonObject>): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  for await (const event of events) {
    all.push(event);
    if (JSON.stringify(event).includes('The wall ')) writer.goOn();
  }
  return all;
}
const rpc = (method: string, message: JsonObject) => ({
  ...{ jsonrpc: '2.0', id: 1, method },
  params: { message: { messageId: 'm-1', ...message } },
});
const halves = ['The wall ', 'is red.'];

describe('a text reaches the client while its agent writes it', () => {
  it('over A2A 0.3.0, as parts of an artifact', async () => {
    const parts = [{ kind: 'text', text: 'go' }];
    const message = { kind: 'message', role: 'user', parts };
    const all = await reported(eventsFrom('/a2a/writer', rpc('message/stream', message)));
    const updates = all.flatMap(({ result }) =>
      memberOf(result, 'kind') === 'artifact-update' && isObject(result) ? [result] : [],
    );
    expect(updates).toMatchObject([
      { append: false, artifact: { artifactId: 'message:m-1', parts: [{ text: halves[0] }] } },
      { append: true, artifact: { artifactId: 'message:m-1', parts: [{ text: halves[1] }] } },
      { append: true, lastChunk: true, artifact: { artifactId: 'message:m-1' } },
      { append: false, artifact: { parts: [{ data: { walls: 1 } }] } },
      { lastChunk: true },
    ]);
    expect(all.at(-1)).toMatchObject({ result: { final: true, status: { state: 'completed' } } });
  });

  it('over A2A 1.0', async () => {
    const message = { role: 'ROLE_USER', parts: [{ text: 'go' }] };
    const all = await reported(eventsFrom('/a2a/writer', rpc('SendStreamingMessage', message)));
    const artifacts = all.flatMap(({ result }) => memberOf(result, 'artifactUpdate') ?? []);
    expect(artifacts).toMatchObject([
      { append: false, artifact: { parts: [{ text: halves[0] }] } },
      { append: true, artifact: { parts: [{ text: halves[1] }] } },
      { append: false, artifact: { parts: [{ data: { walls: 1 } }] } },
    ]);
    expect(all.at(-1)).toMatchObject({
      result: { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } },
    });
  });

  it.each([
    ['hai', 'BUSINESS_DATA_CONTENT'],
    ['ag-ui', 'TEXT_MESSAGE_CONTENT'],
  ])('over %s, and is not repeated to a client that has it', async (protocol, type) => {
    const said = { id: 'u-1', role: 'user', content: 'go' };
    const run = (messages: JsonObject[]) => {
      const ids = { threadId: 'house-7', runId: crypto.randomUUID() };
      return eventsFrom(`/${protocol}/writer`, { ...ids, messages });
    };
    const textsIn = (all: JsonObject[]) =>
      all.flatMap((event) => (event['type'] === type ? [event['delta']] : []));
    const all = await reported(run([said]));
    expect(textsIn(all)).toEqual(halves);
    expect(all.at(-1)).toMatchObject({ type: 'RUN_FINISHED' });
    const had = { id: 'message:m-1', role: 'assistant', content: halves.join('') };
    expect(textsIn(await reported(run([said, had])))).toEqual([]);
    const part = { ...had, content: 'The wall is' };
    expect(textsIn(await reported(run([said, part])))).toEqual([' red.']);
  });

  it('over ACP, as parts of a message, and at last the whole run', async () => {
    const part = { content_type: 'text/plain', content: 'go' };
    const input = [{ role: 'user', parts: [part] }];
    const run = { agent_name: 'writer', input, mode: 'stream' };
    const all = await reported(eventsFrom('/acp/runs', run));
    const parts = all.filter(({ type }) => type === 'message.part');
    expect(parts.map((event) => memberOf(event['part'], 'content'))).toEqual([
      ...halves,
      '{"walls":1}',
    ]);
    expect(all[0]).toMatchObject({ type: 'run.created', run: { agent_name: 'writer' } });
    expect(all.at(-1)).toMatchObject({
      type: 'run.completed',
      run: { status: 'completed', output: [{ parts: [{ content: 'The wall is red.' }] }, {}] },
    });
  });

  it('over MCP, as progress of the call', async () => {
    const client = await gateway.connectMcp();
    const progress: string[] = [];
    const call = { name: 'run_agent_task', arguments: { agent: 'writer', input: 'go' } };
    const result = await client.callTool(call, {
      onprogress({ message = '' }) {
        progress.push(message);
        if (message === halves[0]) writer.goOn();
      },
    });
    expect(result).toMatchObject({ structuredContent: { state: 'completed' } });
    expect(progress.filter((one) => halves.includes(one))).toEqual(halves);
  });
});

describe('a client of A2A 1.0 that calls a HAI agent', () => {
  const call = async (method: string, params: JsonObject, version = '1.0') => {
    const body = { jsonrpc: '2.0', id: 7, method, params };
    const headers = { 'a2a-version': version };
    const response = await gateway.post('/gateway/a2a/painter', body, headers);
    return (await response.json()) as { result?: JsonObject; error?: JsonObject };
  };
  const message = (more: JsonObject = {}) => ({
    message: {
      ...{ messageId: crypto.randomUUID(), role: 'ROLE_USER' },
      parts: [{ text: 'the hall' }],
      ...more,
    },
  });
  beforeEach(async () => {
    await gateway.open(await gateway.servePainter(), { callerMayAnswer: true });
  });

  it('receives what a person is asked, answers it, and reads the task', async () => {
    const { result } = await call('SendMessage', message({ contextId: 'house-7' }));
    const task = memberOf(result, 'task');
    expect(task).toMatchObject({
      contextId: 'house-7',
      status: {
        state: 'TASK_STATE_INPUT_REQUIRED',
        message: {
          role: 'ROLE_AGENT',
          parts: [
            { text: 'Paint for “the hall”?' },
            { data: { question: { proposal: { colour: 'red' } } } },
          ],
        },
      },
    });
    const taskId = String(memberOf(task, 'id'));
    const questionId = /"question":\{"id":"([^"]+)"/.exec(JSON.stringify(task))?.[1];
    const parts = [{ data: { type: 'approve' } }];
    const answered = await call(
      'SendMessage',
      message({ taskId, parts, metadata: { questionId } }),
    );
    expect(answered.result).toMatchObject({
      task: { id: taskId, status: { state: 'TASK_STATE_COMPLETED' } },
    });
    expect((await call('GetTask', { id: taskId })).result).toMatchObject({
      ...{ id: taskId, status: { state: 'TASK_STATE_COMPLETED' } },
      artifacts: [{ parts: [{ text: 'The wall is painted.' }] }, { parts: [{ data: {} }] }],
    });
    expect((await call('SubscribeToTask', { id: taskId })).error).toMatchObject({ code: -32_004 });
  });

  it('cancels its task, and learns why something is refused', async () => {
    const { result } = await call('SendMessage', message());
    const id = String(memberOf(memberOf(result, 'task'), 'id'));
    await call('CancelTask', { id });
    await gateway.untilStatus(id, 'stopped');
    expect((await call('GetTask', { id })).result).toMatchObject({
      status: { state: 'TASK_STATE_CANCELED' },
    });
    expect((await call('GetTask', { id: 'none' })).error).toMatchObject({
      ...{ code: -32_001, data: [{ reason: 'TASK_NOT_FOUND' }] },
    });
    expect((await call('GetTask', { id }, '2.0')).error).toMatchObject({ code: -32_009 });
  });

  it('finds both versions in the card', async () => {
    const card = `${gateway.origin}/api/gateway/a2a/painter/.well-known/agent-card.json`;
    const headers = { authorization: `Bearer ${registrantToken}` };
    const url = `${gateway.origin}/api/gateway/a2a/painter`;
    expect(await (await fetch(card, { headers })).json()).toMatchObject({
      supportedInterfaces: [
        { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      ],
      ...{ url, protocolVersion: '0.3.0' },
    });
  });
});
