import type { JsonObject } from '@countersign/json/json-object';
import { describe, expect, it } from 'vitest';
import { lossCodes } from '../testing/loss-codes.ts';
import { readA2aEvent, writeA2aEvent } from './a2a-events.ts';
import { a2aNotated } from './a2a-notation.ts';
import { readA2aTask, writeA2aTask } from './a2a-tasks.ts';
import { createAcpEventReader, createAcpEventWriter as createWriter } from './acp-events.ts';
import { readAcpRun, writeAcpRun as writeRun } from './acp-runs.ts';
import { createMcpEventWriter, readMcpNotification } from './mcp-events.ts';
import { readMcpResult, writeMcpResult } from './mcp-results.ts';
import {
  isFinal,
  type RelayEvent,
  type RelayPart,
  type RelayState,
  type RelayTask,
  relayStates,
} from './neutral.ts';
import { createRunEventWriter } from './run-events.ts';

const uuid = 'd766accb-3fba-5884-9736-95a34cd7bfda';
const options = { uuidOf: () => uuid };
const writeAcpRun = (task: RelayTask) => writeRun(task, options);
/** The events that are written, without what they lose. */
const createAcpEventWriter = (given: typeof place) => {
  const write = createWriter(given, options);
  return (event: RelayEvent) => write(event).value;
};
const writeA2a = (event: RelayEvent, given: typeof place) => writeA2aEvent(event, given).value;
const text = (words: string) => ({ kind: 'text' as const, text: words });
const task: RelayTask = {
  agent: 'geo',
  taskId: 't1',
  contextId: uuid,
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
    ['failed', { ...failed, said: [text('no road')] }, ['error-code']],
  ] as [string, RelayTask, string[]][])('%s keeps its meaning in A2A', (_, one, lost) => {
    const written = writeA2aTask(one);
    expect(lossCodes(written.lost)).toEqual(lost);
    expect(readA2aTask(written.value, 'geo')).toEqual(one);
  });

  it.each([
    ['completed', task, ['output-id']],
    ['that asks', asking, []],
    ['that waits for a person to sign in', signIn, ['state']],
    ['canceled', canceled, []],
    ['failed', failed, []],
  ] as [string, RelayTask, string[]][])('%s keeps its meaning in ACP', (_, one, lost) => {
    const written = writeAcpRun(one);
    expect(lossCodes(written.lost)).toEqual(lost);
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

  it.each(relayStates)('that is %s is so after A2A and MCP', (state) => {
    const one = { ...canceled, state, said: [text('so it is')] };
    expect(readA2aTask(writeA2aTask({ ...one, output: task.output }).value, 'geo').state).toBe(
      state,
    );
    expect(readMcpResult(writeMcpResult(one).value, 'geo')).toEqual(one);
  });

  it('that is rejected has the code in ACP that says so, whatever its error was', () => {
    const rejected: RelayTask = { ...failed, state: 'rejected' };
    const { value, lost } = writeAcpRun(rejected);
    expect(value).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_input', message: 'no road' },
    });
    expect(lossCodes(lost)).toEqual(['state', 'error-code']);
    const error = { code: 'bad-params' as const, message: 'no road' };
    expect(lossCodes(writeAcpRun({ ...rejected, error }).lost)).toEqual(['state']);
  });

  it.each(['refused-by-operator', 'approval-expired'] as const)(
    'that is not allowed says so in every protocol: %s',
    (code) => {
      const error = { code, message: 'Not in winter.' };
      const rejected: RelayTask = { ...failed, state: 'rejected', error };
      const said = { ...rejected, said: [text('Not in winter.')] };
      const a2a = writeA2aTask(said);
      expect(a2a.lost).toEqual([]);
      expect(readA2aTask(a2a.value, 'geo')).toEqual(said);
      const acp = writeAcpRun(rejected);
      expect(lossCodes(acp.lost)).toEqual(['state']);
      expect(acp.value['error']).toMatchObject({ code: 'invalid_input', data: { code } });
      expect(readAcpRun(acp.value).error).toEqual(error);
      expect(readMcpResult(writeMcpResult(rejected).value, 'geo')).toEqual(rejected);
      const end: RelayEvent = { kind: 'end', state: 'rejected', said: [], error };
      const run = createRunEventWriter({ threadId: 't', runId: 'r' })(end);
      expect(run).toEqual({
        value: [{ type: 'RUN_ERROR', message: 'Not in winter.', code }],
        lost: [],
      });
      const written = writeA2aEvent(end, { taskId: 't', contextId: 'c' });
      expect(written.lost).toEqual([]);
      expect(readA2aEvent(written.value)).toEqual([{ ...end, said: [text('Not in winter.')] }]);
    },
  );

  it('says in A2A why it has failed, whatever else it says', () => {
    const { value } = writeA2aTask({ ...failed, said: [text('I tried.')] });
    expect(readA2aTask(value, 'geo')).toMatchObject({
      said: [text('I tried.'), text('no road')],
      error: { message: 'I tried.\nno road' },
    });
  });

  it('has a session in ACP that is a UUID, and its times', () => {
    const named = writeAcpRun({ ...canceled, contextId: 'house-7' });
    expect(named.value).toMatchObject({ session_id: uuid });
    expect(lossCodes(named.lost)).toEqual(['context-name']);
    const timed = { ...canceled, createdAt: 1_700_000_000_000, endedAt: 1_700_000_060_000 };
    const { value } = writeAcpRun(timed);
    expect(value).toMatchObject({
      created_at: '2023-11-14T22:13:20.000Z',
      finished_at: '2023-11-14T22:14:20.000Z',
    });
    expect(readAcpRun(value)).toEqual(timed);
  });

  it('has its output from the agent, in ACP under its name', () => {
    expect(writeAcpRun(task).value['output']).toMatchObject([
      { role: 'agent/geo', parts: [{ name: 'route' }, { name: 'route' }] },
      { role: 'agent/geo' },
    ]);
    expect(writeA2aTask(asking).value['status']).toMatchObject({ message: { role: 'agent' } });
    expect(writeA2aTask(task).value['artifacts']).toMatchObject([
      { artifactId: '1', name: 'route' },
      { artifactId: '2' },
    ]);
  });

  it('of ACP has no place for the name of an output that is only a file', () => {
    const file = { kind: 'link' as const, url: 'https://a.example/x', mediaType: 'a/b', name: 'x' };
    const output = [{ id: '1', name: 'route', parts: [file] }];
    expect(lossCodes(writeAcpRun({ ...task, output }).lost)).toEqual(['output-name', 'output-id']);
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
    expect(readA2aTask({ kind: 'task', id: 't1', contextId: uuid, status }, 'geo')).toMatchObject({
      said: [],
      output: [{ id: 'm1', parts: [text('hi')] }],
    });
  });

  it('of ACP that does not wait cannot say more than its output', () => {
    const saying = { ...task, said: [text('bye')], output: [] };
    expect(lossCodes(writeAcpRun(saying).lost)).toEqual(['said']);
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
  { kind: 'created', taskId: 't1', contextId: uuid },
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
const place = { agent: 'geo', taskId: 't1', contextId: uuid };

describe('the stream of a task', () => {
  it('is the same after A2A', () => {
    const results = [...stream, question].map((event) => writeA2a(event, place));
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
    const isFinal = (event: RelayEvent) => writeA2a(event, place)['final'];
    expect(isFinal(question)).toBe(true);
    expect(isFinal(failure)).toBe(true);
    expect(isFinal({ kind: 'status', state: 'working', said: [] })).toBe(false);
    // The reason is said, since a status has no error.
    expect(readA2aEvent(writeA2a(failure, place))).toEqual([
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

  it.each([
    ['completed', 'run.completed', 'completed'],
    ['canceled', 'run.cancelled', 'canceled'],
    ['failed', 'run.failed', 'failed'],
    ['rejected', 'run.failed', 'failed'],
  ] as [RelayState, string, RelayState][])(
    'that ends %s ends with it in A2A, and with %s in ACP, which is read as %s',
    (state, type, back) => {
      const end: RelayEvent = { kind: 'end', state, said: [], error: null };
      expect(isFinal(state)).toBe(true);
      expect(readA2aEvent(writeA2a(end, place))).toMatchObject([{ kind: 'end', state }]);
      const events = createAcpEventWriter(place)(end);
      expect(events).toMatchObject([{ type }]);
      expect(events.flatMap(createAcpEventReader())).toMatchObject([{ kind: 'end', state: back }]);
      // The result of the tool says it in MCP.
      expect(createMcpEventWriter('p1')(end)).toEqual({ value: null, lost: [] });
    },
  );

  it('of ACP has errors that do not end it, which are passed on', () => {
    const error = { code: 'server_error', message: 'slow' };
    const other: RelayEvent = { kind: 'other', value: { error } };
    expect(createAcpEventReader()({ type: 'error', error })).toEqual([other]);
    expect(readA2aEvent(writeA2a(other, place))).toEqual([other]);
    expect(createMcpEventWriter('p1')(other).value?.params['data']).toEqual({ error });
  });

  it('names what each protocol cannot say of it', () => {
    const lostOf = (event: RelayEvent) => ({
      a2a: lossCodes(writeA2aEvent(event, place).lost),
      'a2a 1.0': lossCodes(a2aNotated('SendMessage').event(event, place).lost),
      acp: lossCodes(createWriter(place, options)(event).lost),
      hai: lossCodes(createRunEventWriter({ threadId: 't', runId: 'r' })(event).lost),
    });
    const none = { a2a: [], 'a2a 1.0': [], acp: [], hai: [] };
    const part = (value: RelayPart): RelayEvent => ({
      ...{ kind: 'part', messageId: '1', part: value, isFirst: true },
    });
    expect(lostOf(part(text('A')))).toEqual(none);
    expect(lostOf({ kind: 'message-end', messageId: '1' })).toEqual({
      ...{ ...none, 'a2a 1.0': ['message-end'] },
    });
    const noted = { ...text('A'), mediaType: 'text/html', metadata: { lang: 'de' } };
    expect(lostOf(part(noted))).toEqual({
      ...none,
      acp: ['metadata'],
      hai: ['metadata', 'text-type'],
    });
    expect(lostOf(part({ kind: 'data', data: 1 }))).toEqual({ ...none, hai: ['message-of-part'] });
    expect(lostOf({ kind: 'status', state: 'working', said: [text('soon')] })).toEqual({
      ...{ ...none, acp: ['said'], hai: ['said'] },
    });
    expect(lostOf({ kind: 'status', state: 'auth-required', said: [] })).toEqual({
      ...{ ...none, acp: ['state'] },
    });
    expect(lostOf({ ...failure, error: { code: 'content-type', message: 'x' } })).toEqual({
      ...{ a2a: ['error-code'], 'a2a 1.0': ['error-code'] },
      ...{ acp: ['error-code'], hai: ['error-code'] },
    });
    const end: RelayEvent = { kind: 'end', state: 'completed', said: [text('bye')], error: null };
    expect(lostOf(end)).toEqual({ ...none, acp: ['said'], hai: ['said'] });
  });

  it('of ACP keeps the parts of messages apart that come in turns, and names where it cannot', () => {
    const write = createWriter(place, options);
    const part = (messageId: string, words: string, isFirst: boolean): RelayEvent => ({
      ...{ kind: 'part', messageId, part: text(words), isFirst },
    });
    const written = [part('1', 'A', true), part('2', 'B', true), part('1', 'a', false)].map(write);
    expect(written.map(({ lost }) => lossCodes(lost))).toEqual([[], [], ['message-of-part']]);
    const contents = (messageId: string) =>
      JSON.stringify(write({ kind: 'message-end', messageId }).value).match(/(?<="content":")\w/g);
    expect([contents('1'), contents('2')]).toEqual([['A', 'a'], ['B']]);
  });

  it('that waits for a person to sign in does so in A2A and in ACP', () => {
    const waits: RelayEvent = { kind: 'status', state: 'auth-required', said: [text('Sign in')] };
    const written = writeA2a(waits, place);
    expect([written['final'], readA2aEvent(written)]).toEqual([true, [waits]]);
    const events = createAcpEventWriter(place)(waits);
    expect(events).toMatchObject([{ type: 'run.awaiting' }]);
    expect(events.flatMap(createAcpEventReader())).toEqual([waits]);
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
    expect(written.map(({ lost }) => lossCodes(lost))).toEqual([
      [],
      [],
      ['message-of-part'],
      ['message-of-part'],
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
    const later = write({ ...data, isFirst: true });
    expect([later.value, lossCodes(later.lost)]).toEqual([null, ['part-later']]);
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
