import type { JsonObject } from '@countersign/json/json-object';
import { describe, expect, it } from 'vitest';
import { lossCodes } from '../testing/loss-codes.ts';
import { readA2aCall } from './a2a-calls.ts';
import { readAcpCall } from './acp-calls.ts';
import { gatewayTools, readMcpCall } from './mcp-calls.ts';
import type { RelayCall, RelayRefusal } from './neutral.ts';
import { readRunCall } from './run-calls.ts';
import { writeToolCall } from './tool-calls.ts';

const uuid = 'd766accb-3fba-5884-9736-95a34cd7bfda';
const parts = [{ kind: 'text' as const, text: 'hi' }];
const sending = {
  agent: 'geo',
  parts,
  messageId: null,
  contextId: uuid,
  mode: 'sync' as const,
  acceptedTypes: [],
  skill: null,
};
const start: RelayCall = { do: 'start', ...sending };
const resume: RelayCall = {
  ...{ do: 'resume', taskId: 't1', ...sending },
  ...{ contextId: null, questionId: 'q-1' },
};
const read: RelayCall = { do: 'read', agent: 'geo', taskId: 't1', historyLength: null };
const cancel: RelayCall = { do: 'cancel', agent: 'geo', taskId: 't1' };

const agentOf = () => 'geo';
const codeOf = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as RelayRefusal).error.code;
  }
};

describe('a call of an A2A client', () => {
  const said = {
    kind: 'message',
    messageId: 'm1',
    role: 'user',
    parts: [{ kind: 'text', text: 'hi' }],
  };
  const message = { ...said, contextId: uuid };
  const blocking = { blocking: true };
  const begun = { ...start, messageId: 'm1' };
  const continued = { ...resume, messageId: 'm1' };
  it.each([
    ['message/send', { message, configuration: blocking }, begun],
    ['message/send', { message }, begun],
    ['message/stream', { message, configuration: {} }, { ...begun, mode: 'stream' }],
    ['message/send', { message, configuration: { blocking: false } }, { ...begun, mode: 'async' }],
    [
      'message/send',
      { message: { ...said, taskId: 't1', metadata: { questionId: 'q-1' } } },
      continued,
    ],
    [
      'message/send',
      { message: { ...said, taskId: 't1', metadata: { skillId: 'route' } } },
      { ...continued, questionId: null, skill: 'route' },
    ],
    [
      'message/send',
      {
        message: { ...message, metadata: { skillId: 'route' } },
        configuration: { acceptedOutputModes: ['a/b'] },
      },
      { ...begun, acceptedTypes: ['a/b'], skill: 'route' },
    ],
    [
      'message/send',
      { message: { ...said, contextId: 'any text' } },
      { ...begun, contextId: 'any text' },
    ],
    ['tasks/get', { id: 't1', historyLength: 3 }, { ...read, historyLength: 3 }],
    ['tasks/cancel', { id: 't1' }, cancel],
  ] as [string, JsonObject, RelayCall][])('%s %j is read', (method, params, call) => {
    expect(readA2aCall({ method, params }, 'geo')).toEqual(call);
  });

  it.each([
    ['push-unsupported', 'tasks/pushNotificationConfig/set', {}],
    ['push-unsupported', 'tasks/pushNotificationConfig/delete', {}],
    ['no-extended-card', 'agent/getAuthenticatedExtendedCard', {}],
    ['unknown-method', 'tasks/dance', {}],
    ['bad-params', 'message/send', {}],
    ['bad-params', 'tasks/get', {}],
    ['content-type', 'message/send', { message: { parts: [{ kind: 'video' }] } }],
  ])('is refused with %s: %s', (code, method, params) => {
    expect(codeOf(() => readA2aCall({ method, params }, 'geo'))).toBe(code);
  });
});

