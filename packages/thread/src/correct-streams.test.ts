import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import { describe, expect, it } from 'vitest';
import { blameOf } from './blame.ts';
import { emptyThread, foldThread } from './fold.ts';
import type { ThreadItem } from './thread.ts';

const runs = [
  'run-3f2b6c1e-9d5a-4c7b-8a54-000000000001',
  'run-3f2b6c1e-9d5a-4c7b-8a54-000000000002',
];

/** Each list of events is one run of the thread. */
function tape(...lists: HaiEvent[][]): Envelope[] {
  let sequence = 0;
  return lists.flatMap((events, place) =>
    events.map((event) => {
      sequence += 1;
      return {
        position: sequence,
        threadId: 't1',
        runId: runs[place] ?? null,
        sequence,
        receivedAt: 1_000 + sequence,
        agentId: 'agent',
        event,
      };
    }),
  );
}
const fold = (...lists: HaiEvent[][]) => {
  const envelopes = tape(...lists);
  const whole = foldThread(emptyThread('t1'), envelopes);
  // The same thread for any batches.
  const apart = envelopes.reduce(
    (thread, envelope) => foldThread(structuredClone(thread), [envelope]),
    emptyThread('t1'),
  );
  expect(apart).toEqual(whole);
  return whole;
};
const itemsOf = <K extends ThreadItem['kind']>(items: readonly ThreadItem[], kind: K) =>
  items.filter((item): item is Extract<ThreadItem, { kind: K }> => item.kind === kind);

const started: HaiEvent = { type: 'RUN_STARTED' };
const finished: HaiEvent = { type: 'RUN_FINISHED' };
const toolCallId = 'call_Yk3sT0pq9LmVbN2dHf7RwXaE';
const call = (args: string): HaiEvent[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'transfer' },
  { type: 'TOOL_CALL_ARGS', toolCallId, delta: args },
  { type: 'TOOL_CALL_END', toolCallId },
];
const result = (content: unknown): HaiEvent => ({ type: 'TOOL_CALL_RESULT', toolCallId, content });

describe('a tool call', () => {
  it('that a resumed run announces again is one call', () => {
    const { items } = fold(
      [started, ...call('{"amount": 7}'), finished],
      [started, ...call('{"amount":7}'), result('sent'), finished],
    );
    expect(itemsOf(items, 'tool-call')).toMatchObject([
      { args: '{"amount": 7}', status: 'done', result: 'sent' },
    ]);
  });

  it('that a later run announces with the arguments that a person edited is one call', () => {
    const { items } = fold(
      [started, ...call('{"amount":7}'), finished],
      [started, ...call('{"amount":9}'), result('sent'), finished],
    );
    expect(itemsOf(items, 'tool-call')).toMatchObject([
      { args: '{"amount":9}', status: 'done', result: 'sent' },
    ]);
  });

  it('with other arguments is another call, even with the same id', () => {
    const { items } = fold([started, ...call('{"a":1}'), result(1), ...call('{"a":2}'), result(2)]);
    expect(itemsOf(items, 'tool-call')).toMatchObject([
      { args: '{"a":1}', result: 1 },
      { args: '{"a":2}', result: 2 },
    ]);
    expect(itemsOf(items, 'tool-call').some(({ again }) => again !== undefined)).toBe(false);
  });

  it('keeps both of two results, and one of a repeated result', () => {
    const { items } = fold([started, ...call('{}'), result('a'), result('b'), result('b')]);
    expect(itemsOf(items, 'tool-call')).toMatchObject([{ result: 'b', earlierResults: ['a'] }]);
  });

  it('without a result stops its clock with the run, and still accepts a later result', () => {
    const ended = fold([started, ...call('{}'), finished]);
    expect(itemsOf(ended.items, 'tool-call')).toMatchObject([
      { status: 'called', endedAt: ended.run.endedAt },
    ]);
    const later = fold([started, ...call('{}'), finished], [started, result('late'), finished]);
    expect(itemsOf(later.items, 'tool-call')).toMatchObject([
      { status: 'done', result: 'late', endedAt: 1_007 },
    ]);
  });
});

describe('an activity', () => {
  const activity = (type: 'SNAPSHOT' | 'DELTA', value: object): HaiEvent => ({
    type: 'CUSTOM',
    name: `ag-ui.ACTIVITY_${type}`,
    value: { type: `ACTIVITY_${type}`, messageId: 'plan-1', activityType: 'PLAN', ...value },
  });

  it('is one item that changes', () => {
    const thread = fold([
      started,
      activity('SNAPSHOT', { content: { steps: ['look'] } }),
      activity('DELTA', { patch: [{ op: 'add', path: '/steps/-', value: 'mend' }] }),
      activity('SNAPSHOT', { content: { steps: [] }, replace: false }),
    ]);
    const output = { type: 'activity', activityType: 'PLAN', content: { steps: ['look', 'mend'] } };
    expect(itemsOf(thread.items, 'custom')).toEqual([]);
    expect(itemsOf(thread.items, 'message')).toMatchObject([
      { messageId: 'plan-1', role: 'activity', parts: [{ kind: 'output', output }] },
    ]);
  });

  it('keeps a change that does not apply', () => {
    const { failedOperations } = fold([
      activity('SNAPSHOT', { content: {} }),
      activity('DELTA', { patch: [{ op: 'remove', path: '/none' }] }),
    ]);
    expect(failedOperations).toMatchObject([{ sequence: 2, operation: { path: '/none' } }]);
  });

  it('without a start is shown as received', () => {
    const { items } = fold([activity('DELTA', { patch: [] })]);
    expect(itemsOf(items, 'custom')).toMatchObject([{ name: 'ag-ui.ACTIVITY_DELTA' }]);
  });
});

