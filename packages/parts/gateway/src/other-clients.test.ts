import { bookingDesk } from '@countersign/bff/testing/gateway-agents';
import {
  eventsIn,
  type GatewayHarness,
  registrantToken,
  startGatewayHarness,
} from '@countersign/bff/testing/gateway-harness';
import { type JsonObject, memberOf } from '@countersign/json/json-object';
import {
  type A2aAgent,
  agentMessage,
  artifactUpdate,
  startA2aAgent,
  statusUpdate,
  taskIn,
} from '@countersign/testkit/a2a-agent';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let gateway: GatewayHarness;
beforeEach(async () => {
  gateway = await startGatewayHarness();
});
afterEach(() => gateway.close());

describe('an MCP client that calls an A2A agent', () => {
  let agent: A2aAgent;
  let client: Client;
  beforeEach(async () => {
    agent = await startA2aAgent();
    await gateway.open(bookingDesk(agent));
    client = await gateway.connectMcp();
  });
  afterEach(() => agent.close());

  const call = async (name: string, args: JsonObject): Promise<JsonObject> =>
    (await client.callTool({ name, arguments: args })) as JsonObject;

  it('lists the agents that it may call, as tools and as resources', async () => {
    const { tools } = await client.listTools();
    expect(tools.every(({ outputSchema }) => outputSchema?.type === 'object')).toBe(true);
    expect(tools.map(({ name }) => name)).toEqual([
      'list_agents',
      'run_agent_task',
      'get_agent_task',
      'cancel_agent_task',
      'resume_agent_task',
    ]);
    expect(await call('list_agents', {})).toMatchObject({
      structuredContent: { agents: [{ agent: 'booking', protocol: 'a2a', name: 'Booking desk' }] },
    });
    const { resources } = await client.listResources();
    const [first] = resources;
    expect(first).toMatchObject({ name: 'booking', uri: expect.stringMatching(/^uap:/) });
    const { contents } = await client.readResource({ uri: first?.uri ?? '' });
    expect(JSON.stringify(contents)).toContain('Books trains.');
  });

  it('learns from the result that a person is asked, and reads the end of the task later', async () => {
    const started = call('run_agent_task', { agent: 'booking', input: 'Book a train' });
    expect(await agent.called('SendStreamingMessage')).toMatchObject({
      params: { message: { parts: [{ text: 'Book a train' }] } },
    });
    agent.say({ task: taskIn('SUBMITTED') });
    agent.say(
      statusUpdate('INPUT_REQUIRED', agentMessage('ask-1', { text: 'Which train, 7:05 or 9:10?' })),
    );
    const waiting = await started;
    expect(waiting['isError']).not.toBe(true);
    expect(waiting).toMatchObject({
      structuredContent: {
        agent: 'booking',
        state: 'input-required',
        said: [{ type: 'text', text: 'Which train, 7:05 or 9:10?' }, {}],
      },
    });
    const taskId = String((waiting['structuredContent'] as JsonObject)['task_id']);

    const instruction = { type: 'instruction', content: { text: 'The 9:10' } } as const;
    await gateway.decide(await gateway.asked(taskId), instruction);
    expect(await agent.called('SendStreamingMessage', 1)).toMatchObject({
      params: { message: { parts: [{ text: 'The 9:10' }] } },
    });
    agent.say(artifactUpdate('ticket', [{ text: 'Seat 12' }]));
    agent.say(statusUpdate('COMPLETED'));
    await gateway.untilStatus(taskId, 'finished');
    expect(await call('get_agent_task', { agent: 'booking', task_id: taskId })).toMatchObject({
      structuredContent: { state: 'completed' },
      content: expect.arrayContaining([{ type: 'text', text: 'Seat 12' }]),
    });
  });

  it('a call with the key of an earlier one is that call; without a key it is another one', async () => {
    const started = async (key?: string) => {
      const given = key === undefined ? {} : { idempotency_key: key };
      const args = { agent: 'booking', input: 'Book a train', mode: 'async', ...given };
      return memberOf((await call('run_agent_task', args))['structuredContent'], 'task_id');
    };
    const first = await started('trip-7');
    expect(await started('trip-7')).toBe(first);
    const others = [await started(), await started(), await started('trip-8')];
    expect(new Set([first, ...others]).size).toBe(4);
  });

  it('gets refusals as errors of the tool', async () => {
    expect(await call('run_agent_task', { agent: 'nobody', input: 'x' })).toMatchObject({
      isError: true,
      content: [{ text: 'No service nobody is registered.' }],
    });
    expect(await call('get_agent_task', { agent: 'booking', task_id: 'none' })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'task-not-found' } },
    });
  });
});

