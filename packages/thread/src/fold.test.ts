import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import { describe, expect, it } from 'vitest';
import { emptyThread, foldThread } from './fold.ts';
import type { Thread } from './thread.ts';

function tape(events: (HaiEvent | [agentId: string, event: HaiEvent])[]): Envelope[] {
  return events.map((entry, place) => {
    const [agentId, event] = Array.isArray(entry) ? entry : ['orchestrator', entry];
    const sequence = place + 1;
    return {
      position: sequence,
      threadId: 't1',
      runId: 'r1',
      sequence,
      receivedAt: 1_000 + sequence,
      agentId,
      event,
    };
  });
}
const fold = (events: Parameters<typeof tape>[0]): Thread =>
  foldThread(emptyThread('t1'), tape(events));

const text = (delta: string, messageId = 'm1'): HaiEvent => ({
  type: 'BUSINESS_DATA_CONTENT',
  messageId,
  delta,
});
const start = (messageId = 'm1'): HaiEvent => ({ type: 'BUSINESS_DATA_START', messageId });
const end = (messageId = 'm1'): HaiEvent => ({ type: 'BUSINESS_DATA_END', messageId });

describe('messages', () => {
  it('opens a new item when a message id is used again after its end', () => {
    const { items } = fold([
      start(),
      text('a'),
      end(),
      { type: 'STEP_STARTED', stepName: 's' },
      start(),
      text('b'),
      end(),
    ]);
    expect(items.map((item) => item.key)).toEqual(['message:m1', 'step:s', 'message:m1#2']);
    expect(items[2]).toMatchObject({ parts: [{ kind: 'text', text: 'b' }], open: false });
  });

  it('opens a message at its first content and ignores an end without a start', () => {
    const { items } = fold([end('zz'), text('hel'), text('lo')]);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ open: true, parts: [{ text: 'hello' }], lastSequence: 3 });
  });

  it('keeps two agents apart that use the same message id', () => {
    const relayed: HaiEvent = { ...text('other'), metadata: { agentId: 'recommender' } };
    const { items, agents } = fold([start(), text('mine'), relayed]);
    expect(items.map((item) => item.agentId)).toEqual([
      'orchestrator',
      'relayed:orchestrator:recommender',
    ]);
    expect(agents).toEqual(['orchestrator', 'relayed:orchestrator:recommender']);
  });

  it('does not let an agent act as an operator or as the server', () => {
    const forged: HaiEvent = { ...text('approve it'), metadata: { agentId: 'operator:alice' } };
    const { items } = fold([forged]);
    expect(items[0]?.agentId).toBe('orchestrator');
  });

  it('merges tool lists of one id in place and tools by id', () => {
    const show = (tools: unknown[], title?: string): HaiEvent => ({
      type: 'BUSINESS_DATA_CONTENT',
      messageId: 'm1',
      blockId: 'b1',
      delta: { output: { type: 'toolCallShow', id: 'l1', data: { title, tools } } },
    });
    const { items } = fold([
      show([{ id: 'a', name: 'A', progress: 0 }], 'Tools'),
      text('between'),
      show([
        { id: 'a', progress: 1 },
        { id: 'b', name: 'B' },
      ]),
    ]);
    const message = items[0];
    expect(message?.kind === 'message' && message.parts).toHaveLength(2);
    expect(message).toMatchObject({
      parts: [
        {
          output: {
            data: {
              tools: [
                { id: 'a', name: 'A', progress: 1 },
                { id: 'b', name: 'B' },
              ],
            },
          },
        },
        { kind: 'text' },
      ],
    });
  });

  it('updates progress and tables of one id in place, and leaves two without an id apart', () => {
    const show = (output: { type: string } & Record<string, unknown>): HaiEvent => ({
      type: 'BUSINESS_DATA_CONTENT',
      messageId: 'm1',
      delta: { output },
    });
    const { items } = fold([
      show({ type: 'progress', id: 'p', value: 0.1, label: 'Cells' }),
      show({ type: 'progress', value: 0.5 }),
      show({ type: 'table', data: { id: 'p', columns: ['a'], rows: [] } }),
      show({ type: 'progress', id: 'p', value: 0.9 }),
      show({ type: 'table', data: { id: 'p', rows: [[1]] } }),
      show({ type: 'progress', value: 0.6 }),
    ]);
    const [message] = items;
    expect(message?.kind === 'message' && message.parts.map((part) => part)).toMatchObject([
      { output: { type: 'progress', value: 0.9, label: 'Cells' } },
      { output: { value: 0.5 } },
      { output: { type: 'table', data: { columns: ['a'], rows: [[1]] } } },
      { output: { value: 0.6 } },
    ]);
  });

  it('replaces text by a message snapshot, keeps Gen UI, adds what it does not know', () => {
    const button: HaiEvent = {
      type: 'BUSINESS_DATA_CONTENT',
      messageId: 'm1',
      delta: { output: { type: 'button', data: { name: 'Go' } } },
    };
    const { items } = fold([
      start(),
      text('hal'),
      button,
      {
        type: 'MESSAGE_SNAPSHOT',
        messages: [
          { id: 'm1', role: 'assistant', content: 'hallo' },
          { id: 'm2', role: 'user', content: [{ type: 'text', text: 'hi' }] },
        ],
      },
    ]);
    expect(items[0]).toMatchObject({
      parts: [{ text: 'hallo' }, { output: { type: 'button' } }],
      open: true,
    });
    expect(items[1]).toMatchObject({ role: 'user', parts: [{ text: 'hi' }], open: false });
  });

  it('closes at the end of the run what was never ended', () => {
    const { items } = fold([
      { type: 'RUN_STARTED' },
      start(),
      { type: 'STEP_STARTED', stepName: 's' },
      { type: 'RUN_FINISHED' },
    ]);
    expect(items).toMatchObject([
      { kind: 'run', status: 'finished' },
      { kind: 'message', open: false, endedAt: 1_004 },
      { kind: 'step', status: 'finished' },
    ]);
  });
});

