import type { JsonObject } from '@countersign/json/json-object';
import { describe, expect, it } from 'vitest';
import { lossCodes } from '../testing/loss-codes.ts';
import { writeA2aEvent } from './a2a-events.ts';
import { a2aNotated } from './a2a-notation.ts';
import { writeA2aTask } from './a2a-tasks.ts';
import { createAcpEventWriter as createWriter } from './acp-events.ts';
import { writeAcpRun as writeRun } from './acp-runs.ts';
import { createMcpEventWriter } from './mcp-events.ts';
import { writeMcpResult } from './mcp-results.ts';
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

/** How each protocol says the same texts. */
const a2aText = (words: string) => ({ kind: 'text', text: words });
const acpText = (words: string) => ({ content_type: 'text/plain', content: words });
const mcpText = (words: string) => ({ type: 'text', text: words });
const a2aSaid = (state: string, words: string) => ({
  ...{ kind: 'message', messageId: `t1:${state}`, role: 'agent', parts: [a2aText(words)] },
});

function waits(state: string) {
  return { state, message: a2aSaid(state, 'Which way?') };
}

describe('a task', () => {
  const artifacts = [
    {
      artifactId: '1',
      name: 'route',
      parts: [a2aText('A to B'), { kind: 'data', data: { km: 3 } }],
    },
    { artifactId: '2', parts: [a2aText('done')] },
  ];
  it.each([
    ['completed', task, { status: { state: 'completed' }, artifacts }, []],
    ['that asks', asking, { status: waits('input-required') }, []],
    ['that waits for a person to sign in', signIn, { status: waits('auth-required') }, []],
    ['canceled', canceled, { status: { state: 'canceled' } }, []],
    [
      'failed',
      { ...failed, said: [text('no road')] },
      { status: { state: 'failed', message: a2aSaid('failed', 'no road') } },
      ['error-code'],
    ],
  ] as [string, RelayTask, JsonObject, string[]][])('%s is one of A2A', (_, one, value, lost) => {
    const written = writeA2aTask(one);
    expect(lossCodes(written.lost)).toEqual(lost);
    expect(written.value).toEqual({ kind: 'task', id: 't1', contextId: uuid, ...value });
  });

  const role = 'agent/geo';
  const question = { role, parts: [acpText('Which way?')] };
  const output = [
    {
      role,
      parts: [
        { ...acpText('A to B'), name: 'route' },
        { content_type: 'application/json', content: '{"km":3}', name: 'route' },
      ],
    },
    { role, parts: [acpText('done')] },
  ];
  it.each([
    ['completed', task, { status: 'completed', output }, ['output-id']],
    [
      'that asks',
      asking,
      { status: 'awaiting', await_request: { type: 'message', message: question } },
      [],
    ],
    [
      'that waits for a person to sign in',
      signIn,
      {
        status: 'awaiting',
        await_request: { type: 'message', metadata: { reason: 'auth' }, message: question },
      },
      ['state'],
    ],
    ['canceled', canceled, { status: 'cancelled' }, []],
    [
      'failed',
      failed,
      { status: 'failed', error: { code: 'server_error', message: 'no road' } },
      [],
    ],
  ] as [string, RelayTask, JsonObject, string[]][])('%s is a run of ACP', (_, one, value, lost) => {
    const written = writeAcpRun(one);
    expect(lossCodes(written.lost)).toEqual(lost);
    const run = { run_id: 't1', agent_name: 'geo', session_id: uuid, output: [] };
    expect(written.value).toEqual({ ...run, ...value });
  });

  const outputs = [
    {
      ...{ id: '1', name: 'route' },
      parts: [
        mcpText('A to B'),
        {
          type: 'resource',
          resource: { uri: 'uap://data', mimeType: 'application/json', text: '{"km":3}' },
        },
      ],
    },
    { id: '2', parts: [mcpText('done')] },
  ];
  const said = [mcpText('Which way?')];
  it.each([
    ['completed', task, { state: 'completed', output: outputs }],
    ['that asks', asking, { state: 'input-required', said }],
    ['that waits for a person to sign in', signIn, { state: 'auth-required', said }],
    ['canceled', canceled, { state: 'canceled' }],
    ['failed', failed, { state: 'failed', error: failed.error }],
  ] as [string, RelayTask, JsonObject][])('%s is the result of a tool of MCP', (_, one, value) => {
    const written = writeMcpResult(one);
    expect(written.lost).toEqual([]);
    expect(written.value['structuredContent']).toEqual({
      ...{ agent: 'geo', task_id: 't1', context_id: uuid, output: [] },
      ...value,
    });
  });

  it.each(relayStates)('that is %s is so in A2A and MCP', (state) => {
    const one = { ...canceled, state, said: [text('so it is')] };
    expect(writeA2aTask(one).value['status']).toMatchObject({ state });
    expect(writeMcpResult(one).value['structuredContent']).toMatchObject({
      state,
      said: [mcpText('so it is')],
    });
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
      expect(a2a.value['status']).toMatchObject({
        state: 'rejected',
        message: { metadata: { 'countersign.error': code }, parts: [a2aText('Not in winter.')] },
      });
      const acp = writeAcpRun(rejected);
      expect(lossCodes(acp.lost)).toEqual(['state']);
      expect(acp.value['error']).toMatchObject({ code: 'invalid_input', data: { code } });
      expect(writeMcpResult(rejected).value['structuredContent']).toMatchObject({ error });
      const end: RelayEvent = { kind: 'end', state: 'rejected', said: [], error };
      const run = createRunEventWriter({ threadId: 't', runId: 'r' })(end);
      expect(run).toEqual({
        value: [{ type: 'RUN_ERROR', message: 'Not in winter.', code }],
        lost: [],
      });
      const written = writeA2aEvent(end, { taskId: 't', contextId: 'c' });
      expect(written.lost).toEqual([]);
      expect(written.value).toMatchObject({
        final: true,
        status: { message: { metadata: { 'countersign.error': code } } },
      });
    },
  );

  it('says in A2A why it has failed, whatever else it says', () => {
    const { value } = writeA2aTask({ ...failed, said: [text('I tried.')] });
    expect(value['status']).toMatchObject({
      message: { parts: [a2aText('I tried.'), a2aText('no road')] },
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

  it('of ACP that does not wait cannot say more than its output', () => {
    const saying = { ...task, said: [text('bye')], output: [] };
    expect(lossCodes(writeAcpRun(saying).lost)).toEqual(['said']);
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
  it('is one of A2A', () => {
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
    const artifact = { artifactId: '1', parts: [a2aText('A ')] };
    expect(results[2]).toEqual({
      ...{ kind: 'artifact-update', taskId: 't1', contextId: uuid, artifact },
      ...{ append: false, lastChunk: false },
    });
    expect(results.slice(3, 6)).toMatchObject([
      { artifact: { parts: [a2aText('to B')] }, append: true, lastChunk: false },
      { artifact: { artifactId: '1', parts: [] }, append: true, lastChunk: true },
      { metadata: { 'countersign.relayed': { note: 1 } } },
    ]);
    expect(results[7]).toMatchObject({ status: waits('input-required'), final: true });
  });

  it('of A2A ends where the task waits or is over', () => {
    const isFinal = (event: RelayEvent) => writeA2a(event, place)['final'];
    expect(isFinal(question)).toBe(true);
    expect(isFinal(failure)).toBe(true);
    expect(isFinal({ kind: 'status', state: 'working', said: [] })).toBe(false);
    // The reason is said, since a status has no error.
    expect(writeA2a(failure, place)['status']).toEqual({
      state: 'failed',
      message: a2aSaid('failed', 'no road'),
    });
  });

  it('is one of ACP', () => {
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
    expect(events.slice(3, 5)).toEqual([
      { type: 'message.part', part: acpText('A ') },
      { type: 'message.part', part: acpText('to B') },
    ]);
    expect(events[6]).toEqual({ type: 'generic', generic: { note: 1 } });
    expect(events[8]?.['run']).toEqual(writeAcpRun({ ...asking, output: [] }).value);
    expect(events[9]?.['run']).toEqual(writeAcpRun(failed).value);
  });

  it.each([
    ['completed', 'run.completed'],
    ['canceled', 'run.cancelled'],
    ['failed', 'run.failed'],
    ['rejected', 'run.failed'],
  ] as [RelayState, string][])(
    'that ends %s ends with it in A2A, and with %s in ACP',
    (state, type) => {
      const end: RelayEvent = { kind: 'end', state, said: [], error: null };
      expect(isFinal(state)).toBe(true);
      expect(writeA2a(end, place)).toMatchObject({ status: { state }, final: true });
      expect(createAcpEventWriter(place)(end)).toMatchObject([{ type }]);
      // The result of the tool says it in MCP.
      expect(createMcpEventWriter('p1')(end)).toEqual({ value: null, lost: [] });
    },
  );

  it('has events of no kind of its own, which are passed on', () => {
    const other: RelayEvent = { kind: 'other', value: { note: 1 } };
    expect(createMcpEventWriter('p1')(other).value?.params['data']).toEqual({ note: 1 });
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
    const signingIn: RelayEvent = { ...question, state: 'auth-required' };
    const written = writeA2a(signingIn, place);
    expect(written).toMatchObject({ final: true, status: waits('auth-required') });
    expect(createAcpEventWriter(place)(signingIn)).toMatchObject([
      { type: 'run.awaiting', run: { await_request: { metadata: { reason: 'auth' } } } },
    ]);
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
});
