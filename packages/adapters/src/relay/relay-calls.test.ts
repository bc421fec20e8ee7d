import { describe, expect, it } from 'vitest';
import { readA2aCall, writeA2aCall } from './a2a-calls.ts';
import { readAcpCall, writeAcpCall } from './acp-calls.ts';
import { gatewayTools, readMcpCall, writeMcpCall } from './mcp-calls.ts';
import type { RelayCall, RelayRefusal } from './neutral.ts';
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
    expect(lost).toEqual(['messageId', 'acceptedTypes', 'skill', 'contextId']);
    expect(value.body?.['session_id']).toBe(uuid);
    expect(readAcpCall(value, agentOf)).toEqual({ ...start, contextId: uuid });
    expect(acp({ ...read, historyLength: 2 } as RelayCall).lost).toEqual(['historyLength']);
  });

  it('that continues a run loses the id of the message and the conversation, which the run has', () => {
    const { value, lost } = acp({ ...resume, messageId: 'm', contextId: uuid } as RelayCall);
    expect(lost).toEqual(['messageId', 'contextId']);
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
    expect(writeMcpCall(call).lost).toEqual(['acceptedTypes', 'skill', 'contextId', 'mode']);
    expect(writeMcpCall({ ...read, historyLength: 2 } as RelayCall).lost).toEqual([
      'historyLength',
    ]);
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
    expect(writeToolCall(withData({ tool: 'pay', arguments: { a: 1 } }))).toEqual({
      name: 'pay',
      arguments: { a: 1 },
    });
    expect(writeToolCall(withData({ a: 1 }, 'pay'))).toEqual({ name: 'pay', arguments: { a: 1 } });
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
    expect(writeToolCall(readCall())).toEqual({ name: 'pay', arguments: { a: 1 } });
  });

  it('cannot be chosen by a text, and only be started', () => {
    expect(codeOf(() => writeToolCall(start))).toBe('bad-params');
    expect(codeOf(() => writeToolCall(cancel))).toBe('operation-unsupported');
  });
});