it('an MCP client continues its task and cancels another', async () => {
  await gateway.open(await gateway.servePainter(), { callerMayAnswer: true });
  const client = await gateway.connectMcp();
  const call = async (name: string, args: JsonObject) => {
    const given = { agent: 'painter', ...args };
    return (await client.callTool({ name, arguments: given })) as JsonObject;
  };
  const start = async () => {
    const { structuredContent } = await call('run_agent_task', { input: 'the hall' });
    expect(structuredContent).toMatchObject({ state: 'input-required' });
    const question = /"question\\*":\{\\*"id\\*":\\*"([^"\\]+)/.exec(
      JSON.stringify(structuredContent),
    );
    return { task_id: memberOf(structuredContent, 'task_id'), question_id: question?.[1] };
  };
  const data = { uri: 'uap://answer', mimeType: 'application/json', text: '{"type":"approve"}' };
  const input = [{ type: 'resource', resource: data }];
  const resumed = await call('resume_agent_task', { ...(await start()), input });
  expect(resumed).toMatchObject({ structuredContent: { state: 'completed' } });
  const { task_id } = await start();
  const canceled = { isError: true, structuredContent: { task_id, state: 'canceled' } };
  expect(await call('cancel_agent_task', { task_id })).toMatchObject(canceled);
  expect(await call('get_agent_task', { task_id })).toMatchObject({
    ...{ isError: true, structuredContent: { state: 'canceled' } },
    content: [{ type: 'text', text: 'canceled' }],
  });
});

