import type { HaiEvent } from '@countersign/hai/event';
import { defaultBudget } from '@countersign/thread/budget';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyEvents, envelopesOf } from '../../testing/any-tape.ts';
import { type FlowTask, flowOf, workItemsOf } from './flow.ts';
import { BOX, placeTasks } from './flow-graph.ts';

const by = (agentId: string, event: HaiEvent): HaiEvent => ({ ...event, metadata: { agentId } });
const handOver = (messageId: string, [from, to]: [string, string], name: string): HaiEvent[] => [
  { type: 'AGENT_COLLABORATIVE_MESSAGE_START', messageId, from, to },
  {
    type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
    messageId,
    delta: { task: { id: name, name } },
  },
  { type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId },
];
const call = (agentId: string, toolCallId: string, error?: string): HaiEvent[] => [
  by(agentId, { type: 'TOOL_CALL_START', toolCallId, toolCallName: `tool ${toolCallId}` }),
  by(agentId, { type: 'TOOL_CALL_END', toolCallId }),
  by(agentId, {
    type: 'TOOL_CALL_RESULT',
    toolCallId,
    messageId: `result ${toolCallId}`,
    content: 'x',
    ...(error === undefined ? {} : { error }),
  }),
];
const flow = (...events: HaiEvent[]) => flowOf(foldThread(emptyThread('t'), envelopesOf(events)));

const walk = (tasks: readonly FlowTask[]): FlowTask[] =>
  tasks.flatMap((task) => [task, ...walk(task.children)]);

describe('a message between agents', () => {
  const word: HaiEvent[] = [
    { type: 'AGENT_COLLABORATIVE_MESSAGE_START', messageId: 'msg-2', from: 'demo', to: 'actor' },
    {
      type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
      messageId: 'msg-2',
      delta: { task: { id: 'assessment-1', name: 'Assess' } },
    },
    { type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId: 'msg-2' },
  ];
  const status = (value: string): HaiEvent => ({
    type: 'STATE_DELTA',
    delta: [{ op: 'add', path: '/workflowItems/0/status', value }],
  });
  const handed = (...events: HaiEvent[]) =>
    flow({ type: 'RUN_STARTED' }, ...word, ...events)[0]?.children[0]?.status;

  it('is done once its item of work is done', () => {
    expect(handed()).toBe('waiting');
    expect(handed(status('pending'))).toBe('waiting');
    expect(handed(status('running'))).toBe('running');
    expect(handed(status('done'))).toBe('done');
    expect(handed({ type: 'RUN_FINISHED' })).toBe('done');
  });

  it('to a subagent ends with its work', () => {
    const messageId = 'sub-3f2b6c1e';
    const work = flow(
      { type: 'RUN_STARTED' },
      { type: 'AGENT_COLLABORATIVE_MESSAGE_START', messageId, from: 'demo', to: 'actor' },
      {
        type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
        messageId,
        delta: { task: { id: messageId, name: 'Assess' } },
      },
      { type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId },
    );
    expect(work[0]?.children[0]?.status).toBe('done');
  });
});

it('a call without a result is not running after its run has ended', () => {
  const events: HaiEvent[] = [
    { type: 'RUN_STARTED' },
    { type: 'TOOL_CALL_START', toolCallId: 'tool-open-1', toolCallName: 'openToolSidePage' },
    { type: 'TOOL_CALL_END', toolCallId: 'tool-open-1' },
  ];
  const statusOf = (tasks: FlowTask[]) => tasks[0]?.steps[0]?.calls[0]?.status;
  expect(statusOf(flow(...events))).toBe('running');
  expect(statusOf(flow(...events, { type: 'RUN_FINISHED' }))).toBe('unanswered');
  // The work it belongs to is done all the same: some tools never answer.
  expect(flow(...events, { type: 'RUN_FINISHED' })[0]?.status).toBe('done');
});