describe('tokens', () => {
  const usage = [
    { provider: 'openai', model: 'gpt-x', inputTokens: 10, outputTokens: 3 },
    { provider: 'openai', model: 'gpt-y', inputTokens: 5 },
  ];
  it('are read from the end of the run, for any number of models', () => {
    expect(fold([started, { ...finished, usage }]).tokens).toEqual({ input: 15, output: 3 });
    expect(fold([started, { type: 'RUN_ERROR', message: 'x', usage }]).tokens).toEqual({
      input: 15,
      output: 3,
    });
  });
  it('are counted once if the result contains them too', () => {
    const result = { usage: { input_tokens: 15, output_tokens: 3 } };
    expect(fold([started, { ...finished, usage, result }]).tokens).toEqual({
      input: 15,
      output: 3,
    });
    expect(fold([started, { ...finished, result }]).tokens).toEqual({ input: 15, output: 3 });
  });
});

describe('the workflow items of a document that is never sent', () => {
  const handOver = (id: string, name: string): HaiEvent[] => [
    { type: 'AGENT_COLLABORATIVE_MESSAGE_START', from: 'planner', to: 'actor' },
    { type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT', delta: { task: { id, name } } },
    { type: 'AGENT_COLLABORATIVE_MESSAGE_END' },
  ];
  const status = (place: number, value: string): HaiEvent => ({
    type: 'STATE_DELTA',
    delta: [{ op: 'add', path: `/workflowItems/${place}/status`, value }],
  });

  it('grows with the hand-overs between agents, one item per task', () => {
    const thread = fold([
      ...handOver('a', 'Plan'),
      status(0, 'done'),
      ...handOver('b', 'Mend'),
      ...handOver('b', 'Mend it'),
      status(1, 'running'),
    ]);
    expect(thread.failedOperations).toEqual([]);
    expect(thread.state).toEqual({
      workflowItems: [
        { id: 'a', name: 'Plan', status: 'done' },
        { id: 'b', name: 'Mend it', status: 'running' },
      ],
    });
  });

  it('starts again with each run', () => {
    const thread = fold(
      [...handOver('a', 'Plan'), status(0, 'done'), finished],
      [started, ...handOver('c', 'Again'), status(0, 'running')],
    );
    expect(thread.state).toEqual({
      workflowItems: [{ id: 'c', name: 'Again', status: 'running' }],
    });
  });

  it('is unchanged if it is not patched', () => {
    expect(fold([...handOver('a', 'Plan')]).state).toBeUndefined();
  });

  it("is the agent's own once it has sent the document", () => {
    const thread = fold([
      { type: 'STATE_SNAPSHOT', snapshot: { other: 1 } },
      ...handOver('a', 'Plan'),
      status(0, 'done'),
    ]);
    expect(thread.state).toEqual({ other: 1 });
    expect(thread.failedOperations).toHaveLength(1);
  });

  it('is the same for the blame of a place', () => {
    const events = [...handOver('a', 'Plan'), status(0, 'done')];
    expect(blameOf(tape(events), '/workflowItems/0/status')).toMatchObject([
      { sequence: 4, after: 'done' },
    ]);
  });
});

describe('generated interface', () => {
  const messageId = 'msg-2';
  const start: HaiEvent = { type: 'BUSINESS_DATA_START', messageId };
  const end: HaiEvent = { type: 'BUSINESS_DATA_END', messageId };
  const output = (type: string, more: object): HaiEvent => ({
    type: 'BUSINESS_DATA_CONTENT',
    messageId,
    delta: { output: { type, ...more } },
  });
  const fold1 = (position: string) =>
    output('fold', { data: { title: 'Look', fold: true, position } });

  it('continues a section across the parts of a message', () => {
    const { items } = fold([
      start,
      fold1('start'),
      end,
      start,
      output('icon', {}),
      fold1('end'),
      end,
    ]);
    const [_first, second] = itemsOf(items, 'message');
    expect(second?.continues).toEqual([{ title: 'Look', folded: true }]);
    expect(second?.parts).toMatchObject([
      { output: { type: 'icon' } },
      { output: { type: 'fold', data: { position: 'end' } } },
    ]);
  });

  it('merges a tool list by its id, in a later stretch and in a later message', () => {
    const tools = (id: string) =>
      output('toolCallShow', { id: 'list | joins', data: { tools: [{ id }] } });
    const other: HaiEvent = { ...tools('c'), messageId: 'msg-3' } as HaiEvent;
    const { items } = fold([start, tools('a'), end, start, tools('b'), end, other]);
    const lists = itemsOf(items, 'message').flatMap(({ parts }) => parts);
    expect(lists).toMatchObject([
      { output: { data: { tools: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] } } },
    ]);
  });

  it('accepts a background that is only a flag', () => {
    const wished: HaiEvent = { ...output('icon', {}), style: { background: true } } as HaiEvent;
    const { items } = fold([start, wished, end]);
    expect(itemsOf(items, 'message')[0]?.parts).toMatchObject([{ background: 'default' }]);
  });
});
