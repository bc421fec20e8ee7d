import { describe, expect, it } from 'vitest';
import { createDecoder } from './decoder.ts';

const decode = (...values: unknown[]) =>
  createDecoder().decode(values.map((value) => JSON.stringify(value)).join(''));

/** The only event of a frame that must be accepted without remark. */
const only = (value: unknown) => {
  const { events, issues } = decode(value);
  expect(issues).toEqual([]);
  expect(events).toHaveLength(1);
  return events[0];
};

const content = (delta: unknown, around = {}) => ({
  type: 'BUSINESS_DATA_CONTENT',
  messageId: 'm',
  delta,
  ...around,
});

describe('one event of every type', () => {
  it.each([
    { type: 'RUN_STARTED', messageId: 'm', role: 'assistant', timestamp: 1 },
    { type: 'RUN_FINISHED', outcome: { type: 'interrupt', interrupts: [{ id: 'i' }] } },
    { type: 'RUN_ERROR', message: 'no', code: 'E1' },
    { type: 'STEP_STARTED', stepName: 's' },
    { type: 'STEP_FINISHED', stepName: 's' },
    { type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' },
    content('text'),
    content({ output: { type: 'icon', data: { icon: 'x', color: 'red' } }, layout: { x: 1 } }),
    { type: 'BUSINESS_DATA_END', messageId: 'm' },
    { type: 'AGENT_COLLABORATIVE_MESSAGE_START', from: 'a', to: 'b', messageId: 'c' },
    {
      type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
      messageId: 'c',
      delta: { task: { id: '1', name: 'n' } },
    },
    { type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId: 'c' },
    { type: 'TOOL_CALL_START', toolCallId: 't', toolCallName: 'n', parentMessageId: 'm' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 't', delta: '{"a"' },
    { type: 'TOOL_CALL_END', toolCallId: 't' },
    { type: 'TOOL_CALL_RESULT', toolCallId: 't', messageId: 'r', content: [1], role: 'tool' },
    { type: 'STATE_SNAPSHOT', snapshot: null },
    { type: 'STATE_DELTA', delta: [{ op: 'move', from: '', path: '/a' }] },
    { type: 'MESSAGE_SNAPSHOT', messages: [{ id: '1', role: 'user', content: 'hi' }] },
    { type: 'CUSTOM', name: 'n', value: { deep: [1] } },
    { type: 'RAW', event: { any: 1 }, source: 's' },
  ])('$type is kept as it is, unknown members included', (event) => {
    const extended = { ...event, unknown: { kept: true } };
    expect(only(extended)).toEqual(extended);
  });
});

describe('what the demo server really sends', () => {
  const text = { output: { type: 'text', content: 'a' } };
  const icon = { output: { type: 'icon', data: {} } };

  it('reads one object sent as text', () => {
    expect(only(content(JSON.stringify(icon)))).toEqual(content(icon));
  });

  it('reads objects back to back in one text as that many outputs', () => {
    const both = `${JSON.stringify(text)} \n${JSON.stringify(icon)}`;
    expect(decode(content(both, { timestamp: 7 }))).toEqual({
      events: [content(text, { timestamp: 7 }), content(icon, { timestamp: 7 })],
      issues: [],
      refused: 0,
    });
  });

  it.each([
    '{"output"',
    '{"output":{"type":"text"}} and more',
    '{"a":1}',
    '{"output":{"type":5}}',
    '{"output":{"type":"text"}}{"a":"output"}',
    '["output"]',
    'say {"output":{"type":"text"}}',
    '',
  ])('leaves %j alone: it is text', (delta) => {
    expect(only(content(delta))).toEqual(content(delta));
  });

  it('lifts blockId and style out of the delta, and prefers the members next to it', () => {
    const delta = { ...icon, blockId: 'inside', style: { background: 'red' } };
    expect(only(content(delta))).toEqual(
      content(icon, { blockId: 'inside', style: { background: 'red' } }),
    );
    expect(only(content(delta, { blockId: 'beside' }))).toMatchObject({ blockId: 'beside' });
  });

  it('reads think as thinking', () => {
    const data = { content: 'hm', elapsed: 1, thinking: true, collapse: false };
    expect(only(content({ output: { type: 'think', data } }))).toEqual(
      content({ output: { type: 'thinking', data } }),
    );
  });

  it('reads an upformat output as the equivalent CUSTOM event', () => {
    const message = { messageId: 'u', state: 'followup' };
    expect(only(content({ output: { type: 'upformat', message } }))).toEqual({
      type: 'CUSTOM',
      name: 'upformat.message',
      value: message,
      messageId: 'm',
    });
  });

  it('keeps an object that is no output, as an output of type json', () => {
    const { events, issues } = decode(content({ a: 1 }));
    expect(events).toEqual([content({ output: { type: 'json', value: { a: 1 } } })]);
    expect(issues).toHaveLength(1);
  });

  it('reads tool arguments sent as an object', () => {
    expect(only({ type: 'TOOL_CALL_ARGS', toolCallId: 't', delta: { a: 'ä' } })).toMatchObject({
      delta: '{"a":"ä"}',
    });
  });

  it('reads a task sent as text', () => {
    const event = { type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT', messageId: 'c' };
    const delta = { task: { id: '1', name: 'n' } };
    expect(only({ ...event, delta: JSON.stringify(delta) })).toEqual({ ...event, delta });
    expect(only({ ...event, delta: 'words' })).toEqual({ ...event, delta: 'words' });
  });

  it('reads a single patch operation and drops an empty from where it has no meaning', () => {
    const operation = { op: 'replace', path: '/workflowItems/0/status', from: '', value: 1 };
    expect(only({ type: 'STATE_DELTA', delta: operation })).toEqual({
      type: 'STATE_DELTA',
      delta: [{ op: 'replace', path: '/workflowItems/0/status', value: 1 }],
    });
    const copy = { op: 'copy', path: '/b', from: '' };
    expect(only({ type: 'STATE_DELTA', delta: [copy] })).toMatchObject({ delta: [copy] });
  });

  it('reads a patch sent as text, with a remark', () => {
    const { events, issues } = decode({
      type: 'STATE_DELTA',
      delta: '{"op":"remove","path":"/a"}',
    });
    expect(events).toEqual([{ type: 'STATE_DELTA', delta: [{ op: 'remove', path: '/a' }] }]);
    expect(issues).toHaveLength(1);
  });

  it('accepts the AG-UI spelling of MESSAGE_SNAPSHOT', () => {
    expect(only({ type: 'MESSAGES_SNAPSHOT', messages: [] })).toEqual({
      type: 'MESSAGE_SNAPSHOT',
      messages: [],
    });
  });

  it('reads several events in one frame, and a byte order mark', () => {
    const start = { type: 'RUN_STARTED' };
    expect(decode(start, content('a')).events).toEqual([start, content('a')]);
    expect(createDecoder().decode(`\uFEFF${JSON.stringify(start)}`).events).toEqual([start]);
    expect(decode([start, start]).events).toHaveLength(2);
  });
});

describe('missing ids', () => {
  it('come from the open message, else are counted', () => {
    const decoder = createDecoder();
    const ids = (type: string, id?: string) =>
      decoder
        .decodeValue({ type, messageId: id, delta: 'x', from: 'a', to: 'b', role: null })
        .events.map((event) => ('messageId' in event ? event.messageId : undefined))[0];
    expect(ids('BUSINESS_DATA_START', 'given')).toBe('given');
    expect(ids('BUSINESS_DATA_CONTENT')).toBe('given');
    expect(ids('AGENT_COLLABORATIVE_MESSAGE_START')).toBe('message-1');
    expect(ids('AGENT_COLLABORATIVE_MESSAGE_CONTENT')).toBe('message-1');
    expect(ids('BUSINESS_DATA_END')).toBe('given');
    expect(ids('AGENT_COLLABORATIVE_MESSAGE_END')).toBe('message-1');
    expect(ids('BUSINESS_DATA_CONTENT')).toBe('message-2');
    expect(ids('BUSINESS_DATA_END')).toBe('message-2');
    expect(ids('BUSINESS_DATA_START')).toBe('message-3');
  });

  it('are not shared by two runs on one stream, nor by two streams with their own prefix', () => {
    const decoder = createDecoder({ idPrefix: 'run-1.' });
    const start = () => decoder.decodeValue({ type: 'BUSINESS_DATA_START' }).events[0];
    expect(start()).toMatchObject({ messageId: 'run-1.message-1' });
    decoder.decodeValue({ type: 'RUN_STARTED' });
    expect(start()).toMatchObject({ messageId: 'run-1.message-2' });
  });

  it('of tool calls come from the open call', () => {
    const { events } = decode(
      { type: 'TOOL_CALL_START', toolCallName: 'n' },
      { type: 'TOOL_CALL_ARGS', delta: '{}' },
      { type: 'TOOL_CALL_END' },
      { type: 'TOOL_CALL_RESULT', content: 'ok' },
    );
    expect(new Set(events.map((event) => 'toolCallId' in event && event.toolCallId))).toEqual(
      new Set(['tool-call-1']),
    );
  });
});

describe('repairs', () => {
  it('reads null as absent without a remark', () => {
    expect(only({ type: 'RUN_STARTED', threadId: null, timestamp: null })).toEqual({
      type: 'RUN_STARTED',
    });
    expect(
      only({ type: 'MESSAGE_SNAPSHOT', messages: [{ id: '1', role: 'user', name: null }] }),
    ).toEqual({ type: 'MESSAGE_SNAPSHOT', messages: [{ id: '1', role: 'user' }] });
  });

  it('reads numbers where text is expected and dates as text, and keeps the event as sent', () => {
    const sent = { type: 'RUN_ERROR', message: 'x', code: 500, timestamp: '1970-01-01T00:00:01Z' };
    const { events, issues } = decode(sent);
    expect(events).toEqual([
      { type: 'RUN_ERROR', message: 'x', code: '500', timestamp: 1000, rawEvent: sent },
    ]);
    expect(issues.map((issue) => issue.path).sort()).toEqual(['/code', '/timestamp']);
  });

  it('never loses the end of a run', () => {
    const { events, issues } = decode({ type: 'RUN_ERROR' });
    expect(events).toMatchObject([{ type: 'RUN_ERROR', message: expect.any(String) }]);
    expect(issues).toHaveLength(1);
  });
});

describe('what cannot be read', () => {
  it('turns an unknown type into RAW: the vocabulary is open', () => {
    const event = { type: 'TEXT_MESSAGE_CONTENT', delta: 'x' };
    const { events, issues } = decode(event);
    expect(events).toEqual([{ type: 'RAW', event }]);
    expect(issues).toEqual([]);
  });

  it.each([
    ['', 'nothing'],
    ['{"type":"RUN_STARTED"', 'a cut frame'],
    ['{"type":"CUSTOM","name":"n","value":NaN}', 'NaN'],
    ['[DONE]', 'a sentinel'],
    ['null', 'null'],
    ['[]', 'no event'],
    ['{"kind":"RUN_STARTED"}', 'no type'],
    ['{"type":"STEP_STARTED"}', 'a required member missing'],
    ['{"type":"STATE_DELTA","delta":[{"op":"merge","path":"/"}]}', 'no such operation'],
  ])('rejects %j (%s)', (data) => {
    const { events, issues, refused } = createDecoder().decode(data);
    expect(events).toEqual([]);
    expect(issues).not.toEqual([]);
    expect(refused).toBe(1);
  });

  it('keeps the good events of a frame whose rest is broken', () => {
    const { events, issues, refused } = createDecoder().decode('{"type":"RUN_STARTED"}{"type":');
    expect(events).toEqual([{ type: 'RUN_STARTED' }]);
    expect(issues).toHaveLength(1);
    expect(refused).toBe(1);
  });
});
