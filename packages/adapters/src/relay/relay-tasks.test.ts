import type { JsonObject } from '@countersign/json/json-object';
import { describe, expect, it } from 'vitest';
import { readA2aEvent, writeA2aEvent } from './a2a-events.ts';
import { readA2aTask, writeA2aTask } from './a2a-tasks.ts';
import { createAcpEventReader, createAcpEventWriter } from './acp-events.ts';
import { readAcpRun, writeAcpRun } from './acp-runs.ts';
import { createMcpEventWriter, readMcpNotification } from './mcp-events.ts';
import { readMcpResult, writeMcpResult } from './mcp-results.ts';
import type { RelayEvent, RelayTask } from './neutral.ts';

const text = (words: string) => ({ kind: 'text' as const, text: words });
const task: RelayTask = {
  agent: 'geo',
  taskId: 't1',
  contextId: 'c1',
  state: 'completed',
  said: [],
  output: [
    { id: '1', name: 'route', parts: [text('A to B'), { kind: 'data', data: { km: 3 } }] },
    { id: '2', name: null, parts: [text('done')] },
  ],
  error: null,
};
const asking: RelayTask = {
  ...task,
  state: 'input-required',
  said: [text('Which way?')],
  output: [],
};
const signIn: RelayTask = { ...asking, state: 'auth-required' };
const failed: RelayTask = {
  ...task,
  state: 'failed',
  output: [],
  error: { code: 'internal', message: 'no road' },
};
const canceled: RelayTask = { ...task, state: 'canceled', output: [] };

describe('a task', () => {
  it.each([
    ['completed', task, []],
    ['that asks', asking, []],
    ['that waits for a person to sign in', signIn, []],
    ['canceled', canceled, []],
    ['failed', { ...failed, said: [text('no road')] }, ['error.code']],
  ] as [string, RelayTask, string[]][])('%s keeps its meaning in A2A', (_, one, lost) => {
    const written = writeA2aTask(one);
    expect(written.lost).toEqual(lost);
    expect(readA2aTask(written.value, 'geo')).toEqual(one);
  });

  it.each([
    ['completed', task, ['output.id']],
    ['that asks', asking, []],
    ['that waits for a person to sign in', signIn, ['state']],
    ['canceled', canceled, []],
    ['failed', failed, []],
  ] as [string, RelayTask, string[]][])('%s keeps its meaning in ACP', (_, one, lost) => {
    const written = writeAcpRun(one);
    expect(written.lost).toEqual(lost);
    expect(readAcpRun(written.value)).toEqual(one);
  });

  it.each([
    ['completed', task],
    ['that asks', asking],
    ['that waits for a person to sign in', signIn],
    ['canceled', canceled],
    ['failed', failed],
  ] as [string, RelayTask][])('%s keeps its meaning in MCP', (_, one) => {
    const written = writeMcpResult(one);
    expect(written.lost).toEqual([]);
    expect(readMcpResult(written.value, 'geo')).toEqual(one);
  });

  it('says to a reader of text what it says in data', () => {
    const { content, isError } = writeMcpResult(task).value;
    expect(content).toEqual([
      { type: 'text', text: 'A to B' },
      { type: 'text', text: '{"km":3}' },
      { type: 'text', text: 'done' },
    ]);
    expect(isError).toBe(false);
    expect(writeMcpResult(canceled).value).toMatchObject({
      content: [{ type: 'text', text: 'canceled' }],
      isError: true,
    });
    expect(writeMcpResult(failed).value).toMatchObject({
      content: [{ type: 'text', text: 'no road' }],
      isError: true,
    });
    // A question is an answer of the tool, not its failure.
    expect(writeMcpResult(asking).value['isError']).toBe(false);
  });

  it('of A2A may be a message, or have its result in its last one', () => {
    const message = { kind: 'message', messageId: 'm1', parts: [{ kind: 'text', text: 'hi' }] };
    expect(readA2aTask(message, 'geo')).toMatchObject({
      taskId: 'm1',
      state: 'completed',
      output: [{ id: 'm1', parts: [text('hi')] }],
    });
    const status = { state: 'completed', message };
    expect(readA2aTask({ kind: 'task', id: 't1', contextId: 'c1', status }, 'geo')).toMatchObject({
      said: [],
      output: [{ id: 'm1', parts: [text('hi')] }],
    });
  });

  it('of ACP that does not wait cannot say more than its output', () => {
    expect(writeAcpRun({ ...task, said: [text('bye')], output: [] }).lost).toEqual(['said']);
  });

  it('may be the result of any tool', () => {
    const ok = { content: [{ type: 'text', text: 'paid' }] };
    expect(readMcpResult(ok, 'bank')).toMatchObject({
      state: 'completed',
      output: [{ id: 'result', parts: [text('paid')] }],
    });
    expect(readMcpResult({ ...ok, structuredContent: { a: 1 } }, 'bank').output[0]?.parts).toEqual([
      { kind: 'data', data: { a: 1 } },
    ]);
    expect(readMcpResult({ ...ok, isError: true }, 'bank')).toMatchObject({
      state: 'failed',
      error: { message: 'paid' },
    });
  });
});