describe('a call of an ACP client', () => {
  const message = { role: 'user', parts: [{ content_type: 'text/plain', content: 'hi' }] };
  const body = { agent_name: 'geo', input: [message], session_id: uuid };
  const answer = { type: 'message', message, question_id: 'q-1' };
  it.each([
    ['GET /agents', undefined, { do: 'list' }],
    ['POST /runs', { ...body, mode: 'sync' }, start],
    ['POST /runs', body, start],
    ['POST /runs', { ...body, mode: 'stream' }, { ...start, mode: 'stream' }],
    ['POST /runs', { ...body, mode: 'async' }, { ...start, mode: 'async' }],
    ['POST /runs/t1', { run_id: 't1', await_resume: answer, mode: 'sync' }, resume],
    ['GET /runs/t1', undefined, read],
    ['POST /runs/t1/cancel', undefined, cancel],
  ] as [string, JsonObject | undefined, RelayCall][])('%s %j is read', (line, sent, call) => {
    const [method, path] = line.split(' ') as ['GET' | 'POST', string];
    const request = { method, path, ...(sent === undefined ? {} : { body: sent }) };
    expect(readAcpCall(request, agentOf)).toEqual(call);
  });

  it.each([
    ['unknown-method', { method: 'GET' as const, path: '/ping' }],
    ['bad-request', { method: 'GET' as const, path: '/runs/%E0%A4%A' }],
    ['unknown-method', { method: 'GET' as const, path: '/runs/t1/cancel' }],
    [
      'bad-params',
      { method: 'POST' as const, path: '/runs', body: { agent_name: 'geo', input: [] } },
    ],
    ['bad-params', { method: 'POST' as const, path: '/runs/t1', body: {} }],
  ])('of a client is refused with %s: %j', (code, call) => {
    expect(codeOf(() => readAcpCall(call, agentOf))).toBe(code);
  });

  it('of a run that is not known is refused', () => {
    expect(codeOf(() => readAcpCall({ method: 'GET', path: '/runs/x' }, () => null))).toBe(
      'task-not-found',
    );
  });
});

describe('a call over MCP', () => {
  const data = { a: 1 };
  const asData = {
    type: 'resource',
    resource: { uri: 'uap://data', mimeType: 'application/json', text: JSON.stringify(data) },
  };
  const begun = { agent: 'geo', input: 'hi', context_id: uuid };
  const continued = { agent: 'geo', task_id: 't1', input: 'hi', question_id: 'q-1' };
  it.each([
    ['list_agents', {}, { do: 'list' }],
    ['run_agent_task', begun, start],
    ['run_agent_task', { ...begun, input: [{ type: 'text', text: 'hi' }] }, start],
    [
      'run_agent_task',
      { ...begun, input: [asData], mode: 'stream', idempotency_key: 'm' },
      { ...start, mode: 'stream', messageId: 'm', parts: [{ kind: 'data', data }] },
    ],
    ['get_agent_task', { agent: 'geo', task_id: 't1' }, read],
    ['cancel_agent_task', { agent: 'geo', task_id: 't1' }, cancel],
    ['resume_agent_task', continued, resume],
    ['resume_agent_task', { ...continued, idempotency_key: 'm' }, { ...resume, messageId: 'm' }],
  ] as [string, JsonObject, RelayCall][])(
    'is the tool %s of %j, and is read',
    (name, given, call) => {
      expect(readMcpCall({ name, arguments: given })).toEqual(call);
      const required = (gatewayTools[name]?.['required'] ?? []) as string[];
      for (const argument of required) expect(given).toHaveProperty(argument);
    },
  );

  it.each([
    ['unknown-method', 'toString', {}],
    ['bad-params', 'run_agent_task', { agent: 'geo' }],
    ['bad-params', 'run_agent_task', { input: 'hi' }],
    ['bad-params', 'cancel_agent_task', { agent: 'geo' }],
    ['content-type', 'run_agent_task', { agent: 'geo', input: [{ type: 'hologram' }] }],
  ])('is refused with %s: %s %j', (code, name, given) => {
    expect(codeOf(() => readMcpCall({ name, arguments: given }))).toBe(code);
  });
});