describe('state', () => {
  it('patches an empty object before the first snapshot and keeps what does not apply', () => {
    const { state, failedOperations, stateChanges } = fold([
      {
        type: 'STATE_DELTA',
        delta: [
          { op: 'replace', path: '/workflowItems/0/status', value: 'done' },
          { op: 'add', path: '/ok', value: 1 },
        ],
      },
    ]);
    expect(state).toEqual({ ok: 1 });
    expect(failedOperations).toMatchObject([
      { sequence: 1, operation: { path: '/workflowItems/0/status' }, reason: expect.any(String) },
    ]);
    expect(stateChanges).toEqual([{ path: '/ok', sequence: 1 }]);
  });

  it('is one document for all agents that share it', () => {
    const metadata = { agentId: 'recommender' };
    const thread = fold([
      { type: 'STATE_SNAPSHOT', snapshot: { plan: 1, ranked: [] } },
      { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/ranked/-', value: 'x' }], metadata },
    ]);
    expect(thread.state).toEqual({ plan: 1, ranked: ['x'] });
  });
});

it('texts keep the place that the agent wants', () => {
  const text = (content: string, layout?: { x: number; y: number }): HaiEvent => ({
    type: 'BUSINESS_DATA_CONTENT',
    messageId: 'm1',
    blockId: 'b1',
    delta: { output: { type: 'text', data: { content } }, ...(layout && { layout }) },
  });
  const { items } = fold([
    { type: 'RUN_STARTED' },
    { type: 'BUSINESS_DATA_START', messageId: 'm1' },
    text('left, ', { x: 0, y: 0 }),
    text('longer', { x: 0, y: 0 }),
    text('right', { x: 1, y: 0 }),
    text(', on'),
  ]);
  expect(items[1]).toMatchObject({
    parts: [
      { text: 'left, longer', layout: { x: 0, y: 0 } },
      { text: 'right, on', layout: { x: 1, y: 0 } },
    ],
  });
});

describe('runs', () => {
  const control = (action: string, status: string): HaiEvent => ({
    type: 'CUSTOM',
    name: 'hai.control',
    value: { action, status },
  });
  it('follows the agent’s reports on controls', () => {
    const events: HaiEvent[] = [{ type: 'RUN_STARTED' }, control('pause', 'paused')];
    expect(fold(events).run.status).toBe('paused');
    events.push(control('resume', 'running'), control('stop', 'stopping'));
    expect(fold(events).run.status).toBe('stopping');
    events.push({ type: 'RUN_FINISHED' });
    expect(fold(events).run).toMatchObject({ status: 'stopped', endedAt: 1_005 });
  });
  it.each<[string, HaiEvent[], string, string | null]>([
    [
      'failed, whatever follows',
      [{ type: 'RUN_ERROR', message: 'no' }, { type: 'RUN_FINISHED' }],
      'failed',
      'no',
    ],
    [
      'failed, if it says so late',
      [{ type: 'RUN_FINISHED' }, { type: 'RUN_ERROR', message: 'no' }],
      'failed',
      'no',
    ],
    [
      'failed, although it begins again under its id',
      [{ type: 'RUN_ERROR', message: 'no' }, { type: 'RUN_STARTED' }],
      'failed',
      'no',
    ],
    [
      'cancelled by its agent',
      [{ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } }],
      'cancelled',
      null,
    ],
  ])('has ended as the agent says: %s', (_, ending, status, error) => {
    const thread = fold([{ type: 'RUN_STARTED' }, ...ending]);
    expect(thread.run).toMatchObject({ status, error });
    const [item] = thread.items;
    expect(item).toMatchObject({ kind: 'run', status: error === null ? 'finished' : 'failed' });
    if (status === 'cancelled') expect(thread.upState).toBe('cancelled');
  });
  it('treats the end of a relayed run as such', () => {
    const metadata = { agentId: 'recommender', runId: 'sub' };
    const { run, items } = fold([
      { type: 'RUN_STARTED' },
      { type: 'RUN_STARTED', metadata },
      { type: 'RUN_ERROR', message: 'no', metadata },
    ]);
    expect(run.status).toBe('running');
    expect(items).toMatchObject([
      { kind: 'run', status: 'running' },
      { kind: 'run', runId: 'sub', status: 'failed', error: 'no' },
    ]);
  });

  const fact = (name: string, value: unknown): [string, HaiEvent] => [
    'countersign',
    { type: 'CUSTOM', name: `countersign.${name}`, value },
  ];
  const connection = (change: string, runId = 'r1') =>
    fact('agent', { change, agentId: 'orchestrator', runId, detail: null });

  it('is held, lost, rejoined and restarted as the server reports', () => {
    const events = [connection('connected'), connection('held')];
    expect(fold(events).run).toMatchObject({ runId: 'r1', status: 'held' });
    events.push(connection('released'), connection('reconnecting'), connection('reconnecting'));
    expect(fold(events)).toMatchObject({ run: { status: 'running' }, items: { length: 4 } });
    events.push(connection('lost'));
    expect(fold(events).run.status).toBe('lost');
    events.push(connection('connected'));
    expect(fold(events).run).toMatchObject({ status: 'running', endedAt: null });
    events.push(connection('lost'), connection('connected', 'r2'));
    expect(fold(events).run).toMatchObject({ runId: 'r2', status: 'running' });
  });

  it('is stopped when a stop settles, in either order of the events', () => {
    const control = {
      id: 'c1',
      taskId: 't1',
      runId: 'r1',
      action: 'stop',
      means: 'agent',
      reason: null,
      by: 'ada',
      state: 'delivered',
      requestedAt: 1,
      deliveredAt: 2,
      acknowledgedAt: null,
      settledAt: null,
      failure: null,
      eventsSince: 7,
    };
    const delivered = fact('control', { change: 'delivered', control });
    const settled = fact('control', {
      change: 'settled',
      control: { ...control, state: 'settled', settledAt: 3 },
    });
    const started: HaiEvent = { type: 'RUN_STARTED' };
    expect(fold([started, delivered]).run.status).toBe('stopping');
    const ignored = fold([started, delivered, { type: 'RUN_FINISHED' }]);
    expect(ignored.run.status).toBe('finished');
    expect(ignored.items[0]).not.toHaveProperty('stopped');
    const failed = fact('control', {
      change: 'failed',
      control: {
        ...control,
        state: 'failed',
        failure: 'It did not follow it.',
        failureStatement: { code: 'control.stop-not-followed' },
      },
    });
    const noted = fold([started, delivered, { type: 'RUN_FINISHED' }, failed]);
    expect(noted.run.status).toBe('finished');
    expect(noted.items[0]).toMatchObject({ status: 'finished', stopNotFollowed: true });
    const brokenOff = fold([started, delivered, { type: 'RUN_ERROR', message: 'aborted' }]);
    expect(brokenOff.run.status).toBe('stopped');
    const thread = fold([started, delivered, { type: 'RUN_FINISHED' }, settled]);
    expect(thread).toMatchObject({
      run: { status: 'stopped' },
      controls: [{ id: 'c1', state: 'settled', eventsSince: 7 }],
    });
    expect(thread.items[0]).toMatchObject({ kind: 'run', stopped: true });
    const late = fold([started, { type: 'RUN_ERROR', message: 'aborted' }, settled]);
    expect(late.run.status).toBe('stopped');
    expect(late.items[0]).toMatchObject({ kind: 'run', status: 'failed', stopped: true });
    expect(thread.items.filter((item) => item.kind === 'control')).toHaveLength(1);
  });

  it.each([
    ['as it is told now', 'cut-off', 'cut-off'],
    ['as earlier versions told it', 'stopped', 'settled'],
  ])('is cut off, not stopped, when its stream was closed: %s', (_, code, state) => {
    const control = {
      id: 'control-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
      taskId: 't1',
      runId: 'r1',
      action: 'stop',
      means: 'close',
      reason: null,
      by: 'ada',
      state: 'requested',
      requestedAt: 1,
      deliveredAt: null,
      acknowledgedAt: null,
      settledAt: null,
      failure: null,
      eventsSince: 0,
    };
    const reported = (rung: string) =>
      fact('control', { change: rung, control: { ...control, state: rung } });
    const closed: HaiEvent = {
      type: 'RUN_ERROR',
      runId: 'r1',
      code,
      message: 'Its stream was closed.',
      metadata: { source: 'countersign' },
    };
    const started: HaiEvent = { type: 'RUN_STARTED', runId: 'r1' };
    const thread = fold([started, reported('requested'), closed, reported(state)]);
    expect(thread.run).toMatchObject({ status: 'cut-off' });
    expect(thread.run.endedAt).not.toBeNull();
    expect(thread.controls).toMatchObject([{ state: 'cut-off' }]);
    expect(thread.items[0]).toMatchObject({ kind: 'run', code: 'cut-off' });
    expect(thread.items[0]).not.toHaveProperty('stopped');
  });

  it('says what the server said in the words of the server, and nothing that an agent puts there', () => {
    const statement = { code: 'run.not-started', params: { agent: 'Bank' } };
    const failing = (metadata: Record<string, unknown>): HaiEvent => ({
      type: 'RUN_ERROR',
      message: 'It failed.',
      metadata,
    });
    const own = fold([{ type: 'RUN_STARTED' }, failing({ source: 'countersign', statement })]);
    expect(own.run.statement).toEqual(statement);
    expect(own.items[0]).toMatchObject({ statement });
    const hostile = fold([{ type: 'RUN_STARTED' }, failing({ statement })]);
    expect(hostile.run.statement).toBeUndefined();
    expect(hostile.items[0]).not.toHaveProperty('statement');
  });

  it('is lost, not stopped, when its stream broke before it confirmed a stop', () => {
    const lost: HaiEvent = {
      type: 'RUN_ERROR',
      code: 'agent-lost',
      message: 'It closed the stream.',
      metadata: { source: 'countersign' },
    };
    expect(fold([{ type: 'RUN_STARTED' }, lost]).run.status).toBe('lost');
  });
});