describe('the flow of work', () => {
  it('hangs what is handed over below who had it, with its steps and their calls', () => {
    const [root, ...others] = flow(
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      by('demo', { type: 'STEP_STARTED', stepName: 'Plan' }),
      by('demo', { type: 'STEP_FINISHED', stepName: 'Plan' }),
      ...handOver('h1', ['demo', 'child'], 'Find'),
      by('child', { type: 'STEP_STARTED', stepName: 'Search' }),
      ...call('child', 'a'),
      ...call('child', 'b'),
      by('child', { type: 'STEP_FINISHED', stepName: 'Search' }),
      ...handOver('h2', ['child', 'grandchild'], 'Check'),
      ...call('grandchild', 'c'),
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    );
    expect(others).toEqual([]);
    expect(root).toMatchObject({
      agentId: 'demo',
      from: null,
      status: 'done',
      steps: [{ name: 'Plan', calls: [] }],
    });
    const [child] = root?.children ?? [];
    expect(child).toMatchObject({ agentId: 'relayed:demo:child', from: 'demo', name: 'Find' });
    // An agent is not done before the work it handed over.
    expect(child?.endedAt).toBeGreaterThanOrEqual(child?.children[0]?.endedAt ?? Number.NaN);
    expect(root?.endedAt).toBeGreaterThanOrEqual(child?.endedAt ?? Number.NaN);
    expect(child?.steps).toMatchObject([
      { name: 'Search', calls: [{ name: 'tool a' }, { name: 'tool b' }] },
    ]);
    expect(child?.children).toMatchObject([
      {
        agentId: 'relayed:demo:grandchild',
        name: 'Check',
        steps: [{ name: null, calls: [{ name: 'tool c' }] }],
      },
    ]);
  });

  it('does not take a hand-back for new work, nor go in circles', () => {
    const tasks = walk(
      flow(
        ...handOver('h1', ['demo', 'child'], 'Find'),
        ...handOver('h2', ['child', 'demo'], 'Found'),
        ...handOver('h3', ['demo', 'child'], 'Find more'),
      ),
    );
    expect(tasks.map(({ agentId, name }) => [agentId, name])).toEqual([
      ['demo', null],
      ['relayed:demo:child', 'Find'],
      ['relayed:demo:child', 'Find more'],
    ]);
  });

  it('runs while the run does, and shows what failed', () => {
    const running = flow({ type: 'RUN_STARTED', threadId: 't', runId: 'r' }, ...call('demo', 'a'));
    expect(running[0]).toMatchObject({ status: 'running', endedAt: null });
    const failed = flow(
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      ...call('demo', 'a', 'no such file'),
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    );
    expect(failed[0]?.steps[0]?.calls[0]?.status).toBe('failed');
    expect(failed[0]?.status).toBe('failed');
  });

  it('does not call done, nor running, what the end of the run cut off', () => {
    const work = [
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      by('demo', { type: 'STEP_STARTED', stepName: 'Plan' }),
      by('demo', { type: 'STEP_FINISHED', stepName: 'Plan' }),
      by('demo', { type: 'STEP_STARTED', stepName: 'Deploy' }),
      by('demo', { type: 'TOOL_CALL_START', toolCallId: 'a', toolCallName: 'write' }),
    ] satisfies HaiEvent[];
    const [cut] = flow(...work, { type: 'RUN_ERROR', message: 'gone' });
    expect(cut?.status).toBe('cut');
    expect(cut?.steps.map(({ status }) => status)).toEqual(['done', 'cut']);
    expect(cut?.steps[1]?.calls[0]?.status).toBe('cut');
    const [done] = flow(...work, { type: 'RUN_FINISHED', threadId: 't', runId: 'r' });
    expect(done?.steps.map(({ status }) => status)).toEqual(['done', 'done']);
  });

  it('bears an agent that calls and calls', () => {
    const calls = Array.from({ length: 150_000 }, (_, index): HaiEvent[] => [
      { type: 'TOOL_CALL_START', toolCallId: `c${index}`, toolCallName: 'ping' },
      { type: 'TOOL_CALL_RESULT', toolCallId: `c${index}`, messageId: `r${index}`, content: '' },
    ]).flat();
    const whole = emptyThread('t', { ...defaultBudget, items: 200_000, chars: 1_000_000_000 });
    const [work] = flowOf(foldThread(whole, envelopesOf(calls)));
    expect(work?.steps.flatMap((step) => step.calls)).toHaveLength(150_000);
  });

  it('loses no call and no step, for any events in any order', () => {
    const exchange = fc
      .tuple(fc.constantFrom('demo', 'x', 'y'), fc.constantFrom('demo', 'x', 'y'), fc.uuid())
      .map(([from, to, id]) => handOver(id, [from, to], 'work'));
    fc.assert(
      fc.property(
        fc.array(fc.oneof(exchange, anyEvents(3)), { maxLength: 20 }).map((parts) => parts.flat()),
        (events) => {
          const thread = foldThread(emptyThread('t'), envelopesOf(events));
          const tasks = walk(flowOf(thread));
          const steps = tasks.flatMap((task) => task.steps);
          const count = (kind: string) => thread.items.filter((item) => item.kind === kind).length;
          expect(steps.flatMap(({ calls }) => calls)).toHaveLength(count('tool-call'));
          expect(steps.filter(({ name }) => name !== null)).toHaveLength(count('step'));
          const { nodes } = placeTasks(flowOf(thread));
          expect(nodes.map(({ task }) => task.key).sort()).toEqual(
            tasks.map(({ key }) => key).sort(),
          );
          for (const [index, one] of nodes.entries()) {
            for (const two of nodes.slice(index + 1)) {
              const apart =
                Math.abs(one.x - two.x) >= BOX.width || Math.abs(one.y - two.y) >= BOX.height;
              expect(apart).toBe(true);
            }
          }
        },
      ),
    );
  });
});