const stream: RelayEvent[] = [
  { kind: 'created', taskId: 't1', contextId: 'c1' },
  { kind: 'status', state: 'working', said: [] },
  { kind: 'part', messageId: '1', part: text('A '), isFirst: true },
  { kind: 'part', messageId: '1', part: text('to B'), isFirst: false },
  { kind: 'message-end', messageId: '1' },
  { kind: 'other', value: { note: 1 } },
  { kind: 'end', state: 'completed', said: [], error: null },
];
const question: RelayEvent = {
  kind: 'status',
  state: 'input-required',
  said: [text('Which way?')],
};
const failure: RelayEvent = {
  kind: 'end',
  state: 'failed',
  said: [],
  error: { code: 'internal', message: 'no road' },
};
const place = { agent: 'geo', taskId: 't1', contextId: 'c1' };

describe('the stream of a task', () => {
  it('is the same after A2A', () => {
    const results = [...stream, question].map((event) => writeA2aEvent(event, place));
    expect(results.map(({ kind }) => kind)).toEqual([
      'task',
      'status-update',
      'artifact-update',
      'artifact-update',
      'artifact-update',
      'status-update',
      'status-update',
      'status-update',
    ]);
    expect(results.flatMap(readA2aEvent)).toEqual([...stream, question]);
  });

  it('of A2A ends where the task waits or is over', () => {
    const isFinal = (event: RelayEvent) => writeA2aEvent(event, place)['final'];
    expect(isFinal(question)).toBe(true);
    expect(isFinal(failure)).toBe(true);
    expect(isFinal({ kind: 'status', state: 'working', said: [] })).toBe(false);
    // The reason is said, since a status has no error.
    expect(readA2aEvent(writeA2aEvent(failure, place))).toEqual([
      { ...failure, said: [text('no road')] },
    ]);
  });

  it('of A2A may be one message, or a whole task', () => {
    const message = { kind: 'message', messageId: 'm', parts: [{ kind: 'text', text: 'hi' }] };
    expect(readA2aEvent(message).map(({ kind }) => kind)).toEqual(['part', 'message-end', 'end']);
    expect(readA2aEvent(writeA2aTask(task).value).map(({ kind }) => kind)).toEqual([
      'created',
      ...['part', 'part', 'message-end'],
      ...['part', 'message-end'],
      'end',
    ]);
    expect(readA2aEvent({ kind: 'news' })).toEqual([{ kind: 'other', value: { kind: 'news' } }]);
  });

  it('is the same after ACP', () => {
    const write = createAcpEventWriter(place);
    const events = [...stream, question, failure].flatMap(write);
    expect(events.map(({ type }) => type)).toEqual([
      'run.created',
      'run.in-progress',
      'message.created',
      'message.part',
      'message.part',
      'message.completed',
      'generic',
      'run.completed',
      'run.awaiting',
      'run.failed',
    ]);
    const completed = events[5]?.['message'] as JsonObject;
    expect(completed['parts']).toHaveLength(2);
    expect(events.flatMap(createAcpEventReader())).toEqual([...stream, question, failure]);
  });

  it('is reported as progress in MCP, which names what has to wait for the result', () => {
    const write = createMcpEventWriter('p1');
    const written = [...stream, question].map(write);
    expect(written.map(({ value }) => value?.params['progress'] ?? null)).toEqual([
      0,
      1,
      2,
      3,
      null,
      null,
      null,
      4,
    ]);
    expect(written.map(({ value }) => value?.params['message'] ?? null)).toEqual([
      null,
      'working',
      'A ',
      'to B',
      null,
      null,
      null,
      'Which way?',
    ]);
    expect(written.map(({ lost }) => lost)).toEqual([
      [],
      [],
      ['messageId'],
      ['messageId'],
      ['message-end'],
      [],
      [],
      [],
    ]);
    expect(written[5]?.value?.method).toBe('notifications/message');
    const data = {
      kind: 'part' as const,
      messageId: '1',
      part: { kind: 'data' as const, data: 1 },
    };
    expect(write({ ...data, isFirst: true })).toEqual({ value: null, lost: ['part'] });
  });

  it('is read from progress of MCP as far as it says', () => {
    const progress = (params: JsonObject) =>
      readMcpNotification({ method: 'notifications/progress', params }, place);
    expect(progress({ progress: 0 })).toMatchObject({ kind: 'created', taskId: 't1' });
    expect(progress({ progress: 1, message: 'half' })).toEqual({
      kind: 'status',
      state: 'working',
      said: [text('half')],
    });
    const log = { method: 'notifications/message', params: { data: { note: 1 } } };
    expect(readMcpNotification(log, place)).toEqual({ kind: 'other', value: { note: 1 } });
    expect(readMcpNotification({ method: 'notifications/x', params: {} }, place)).toBeNull();
  });
});
