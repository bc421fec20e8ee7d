import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import { describe, expect, it } from 'vitest';
import { defaultBudget, type FoldBudget } from './budget.ts';
import { emptyThread, foldThread } from './fold.ts';
import { createStateReplay } from './state-replay.ts';
import type { AnomalyItem, MessageItem, Thread } from './thread.ts';

const threadId = 'thread-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
const messageId = 'chatcmpl-AbCdEfGhIjKlMnOpQrStUvWxYz0123';
const toolCallId = 'call_Yk3pQ8vT1mZr5LdNw0XcBe7A';
const small: FoldBudget = { ...defaultBudget, items: 20, memberChars: 1_000, entries: 10 };

const tape = (events: HaiEvent[]): Envelope[] =>
  events.map((event, place) => ({
    position: place + 1,
    threadId,
    runId: 'run-3f2b6c1e-9d5a-4c7b-8a54-000000000001',
    sequence: place + 1,
    receivedAt: 1_000 + place,
    agentId: 'agent-under-test',
    event,
  }));
const fold = (events: HaiEvent[], budget?: FoldBudget): Thread =>
  foldThread(emptyThread(threadId, budget), tape(events));
const leftOut = ({ items }: Thread) =>
  items.filter(
    (item): item is AnomalyItem => item.kind === 'anomaly' && item.leftOut !== undefined,
  );
const copies = (count: number): HaiEvent => ({
  type: 'STATE_DELTA',
  delta: Array.from({ length: count }, (_, index) => ({
    op: 'copy' as const,
    from: '',
    path: `/copy${index}`,
  })),
});

describe('the budget of a thread', () => {
  it('limits copies of the state in one event and in many, and reports what was left out', () => {
    const seed: HaiEvent = { type: 'STATE_SNAPSHOT', snapshot: { seed: 'x'.repeat(64) } };
    const atOnce = fold([seed, copies(40)]);
    expect(leftOut(atOnce)).toMatchObject([
      { anomaly: 'over-budget', detail: expect.stringContaining('the limit is 200,000') },
    ]);
    const later = fold([
      seed,
      ...Array.from(
        { length: 40 },
        (_, index): HaiEvent => ({
          type: 'STATE_DELTA',
          delta: [{ op: 'copy', from: '', path: `/copy${index}` }],
        }),
      ),
    ]);
    // One line, for any number of times.
    expect(leftOut(later)).toMatchObject([{ times: 24 }]);
    expect(later.anomalyCount).toBe(1);
    for (const thread of [atOnce, later]) {
      expect(JSON.stringify(thread).length).toBeLessThan(10_000_000);
    }
    // Blame reads the same document.
    const replay = createStateReplay();
    for (const envelope of tape([seed, copies(40)])) replay.take(envelope);
    expect(JSON.stringify(replay.document)).toBe(JSON.stringify(atOnce.state));
  });

  it('applies to an activity, which is patched like the state', () => {
    const snapshot: HaiEvent = {
      type: 'CUSTOM',
      name: 'ag-ui.ACTIVITY_SNAPSHOT',
      value: { messageId, activityType: 'PLAN', content: { seed: 'x'.repeat(64) } },
    };
    const { delta } = copies(40) as Extract<HaiEvent, { type: 'STATE_DELTA' }>;
    const bomb: HaiEvent = {
      type: 'CUSTOM',
      name: 'ag-ui.ACTIVITY_DELTA',
      value: { messageId, activityType: 'PLAN', patch: delta },
    };
    const thread = fold([snapshot, bomb]);
    expect(leftOut(thread)).toMatchObject([{ leftOut: 'activity' }]);
    expect(JSON.stringify(thread).length).toBeLessThan(10_000_000);
  });

  it('refuses a snapshot that is too deep, and keeps the previous state', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 150; level += 1) deep = [deep];
    const thread = fold([
      { type: 'STATE_SNAPSHOT', snapshot: { kept: true } },
      { type: 'STATE_SNAPSHOT', snapshot: deep },
    ]);
    expect(thread.state).toEqual({ kept: true });
    expect(leftOut(thread)[0]?.detail).toContain('150 levels');
  });

  it('removes the oldest items, keeps open ones, and records the sequence at which they can be read', () => {
    const events: HaiEvent[] = [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'still_going' },
      ...Array.from(
        { length: 30 },
        (_, index): HaiEvent => ({ type: 'CUSTOM', name: `tick ${index}` }),
      ),
    ];
    const thread = fold(events, small);
    expect(thread.items.length).toBeLessThanOrEqual(small.items);
    expect(thread.items[0]).toMatchObject({ kind: 'tool-call', toolCallId });
    expect(leftOut(thread)).toMatchObject([{ leftOut: 'items' }]);
    const { earlier } = thread;
    // Removed from the thread, but not lost.
    const shown = thread.items.filter(({ kind }) => kind === 'custom').length;
    expect((earlier?.items ?? 0) + shown).toBe(30);
    const then = foldThread(emptyThread(threadId, small), tape(events.slice(0, earlier?.sequence)));
    expect(
      then.items.filter(({ kind }) => kind === 'custom').map(({ sequence }) => sequence),
    ).toContain((thread.items[1]?.sequence ?? 0) - 1);
  });

  it('continues a long message in further items, without loss', () => {
    const piece = 'a word of a contract '.repeat(20);
    const said = Array.from(
      { length: 12 },
      (): HaiEvent => ({
        type: 'BUSINESS_DATA_CONTENT',
        messageId,
        delta: piece,
      }),
    );
    const thread = fold(
      [
        { type: 'BUSINESS_DATA_START', messageId, role: 'reasoning' },
        ...said,
        { type: 'BUSINESS_DATA_END', messageId },
      ],
      small,
    );
    const messages = thread.items.filter((item): item is MessageItem => item.kind === 'message');
    expect(messages.length).toBeGreaterThan(2);
    expect(messages.every(({ open, role }) => !open && role === 'reasoning')).toBe(true);
    const text = messages
      .flatMap(({ parts }) => parts)
      .map((part) => (part.kind === 'text' ? part.text : ''))
      .join('');
    expect(text).toBe(piece.repeat(12));
  });

  it('cuts arguments and lists that have no end', () => {
    const thread = fold(
      [
        { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'search' },
        ...Array.from(
          { length: 5 },
          (): HaiEvent => ({
            type: 'TOOL_CALL_ARGS',
            toolCallId,
            delta: 'x'.repeat(400),
          }),
        ),
        { type: 'AGENT_COLLABORATIVE_MESSAGE_START', messageId, from: 'a', to: 'b' },
        ...Array.from(
          { length: 15 },
          (_, index): HaiEvent => ({
            type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
            messageId,
            delta: { task: { id: `task-${index}`, name: 'work' } },
          }),
        ),
      ],
      small,
    );
    expect(thread.items[0]).toMatchObject({ args: 'x'.repeat(800) });
    expect(thread.items.find(({ kind }) => kind === 'exchange')).toMatchObject({
      tasks: { length: small.entries },
    });
    expect(leftOut(thread).map(({ leftOut: what, times }) => [what, times])).toEqual([
      ['arguments', 3],
      ['list', 5],
    ]);
  });

  it('keeps operations that failed short', () => {
    const thread = fold([
      {
        type: 'STATE_DELTA',
        delta: [{ op: 'replace', path: '/nowhere', value: 'x'.repeat(500_000) }],
      },
    ]);
    expect(JSON.stringify(thread.failedOperations).length).toBeLessThan(5_000);
  });
});
