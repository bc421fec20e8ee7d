import { describe, expect, it } from 'vitest';
import { lossCodes } from '../testing/loss-codes.ts';
import { readA2aCall, writeA2aCall } from './a2a-calls.ts';
import { readAcpCall, writeAcpCall } from './acp-calls.ts';
import { gatewayTools, readMcpCall, writeMcpCall } from './mcp-calls.ts';
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

const createId = () => 'm1';
const a2a = (call: RelayCall) => writeA2aCall(call, { createId });
const acp = (call: RelayCall) => writeAcpCall(call, { uuidOf: () => uuid });
const agentOf = () => 'geo';
const codeOf = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as RelayRefusal).error.code;
  }
};

describe('a call to an A2A agent', () => {
  it.each([
    ['message/send', start],
    ['message/stream', { ...start, mode: 'stream' }],
    ['message/send', { ...start, mode: 'async' }],
    ['message/send', resume],
    ['message/send', { ...resume, questionId: null, skill: 'route' }],
    ['message/send', { ...start, acceptedTypes: ['a/b'], skill: 'route' }],
    ['message/send', { ...start, contextId: 'any text' }],
    ['tasks/get', { ...read, historyLength: 3 }],
    ['tasks/cancel', cancel],
  ] as [string, RelayCall][])('is %s, and is read back', (method, call) => {
    const { value, lost } = a2a(call);
    expect(value.method).toBe(method);
    expect(lost).toEqual([]);
    const expected = 'messageId' in call ? { ...call, messageId: 'm1' } : call;
    expect(readA2aCall(value, 'geo')).toEqual(expected);
  });

  it('waits for the end, unless it is to be fetched later', () => {
    const blocking = (mode: 'sync' | 'async') =>
      (a2a({ ...start, mode }).value.params['configuration'] as { blocking: boolean }).blocking;
    expect(blocking('sync')).toBe(true);
    expect(blocking('async')).toBe(false);
  });

  it('strictly cannot cancel or continue', () => {
    const strict = (call: RelayCall) =>
      codeOf(() => writeA2aCall(call, { createId, strict: true }));
    expect(strict(cancel)).toBe('operation-unsupported');
    expect(strict(resume)).toBe('operation-unsupported');
    expect(strict(start)).toBeNull();
  });

  it('is not a list of agents: the registry has it', () => {
    expect(codeOf(() => a2a({ do: 'list' }))).toBe('operation-unsupported');
  });
});

describe('a call of an A2A client', () => {
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

describe('a call to an ACP agent', () => {
  it.each([
    ['GET /agents', { do: 'list' }],
    ['POST /runs', start],
    ['POST /runs', { ...start, mode: 'stream' }],
    ['POST /runs', { ...start, mode: 'async' }],
    ['POST /runs/t1', resume],
    ['GET /runs/t1', read],
    ['POST /runs/t1/cancel', cancel],
  ] as [string, RelayCall][])('is %s, and is read back', (line, call) => {
    const { value, lost } = acp(call);
    expect(`${value.method} ${value.path}`).toBe(line);
    expect(lost).toEqual([]);
    expect(readAcpCall(value, agentOf)).toEqual(call);
  });

  it('loses the id of the message, the accepted types, and names of conversations that are no UUID', () => {
    const call: RelayCall = {
      ...start,
      messageId: 'm',
      acceptedTypes: ['a/b'],
      contextId: 'mine',
      skill: 'route',
    };
    const { value, lost } = acp(call);
    expect(lossCodes(lost)).toEqual(['message-id', 'accepted-types', 'skill', 'context-name']);
    expect(value.body?.['session_id']).toBe(uuid);
    expect(readAcpCall(value, agentOf)).toEqual({ ...start, contextId: uuid });
    const counted = acp({ ...read, historyLength: 2 } as RelayCall);
    expect(lossCodes(counted.lost)).toEqual(['history-length']);
  });

  it('that continues a run loses the id of the message and the conversation, which the run has', () => {
    const { value, lost } = acp({ ...resume, messageId: 'm', contextId: uuid } as RelayCall);
    expect(lossCodes(lost)).toEqual(['message-id', 'context']);
    expect(JSON.stringify(value)).not.toContain(uuid);
  });

  it('comes from a user', () => {
    expect(acp(start).value.body?.['input']).toMatchObject([{ role: 'user' }]);
    expect(acp(resume).value.body?.['await_resume']).toMatchObject({ message: { role: 'user' } });
    expect(a2a(start).value.params['message']).toMatchObject({ role: 'user' });
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
  it.each([
    ['list_agents', { do: 'list' }],
    ['run_agent_task', start],
    ['run_agent_task', { ...start, mode: 'stream', parts: [{ kind: 'data', data: { a: 1 } }] }],
    ['get_agent_task', read],
    ['cancel_agent_task', cancel],
    ['resume_agent_task', resume],
  ] as [string, RelayCall][])('is the tool %s, and is read back', (name, call) => {
    const { value, lost } = writeMcpCall(call);
    expect(value.name).toBe(name);
    expect(lost).toEqual([]);
    expect(readMcpCall(value)).toEqual(call);
    const required = (gatewayTools[name]?.['required'] ?? []) as string[];
    for (const argument of required) expect(value.arguments).toHaveProperty(argument);
  });

  it('sends one text as a text', () => {
    expect(writeMcpCall(start).value.arguments['input']).toBe('hi');
  });

  it('has the id of the message as its key', () => {
    for (const call of [start, resume]) {
      const { value, lost } = writeMcpCall({ ...call, messageId: 'm' });
      expect(value.arguments).toMatchObject({ idempotency_key: 'm' });
      expect(lost).toEqual([]);
      expect(readMcpCall(value)).toEqual({ ...call, messageId: 'm' });
    }
  });

  it('loses the accepted types, and what a continuation says again', () => {
    const call: RelayCall = {
      ...resume,
      messageId: 'm',
      acceptedTypes: ['a/b'],
      skill: 's',
      contextId: 'c',
      mode: 'async',
    };
    expect(lossCodes(writeMcpCall(call).lost)).toEqual([
      ...['accepted-types', 'skill', 'context', 'mode'],
    ]);
    const counted = writeMcpCall({ ...read, historyLength: 2 } as RelayCall);
    expect(lossCodes(counted.lost)).toEqual(['history-length']);
  });

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
  const writeAndRead = (call: RelayCall) => readMcpCall(writeMcpCall(call).value);
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
    ['a document of MCP', () => writeAndRead({ ...withData(asked), agent: 'bank' } as RelayCall)],
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

  it('and is not passed on by the writers of others', () => {
    const params = { message: { parts: [{ kind: 'text', text: 'hi' }], extensions: ['x'] } };
    const call = readA2aCall({ method: 'message/send', params }, 'geo');
    for (const { lost } of [a2a(call), acp(call), writeMcpCall(call)]) {
      expect(lossCodes(lost)).toContain('member');
    }
  });
});