describe('an ACP client that calls a HAI agent', () => {
  const acp = async (path: string, body?: JsonObject, key?: string) => {
    const response = await fetch(`${gateway.origin}/api/gateway/acp${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${registrantToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as JsonObject };
  };

  it('awaits a person, reads the run until it is completed, and gets its errors', async () => {
    await gateway.open(await gateway.servePainter());
    expect((await acp('/agents')).body).toMatchObject({ agents: [{ name: 'painter' }] });
    expect((await acp('/agents/painter')).body).toMatchObject({ name: 'painter' });
    expect((await acp('/agents/sculptor')).status).toBe(404);
    const input = [{ role: 'user', parts: [{ content_type: 'text/plain', content: 'the hall' }] }];
    const run = await acp('/runs', { agent_name: 'painter', input, mode: 'sync' });
    expect(run).toMatchObject({
      status: 200,
      body: {
        status: 'awaiting',
        await_request: { message: { parts: [{ content: 'Paint for “the hall”?' }, {}] } },
      },
    });
    const id = String(run.body['run_id']);
    await gateway.decide(await gateway.asked(id), { type: 'approve' });
    await gateway.untilStatus(id, 'finished');
    expect((await acp(`/runs/${id}`)).body).toMatchObject({
      status: 'completed',
      output: [{ parts: [{ content: 'The wall is painted.' }] }, {}],
    });
    expect(await acp('/runs/none')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('cancels its run', async () => {
    await gateway.open(await gateway.servePainter());
    const input = [{ role: 'user', parts: [{ content_type: 'text/plain', content: 'the hall' }] }];
    const id = String((await acp('/runs', { agent_name: 'painter', input })).body['run_id']);
    expect(await acp(`/runs/${id}/cancel`, {})).toMatchObject({ status: 202 });
    await gateway.untilStatus(id, 'stopped');
    expect((await acp(`/runs/${id}`)).body).toMatchObject({ status: 'cancelled' });
  });

  it('a request with the key of an earlier one is that request; without a key it is another one', async () => {
    await gateway.open(await gateway.servePainter(), { callerMayAnswer: true });
    const input = [{ role: 'user', parts: [{ content_type: 'text/plain', content: 'the hall' }] }];
    const started = async (key?: string) =>
      (await acp('/runs', { agent_name: 'painter', input, mode: 'sync' }, key)).body['run_id'];
    const first = String(await started('wall-7'));
    expect(await started('wall-7')).toBe(first);
    expect(new Set([first, await started(), await started()]).size).toBe(3);

    const parts = [{ content_type: 'text/plain', content: 'Blue, please.' }];
    const answer = { run_id: first, mode: 'sync', await_resume: { message: { parts } } };
    expect((await acp(`/runs/${first}`, answer)).status).toBe(400);
    const taken = await acp(`/runs/${first}`, answer, 'answer-7');
    expect(taken.status).toBe(200);
    await gateway.untilStatus(first, 'finished');
    expect((await acp(`/runs/${first}`, answer, 'answer-7')).status).toBe(200);
    const events = JSON.stringify(gateway.events(first));
    expect(events.split('"change":"recorded"').length).toBe(2);
  });
});

describe.each(['hai', 'ag-ui'] as const)('a client of %s that calls a HAI agent', (protocol) => {
  const run = async (more: JsonObject = {}): Promise<JsonObject[]> => {
    const response = await gateway.post(`/gateway/${protocol}/painter`, {
      ...{ threadId: 'house-7', runId: crypto.randomUUID() },
      messages: [{ id: 'u-1', role: 'user', content: 'the hall' }],
      ...more,
    });
    return eventsIn(response);
  };
  const interrupted = {
    type: 'RUN_FINISHED',
    outcome: { type: 'interrupt', interrupts: [{ message: 'Paint for “the hall”?' }] },
  };

  it('has its run interrupted while a person is asked, and follows the task with the next', async () => {
    await gateway.open(await gateway.servePainter());
    const first = await run();
    expect(first[0]).toMatchObject({ type: 'RUN_STARTED', threadId: 'house-7' });
    expect(first.at(-1)).toMatchObject(interrupted);
    const { body } = await gateway.request('GET', '/api/tasks');
    const [task] = body['items'] as { id: string }[];
    await gateway.decide(await gateway.asked(task?.id ?? ''), { type: 'approve' });
    await gateway.untilStatus(task?.id ?? '', 'finished');
    const second = await run();
    expect(JSON.stringify(second)).toContain('The wall is painted.');
    expect(second.at(-1)).toMatchObject({ type: 'RUN_FINISHED' });
    expect((await gateway.request('GET', '/api/tasks')).body['items']).toHaveLength(1);
  });

  it('answers by resuming, if the policy leaves that to it', async () => {
    await gateway.open(await gateway.servePainter(), { callerMayAnswer: true });
    const first = await run();
    expect(first.at(-1)).toMatchObject(interrupted);
    const interruptId = /"interrupts":\[\{"id":"([^"]+)"/.exec(JSON.stringify(first))?.[1];
    const resume = [{ interruptId, status: 'resolved', payload: { approved: true } }];
    const second = await run({ resume });
    expect(JSON.stringify(second)).toContain('The wall is painted.');
    expect(second.at(-1)).toMatchObject({ type: 'RUN_FINISHED' });
  });

  it('gets a refusal as an error of its run', async () => {
    expect(await run()).toMatchObject([
      { type: 'RUN_STARTED' },
      { type: 'RUN_ERROR', message: 'No service painter is registered.' },
    ]);
  });
});

describe('the preview of a call', () => {
  it('shows what an agent would be sent and what is lost, and sends nothing', async () => {
    await gateway.open(await gateway.servePainter());
    const preview = async (parts: JsonObject[]) => {
      const message = { messageId: 'm', role: 'user', kind: 'message', parts };
      const params = { message, configuration: { acceptedOutputModes: ['text/plain'] } };
      const { body } = await gateway.request('POST', '/api/gateway/preview', {
        ...{ protocol: 'a2a', service: 'painter' },
        request: { method: 'message/send', params },
      });
      return body;
    };
    expect(await preview([{ kind: 'text', text: 'the hall' }])).toMatchObject({
      connection: 'relay',
      refusal: null,
      route: 'to-painter',
      call: { do: 'start', agent: 'painter' },
      sent: { protocol: 'hai', method: 'POST', body: { messages: [{ content: 'the hall' }] } },
      lost: [
        {
          text: 'The media types that the caller accepts are not passed on: text/plain.',
          statement: { code: 'lost.accepted-types', params: { types: ['text/plain'] } },
        },
      ],
    });
    const file = { kind: 'file', file: { bytes: 'aGk=', mimeType: 'image/png', name: 'a.png' } };
    expect(await preview([{ kind: 'text', text: 'the hall' }, file])).toMatchObject({
      refusal: null,
      sent: {
        body: {
          messages: [
            { content: [{ text: 'the hall\n\nAttached: a.png' }, { source: { value: 'aGk=' } }] },
          ],
        },
      },
    });
    expect((await gateway.request('GET', '/api/tasks')).body['items']).toEqual([]);
  });
});

describe('a body that is no JSON', () => {
  const broken = async (path: string) => {
    const headers = { accept: 'application/json, text/event-stream' };
    const response = await gateway.post(`/gateway/${path}`, '{"jsonrpc":', headers);
    return { status: response.status, body: (await response.json()) as JsonObject };
  };

  it('is answered in the words of MCP and of ACP', async () => {
    expect(await broken('mcp')).toMatchObject({
      ...{ status: 400, body: { jsonrpc: '2.0', id: null, error: { code: -32_700 } } },
    });
    expect(await broken('acp/runs')).toEqual({
      ...{ status: 400, body: { code: 'invalid_input', message: 'The body is no JSON.' } },
    });
  });

  it('or no input of a run, is answered with what is wrong with it', async () => {
    const response = await gateway.post('/gateway/hai/painter', { messages: [] });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('no input of a run. /threadId: '),
    ]);
  });
});
