import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import { sizeOf } from '@countersign/json/json-size';
import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FoldBudget } from './budget.ts';
import { emptyThread, foldThread } from './fold.ts';
import type { Thread } from './thread.ts';

const id = fc.constantFrom('a', 'b', '#2', '__proto__', 'constructor');
const metadata = fc.option(
  fc.record({ agentId: fc.constantFrom('x', 'operator:eve', '__proto__') }),
  {
    nil: undefined,
  },
);
const path = fc.constantFrom('', '/a', '/a/b', '/list/0', '/list/-', '/__proto__/x', 'bad');
const output = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'thinking', 'think', 'chart'), data: fc.jsonValue() }),
  fc.record({
    type: fc.constant('toolCallShow'),
    id,
    data: fc.record({ tools: fc.array(fc.record({ id, progress: fc.integer() })) }),
  }),
  fc.record({
    type: fc.constantFrom('progress', 'table'),
    id,
    value: fc.integer(),
    data: fc.record({ rows: fc.array(fc.integer()) }),
  }),
  fc.record({
    type: fc.constant('fold'),
    data: fc.record({ title: fc.string(), position: fc.constantFrom('start', 'end') }),
  }),
);
const upMessage = fc.record({
  messageId: id,
  threadId: fc.constant('t'),
  timestamp: fc.constant('2026-11-21T00:00:00Z'),
  state: fc.constantFrom('submitted', 'needsHumanDecision', 'followup', 'completed', 'odd'),
  parentMessageId: id,
});
const fields = fc.record({
  messageId: id,
  toolCallId: id,
  stepName: id,
  from: id,
  to: id,
  role: fc.constantFrom('user', 'assistant'),
  toolCallName: id,
  message: fc.string(),
  metadata,
});
const types = [
  'RUN_STARTED',
  'RUN_FINISHED',
  'RUN_ERROR',
  'STEP_STARTED',
  'STEP_FINISHED',
  'BUSINESS_DATA_START',
  'BUSINESS_DATA_END',
  'AGENT_COLLABORATIVE_MESSAGE_START',
  'AGENT_COLLABORATIVE_MESSAGE_END',
  'TOOL_CALL_START',
  'TOOL_CALL_END',
  'TOOL_CALL_RESULT',
] as const;

/** Plausible events of every family over few ids, so that ids repeat. */
const plausible = fc.oneof(
  fc.tuple(fc.constantFrom(...types), fields).map(([type, rest]) => ({ ...rest, type })),
  fc
    .tuple(fields, fc.oneof(fc.string({ maxLength: 3 }), fc.record({ output })))
    .map(([rest, delta]) => ({ ...rest, type: 'BUSINESS_DATA_CONTENT', delta, blockId: 'a' })),
  fields.map((rest) => ({ ...rest, type: 'TOOL_CALL_ARGS', delta: '{' })),
  fields.map((rest) => ({
    ...rest,
    type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
    delta: { task: { id: rest.from, name: rest.to } },
  })),
  fc.record({
    type: fc.constantFrom('STATE_DELTA'),
    delta: fc.array(
      fc.record({
        op: fc.constantFrom('add', 'remove', 'replace', 'copy', 'move', 'test'),
        path,
        from: path,
        value: fc.jsonValue({ maxDepth: 2 }),
      }),
      { maxLength: 3 },
    ),
    metadata,
  }),
  fc.record({ type: fc.constant('STATE_SNAPSHOT'), snapshot: fc.jsonValue(), metadata }),
  fc.record({
    type: fc.constant('MESSAGE_SNAPSHOT'),
    messages: fc.array(
      fc.record({ id, role: fc.constantFrom('user', 'assistant'), content: fc.string() }),
      { maxLength: 3 },
    ),
  }),
  fc.record({
    type: fc.constant('CUSTOM'),
    name: fc.constant('upformat.message'),
    value: upMessage,
  }),
  fc.record({
    type: fc.constant('CUSTOM'),
    name: fc.constant('hai.control'),
    value: fc.record({
      action: fc.constantFrom('pause', 'stop'),
      status: fc.constantFrom('running', 'paused', 'stopping', 'stopped', 'finished'),
    }),
  }),
);
/** Known types with arbitrary JSON, which a decoder should refuse. */
const junk = fc
  .tuple(
    fc.constantFrom(
      ...types,
      'BUSINESS_DATA_CONTENT',
      'STATE_DELTA',
      'MESSAGE_SNAPSHOT',
      'CUSTOM',
      'RAW',
      'TOOL_CALL_ARGS',
      'NEW',
    ),
    fc.dictionary(
      fc.constantFrom(
        'delta',
        'messages',
        'name',
        'value',
        'messageId',
        'snapshot',
        'metadata',
        'content',
        '__proto__',
      ),
      fc.jsonValue(),
    ),
  )
  .map(([type, rest]) => ({ ...rest, type }));