describe('a call of a tool of an MCP server', () => {
  const withData = (data: object, skill: string | null = null): RelayCall => ({
    ...start,
    parts: [{ kind: 'data', data }],
    skill,
  });

  it('is named by data, or by a skill', () => {
    const pays = { value: { name: 'pay', arguments: { a: 1 } }, lost: [] };
    expect(writeToolCall(withData({ tool: 'pay', arguments: { a: 1 } }))).toEqual(pays);
    expect(writeToolCall(withData({ a: 1 }, 'pay'))).toEqual(pays);
  });

  const asked = { tool: 'pay', arguments: { a: 1 } };
  it.each([
    [
      'data of A2A',
      () =>
        readA2aCall(
          {
            method: 'message/send',
            params: { message: { parts: [{ kind: 'data', data: asked }] } },
          },
          'bank',
        ),
    ],
    [
      'the skill of a message of A2A',
      () =>
        readA2aCall(
          {
            method: 'message/send',
            params: {
              message: { parts: [{ kind: 'data', data: { a: 1 } }], metadata: { skillId: 'pay' } },
            },
          },
          'bank',
        ),
    ],
    [
      'a JSON part of ACP',
      () =>
        readAcpCall(
          {
            ...{ method: 'POST', path: '/runs' },
            body: {
              agent_name: 'bank',
              input: [
                {
                  role: 'user',
                  parts: [{ content_type: 'application/json', content: JSON.stringify(asked) }],
                },
              ],
            },
          },
          agentOf,
        ),
    ],
    [
      'a document of MCP',
      () => {
        const resource = {
          uri: 'uap://data',
          mimeType: 'application/json',
          text: JSON.stringify(asked),
        };
        const input = [{ type: 'resource', resource }];
        return readMcpCall({ name: 'run_agent_task', arguments: { agent: 'bank', input } });
      },
    ],
  ])('is named by %s', (_, readCall) => {
    expect(writeToolCall(readCall())).toEqual({
      value: { name: 'pay', arguments: { a: 1 } },
      lost: [],
    });
  });

  it('gets no texts, links or other data', () => {
    const link = { kind: 'link' as const, url: 'https://a.b/', mediaType: null, name: null };
    const other = { kind: 'data' as const, data: { b: 1 } };
    const call = { ...withData(asked, 'refund'), parts: [{ kind: 'data', data: asked }] };
    const { value, lost } = writeToolCall({
      ...call,
      parts: [...parts, other, link, { kind: 'data', data: asked }],
    } as RelayCall);
    expect(value).toEqual({ name: 'pay', arguments: { a: 1 } });
    expect(lossCodes(lost)).toEqual(['tool-text', 'tool-data', 'tool-link', 'skill']);
  });

  it('cannot be chosen by a text, and only be started', () => {
    expect(codeOf(() => writeToolCall(start))).toBe('bad-params');
    expect(codeOf(() => writeToolCall(cancel))).toBe('operation-unsupported');
  });
});

describe('what a request says that is not read is named', () => {
  const members = (call: RelayCall) =>
    ('lost' in call ? call.lost : undefined)?.map(({ text }) => text);

  it('of A2A', () => {
    const message = {
      ...{ kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hi' }] },
      ...{ referenceTaskIds: ['t0'], extensions: [], metadata: { skillId: 's', lang: 'de' } },
    };
    const configuration = { blocking: true, pushNotificationConfig: { url: 'https://a.b/' } };
    const params = { message, configuration, metadata: { trace: 1 } };
    expect(members(readA2aCall({ method: 'message/send', params }, 'geo'))).toEqual([
      'message.referenceTaskIds is not passed on.',
      'message.metadata.lang is not passed on.',
      'configuration.pushNotificationConfig is not passed on.',
      'metadata is not passed on.',
    ]);
  });

  it('of ACP', () => {
    const text = { content_type: 'text/plain', content: 'hi', name: 'note' };
    const input = [
      { role: 'agent/other', parts: [text] },
      { role: 'user', parts: [text] },
    ];
    const body = { agent_name: 'geo', input, session: { id: uuid, history: [] } };
    const begun = readAcpCall({ method: 'POST', path: '/runs', body }, agentOf);
    expect(members(begun)).toEqual([
      'role agent/other is not passed on.',
      'A part is passed on without its name note.',
      'session is not passed on.',
    ]);
    const answer = { run_id: 't1', await_resume: { message: { parts: [text] }, note: 1 } };
    const continued = readAcpCall({ method: 'POST', path: '/runs/t1', body: answer }, agentOf);
    expect(members(continued)).toEqual([
      'A part is passed on without its name note.',
      'await_resume.note is not passed on.',
    ]);
  });

  it('of MCP', () => {
    const input = [{ type: 'text', text: 'hi', annotations: { priority: 1 } }];
    const call = readMcpCall({
      name: 'run_agent_task',
      arguments: { agent: 'geo', input, urgency: 'high' },
    });
    expect(members(call)).toEqual([
      'urgency is not passed on.',
      'input.text.annotations is not passed on.',
    ]);
  });

  it('of a run of HAI or AG-UI', () => {
    const messages = [
      { id: '1', role: 'user' as const, content: 'hello' },
      { id: '2', role: 'user' as const, content: 'hi' },
    ];
    const run = readRunCall(
      {
        ...{ threadId: 't', runId: 'r', messages, state: { a: 1 }, context: [] },
        tools: [{ name: 'pick', description: 'Picks.', parameters: {} }],
        forwardedProps: { input: { a: 1 }, theme: 'dark' },
      },
      { agent: 'geo', taskId: null },
    );
    expect(members(run)).toEqual([
      'tools is not passed on.',
      'state is not passed on.',
      'forwardedProps.theme is not passed on.',
      'Earlier messages of the conversation are not passed on.',
    ]);
  });
});
