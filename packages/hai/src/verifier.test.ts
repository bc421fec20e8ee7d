import { describe, expect, it } from 'vitest';
import type { HaiEvent } from './event.ts';
import { createVerifier } from './verifier.ts';

const started: HaiEvent = { type: 'RUN_STARTED' };
const finished: HaiEvent = { type: 'RUN_FINISHED' };
const start = (messageId = 'm'): HaiEvent => ({ type: 'BUSINESS_DATA_START', messageId });
const content = (messageId = 'm'): HaiEvent => ({
  type: 'BUSINESS_DATA_CONTENT',
  messageId,
  delta: 'x',
});
const end = (messageId = 'm'): HaiEvent => ({ type: 'BUSINESS_DATA_END', messageId });
const call = (toolCallId = 't'): HaiEvent => ({
  type: 'TOOL_CALL_START',
  toolCallId,
  toolCallName: 'n',
});
const args = (toolCallId = 't'): HaiEvent => ({ type: 'TOOL_CALL_ARGS', toolCallId, delta: '' });
const callEnd = (toolCallId = 't'): HaiEvent => ({ type: 'TOOL_CALL_END', toolCallId });
const result = (toolCallId = 't'): HaiEvent => ({ type: 'TOOL_CALL_RESULT', toolCallId });
const step = (stepName: string): HaiEvent => ({ type: 'STEP_STARTED', stepName });
const stepEnd = (stepName: string): HaiEvent => ({ type: 'STEP_FINISHED', stepName });
const snapshot: HaiEvent = { type: 'STATE_SNAPSHOT', snapshot: {} };
const delta: HaiEvent = { type: 'STATE_DELTA', delta: [] };

const rules = (events: readonly HaiEvent[]) => {
  const verifier = createVerifier();
  return [...events.flatMap((event) => verifier.check(event)), ...verifier.end()].map(
    (breach) => breach.rule,
  );
};

describe('legal orders', () => {
  it.each<[string, HaiEvent[]]>([
    ['nothing at all', []],
    ['a run', [started, start(), content(), content(), end(), finished]],
    ['a run that fails', [started, { type: 'RUN_ERROR', message: 'x' }]],
    ['one run after another', [started, finished, started, finished]],
    [
      'one messageId again and again',
      [started, start(), end(), start(), content(), end(), finished],
    ],
    [
      'messages interleaved',
      [started, start('a'), start('b'), content('a'), end('b'), end('a'), finished],
    ],
    ['a tool call', [started, call(), args(), callEnd(), result(), finished]],
    [
      'a result in the next run',
      [started, call(), callEnd(), finished, started, result(), finished],
    ],
    ['nested steps', [started, step('a'), step('b'), stepEnd('b'), stepEnd('a'), finished]],
    ['state', [started, snapshot, delta, delta, finished]],
    ['state that begins with a change', [started, delta, delta, finished]],
    ['a run that fails before it has begun', [{ type: 'RUN_ERROR', message: 'x' }]],
    [
      'a failure in the middle of a sentence and of a call',
      [started, start(), call(), step('s'), { type: 'RUN_ERROR', message: 'x' }],
    ],
    ['a call that is announced again', [started, call(), callEnd(), call(), callEnd(), finished]],
    [
      'a word between agents that is not ended',
      [started, { type: 'AGENT_COLLABORATIVE_MESSAGE_START', from: 'a', to: 'b' }, finished],
    ],
    [
      'a result of a call that a snapshot has told of',
      [
        started,
        {
          type: 'MESSAGE_SNAPSHOT',
          messages: [{ id: 'lc_run--7c1', role: 'assistant', toolCalls: [{ id: 'call_Yk3' }] }],
        },
        result('call_Yk3'),
        finished,
      ],
    ],
    [
      'a control acknowledged after the end',
      [started, finished, { type: 'CUSTOM', name: 'hai.control', value: {} }],
    ],
  ])('%s', (_, events) => {
    expect(rules(events)).toEqual([]);
  });
});