describe('the plan of an agent', () => {
  const { run } = emptyThread('t');
  const plan = (state: unknown, now = run) =>
    workItemsOf({ state, run: now }).map(({ name, status }) => [name, status]);
  const state = {
    workflowItems: [
      { id: 'a', name: 'One', status: 'DONE' },
      { title: 'Two', state: 'in progress' },
      { label: 'Three', status: 'error' },
      { name: 'Four' },
      'not an item',
    ],
  };

  it('is read from workflowItems, however its states are called', () => {
    expect(plan(state)).toEqual([
      ['One', 'done'],
      ['Two', 'running'],
      ['Three', 'failed'],
      ['Four', 'waiting'],
    ]);
    expect(plan(null)).toEqual([]);
    expect(plan({ workflowItems: 'none' })).toEqual([]);
  });

  it('shows nothing as running once the run was stopped, regardless of its declared state', () => {
    expect(plan(state, { ...run, status: 'stopped', endedAt: 5 })[1]).toEqual(['Two', 'cut']);
  });
});

describe('a question', () => {
  const ask = (messageId: string): HaiEvent =>
    by('agent-7f', {
      type: 'CUSTOM',
      name: 'upformat.message',
      value: {
        messageId,
        threadId: 't',
        timestamp: '2026-11-21T14:00:00Z',
        state: 'needsHumanDecision',
        ask: 'Which room?',
      },
    });
  const events: HaiEvent[] = [
    { type: 'RUN_STARTED' },
    ...call('agent-7f', 'call_Yk3Xr0T9vQm2LpB7sNaW4dHc1'),
    ask('3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11'),
    ...call('agent-7f', 'call_Yk3Xr0T9vQm2LpB7sNaW4dHc2'),
  ];
  const [work] = flow(...events);

  it('is part of the work it holds up, where it was asked', () => {
    expect(work?.steps.map(({ wait, calls }) => wait?.blocking ?? calls.length)).toEqual([
      1,
      true,
      1,
    ]);
    expect(work?.steps[1]).toMatchObject({ name: 'Which room?', status: 'asked', endedAt: null });
    expect(work).toMatchObject({ status: 'asked', endedAt: null });
  });

  it('is listed once, however often it is revised', () => {
    const [revised] = flow(...events, ask('3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11'));
    expect(revised?.steps.filter(({ wait }) => wait !== undefined)).toHaveLength(1);
  });
});