/** Events as received: undefined members are dropped, `__proto__` is a normal member. */
const asWire = (value: unknown) => JSON.parse(JSON.stringify(value)) as HaiEvent;

const tape = (event: fc.Arbitrary<unknown>) =>
  fc
    .array(fc.tuple(event, fc.constantFrom('agent', 'other', 'countersign', 'operator:ada')), {
      maxLength: 50,
      size: 'max',
    })
    .map((entries) =>
      entries.map(
        ([value, agentId], place): Envelope => ({
          position: place + 1,
          threadId: 't',
          runId: place < 25 ? 'r1' : 'r2',
          sequence: place + 1,
          receivedAt: 1_000 + place,
          agentId,
          event: asWire(value),
        }),
      ),
    );

/** So small that every tape reaches it. */
const tight: FoldBudget = {
  state: { values: 12, chars: 60, depth: 4 },
  items: 6,
  chars: 900,
  memberChars: 12,
  entries: 3,
};

const asJson = (thread: Thread): Thread => JSON.parse(JSON.stringify(thread));
const empty = emptyThread('t');

describe('foldThread', () => {
  it('does not depend on how the events are cut into batches, nor on duplicates', () => {
    fc.assert(
      fc.property(tape(plausible), fc.array(fc.nat({ max: 9 })), (envelopes, cuts) => {
        const whole = foldThread(empty, envelopes);
        let thread = empty;
        let at = 0;
        for (const size of [...cuts, envelopes.length]) {
          // Each batch begins with what the last one ended with.
          thread = foldThread(thread, envelopes.slice(Math.max(0, at - 2), at + size));
          at += size;
        }
        expect(thread).toEqual(whole);
        expect(foldThread(thread, envelopes)).toBe(thread);
      }),
      { numRuns: runs(150) },
    );
  });

  it('gives the same result from a stored snapshot at any position as from the beginning', () => {
    fc.assert(
      fc.property(tape(plausible), fc.nat({ max: 50 }), (envelopes, at) => {
        const whole = foldThread(empty, envelopes);
        const snapshot = asJson(foldThread(empty, envelopes.slice(0, at)));
        expect(asJson(foldThread(snapshot, envelopes.slice(at)))).toEqual(asJson(whole));
      }),
      { numRuns: runs(150) },
    );
  });

  it('never changes a thread it was given, and folds an older one again to the same', () => {
    fc.assert(
      fc.property(tape(plausible), fc.nat({ max: 50 }), (envelopes, at) => {
        const older = foldThread(empty, envelopes.slice(0, at));
        const before = asJson(older);
        const first = foldThread(older, envelopes.slice(at));
        expect(asJson(older)).toEqual(before);
        expect(foldThread(older, envelopes.slice(at))).toEqual(first);
      }),
    );
  });

  it('never throws, keeps keys unique, and stays plain JSON', () => {
    fc.assert(
      fc.property(tape(fc.oneof(plausible, junk, fc.jsonValue())), (envelopes) => {
        const thread = foldThread(empty, envelopes);
        expect(thread.sequence).toBe(envelopes.length);
        expect(foldThread(empty, asWire(envelopes) as never)).toEqual(thread);
        const keys = thread.items.map((item) => item.key);
        expect(new Set(keys).size).toBe(keys.length);
        expect(asJson(thread)).toEqual(JSON.parse(JSON.stringify(asJson(thread))));
        expect(Reflect.get({}, 'x')).toBeUndefined();
      }),
      { numRuns: runs(150) },
    );
  });

  it('stays within its budget, and within it neither batches nor snapshots change anything', () => {
    fc.assert(
      fc.property(tape(plausible), fc.nat({ max: 50 }), (envelopes, at) => {
        const start = emptyThread('t', tight);
        const whole = foldThread(start, envelopes);
        const before = foldThread(start, envelopes.slice(0, at));
        expect(foldThread(before, envelopes.slice(at))).toEqual(whole);
        const snapshot = asJson(foldThread(start, envelopes.slice(0, at)));
        expect(asJson(foldThread(snapshot, envelopes.slice(at)))).toEqual(asJson(whole));
        // Beyond it only the items of the last event, and the notice of removed items.
        expect(whole.items.length).toBeLessThanOrEqual(tight.items + 4);
        expect(sizeOf(whole.state).values).toBeLessThanOrEqual(tight.state.values);
        const keys = whole.items.map((item) => item.key);
        expect(new Set(keys).size).toBe(keys.length);
        const { earlier } = whole;
        if (earlier === undefined) return;
        // The newest removed items are still present in the earlier thread.
        const then = foldThread(
          start,
          envelopes.filter(({ sequence }) => sequence <= earlier.sequence),
        );
        const nameOf = ({ key, sequence }: Thread['items'][number]) => `${sequence} ${key}`;
        const kept = new Set(whole.items.map(nameOf));
        expect(then.items.some((item) => !kept.has(nameOf(item)))).toBe(true);
      }),
      { numRuns: runs(150) },
    );
  });
});