describe('breaches', () => {
  it.each<[string, HaiEvent[], string[]]>([
    ['no RUN_STARTED', [start(), end(), finished], ['run-not-started']],
    ['RUN_STARTED twice', [started, started, finished], ['run-started-twice']],
    ['no end of the run', [started], ['run-not-ended']],
    [
      'no end of anything',
      [started, start(), call()],
      ['run-not-ended', 'start-without-end', 'start-without-end'],
    ],
    [
      'content without start',
      [started, content(), content(), end(), finished],
      ['content-without-start'],
    ],
    [
      'content after end',
      [started, start(), end(), content(), end(), finished],
      ['content-without-start'],
    ],
    ['end without start', [started, end(), finished], ['end-without-start']],
    ['end twice', [started, start(), end(), end(), finished], ['end-without-start']],
    ['start without end', [started, start(), finished], ['start-without-end']],
    ['start twice', [started, start(), start(), end(), finished], ['started-twice']],
    [
      'args of an unknown call',
      [started, args(), args(), callEnd(), finished],
      ['content-without-start'],
    ],
    [
      'args after end',
      [started, call(), callEnd(), args(), callEnd(), finished],
      ['tool-args-after-end'],
    ],
    [
      'result of an unknown call',
      [started, result(), result(), finished],
      ['tool-result-without-start'],
    ],
    ['step finished only', [started, stepEnd('a'), finished], ['end-without-start']],
    ['step not finished', [started, step('a'), finished], ['start-without-end']],
    [
      'content after the end of the run',
      [started, start(), end(), finished, start(), content(), content(), end()],
      ['after-run-end', 'after-run-end', 'after-run-end'],
    ],
    ['finished twice', [started, finished, finished], ['after-run-end']],
    [
      'collaboration without start',
      [started, { type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT', delta: {} }, finished],
      ['content-without-start'],
    ],
  ])('%s', (_, events, expected) => {
    expect(rules(events)).toEqual(expected);
  });

  it('names what it is about, shortened', () => {
    const [breach] = createVerifier()
      .check(content('m'.repeat(1000)))
      .slice(-1);
    expect(breach?.said.text.length).toBeLessThan(200);
  });
});

describe('a resumed run', () => {
  const known = {
    message: (id: string) => id === 'chatcmpl-BqX1',
    toolCall: (id: string) => id === 'call_Yk3sT0pq9LmVbN2dHf7RwXaE',
  };
  const rulesOf = (...events: HaiEvent[]) => {
    const verifier = createVerifier(known);
    return [started, ...events, finished].flatMap((event) => verifier.check(event));
  };

  it('continues the calls and messages of an earlier one', () => {
    expect(rulesOf(result('call_Yk3sT0pq9LmVbN2dHf7RwXaE'))).toEqual([]);
    expect(rulesOf(callEnd('call_Yk3sT0pq9LmVbN2dHf7RwXaE'))).toEqual([]);
    expect(rulesOf(content('chatcmpl-BqX1'), end('chatcmpl-BqX1'))).toEqual([]);
  });

  it('still reports unknown items', () => {
    expect(rulesOf(result('call_other')).map(({ rule }) => rule)).toEqual([
      'tool-result-without-start',
    ]);
  });
});

describe('relayed senders', () => {
  const relay = (event: HaiEvent, runId = 'r'): HaiEvent => ({
    ...event,
    metadata: { agentId: 'other', runId },
  });

  it('are checked separately from the stream that relays them, from any event to any event', () => {
    expect(
      rules([
        started,
        relay(started),
        relay(start()),
        start(),
        relay(end()),
        end(),
        relay(finished),
        relay(start(), 'second'),
        finished,
      ]),
    ).toEqual([]);
  });

  it('are checked by all other rules', () => {
    expect(rules([started, relay(content()), finished])).toEqual(['content-without-start']);
  });
});

it('forgets old ids instead of growing, and then reports no unknown ids', () => {
  const verifier = createVerifier();
  verifier.check(started);
  for (let index = 0; index < 25_000; index += 1) {
    verifier.check(start(`m${index}`));
    verifier.check({ ...start(), metadata: { agentId: `a${index}` } });
  }
  expect(verifier.check(end('m1'))).toEqual([]);
  expect(verifier.check(finished).length).toBeLessThan(50);
});
