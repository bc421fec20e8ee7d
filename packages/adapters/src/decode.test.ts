import { EventSchemas } from '@ag-ui/core/schemas';
import { eventSchema } from '@countersign/hai/event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventDecoder } from './decode.ts';

/** Decodes a stream of AG-UI events, each of which AG-UI's own schemas accept. */
const decode = (...events: { type: string; [member: string]: unknown }[]) => {
  const decoder = createEventDecoder({ agentId: 'main' });
  const decoded = events.map((event) => {
    expect(EventSchemas.safeParse(event).error).toBeUndefined();
    return decoder.decode(JSON.stringify(event));
  });
  expect(decoded.flatMap(({ issues }) => issues)).toEqual([]);
  return decoded.flatMap((each) => each.events);
};

const base = { timestamp: 1, metadata: { trace: 'x' }, rawEvent: { provider: 1 } };

describe('one to one', () => {
  it.each([
    { type: 'RUN_STARTED', threadId: 't', runId: 'r', parentRunId: 'p', protocolVersion: '1.0' },
    {
      type: 'RUN_FINISHED',
      threadId: 't',
      runId: 'r',
      usage: [{ inputTokens: 1 }],
      outcome: { type: 'interrupt', interrupts: [{ id: 'i', reason: 'tool_call' }] },
    },
    { type: 'RUN_ERROR', message: 'm', code: 'c' },
    { type: 'STEP_STARTED', stepName: 's' },
    { type: 'STEP_FINISHED', stepName: 's' },
    { type: 'TOOL_CALL_START', toolCallId: 't', toolCallName: 'n', parentMessageId: 'm' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 't', delta: '{' },
    { type: 'TOOL_CALL_END', toolCallId: 't' },
    {
      type: 'TOOL_CALL_RESULT',
      toolCallId: 't',
      messageId: 'm',
      content: [{ type: 'text', text: 'x' }],
      role: 'tool',
    },
    { type: 'STATE_SNAPSHOT', snapshot: [1] },
    { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/a', value: 1 }] },
    { type: 'CUSTOM', name: 'n', value: 1 },
    { type: 'RAW', event: { a: 1 }, source: 's' },
  ])('$type is the same in HAI', (event) => {
    expect(decode({ ...event, ...base })).toEqual([{ ...event, ...base }]);
  });

  it.each([
    ['TEXT_MESSAGE_START', 'BUSINESS_DATA_START', { messageId: 'm', role: 'user', name: 'n' }],
    ['TEXT_MESSAGE_CONTENT', 'BUSINESS_DATA_CONTENT', { messageId: 'm', delta: '{"output":' }],
    ['TEXT_MESSAGE_END', 'BUSINESS_DATA_END', { messageId: 'm' }],
    [
      'MESSAGES_SNAPSHOT',
      'MESSAGE_SNAPSHOT',
      {
        messages: [
          { id: '1', role: 'user', content: [{ type: 'text', text: 'x' }] },
          { id: '2', role: 'assistant', toolCalls: [] },
          { id: '3', role: 'activity', activityType: 'a', content: {} },
          { id: '4', role: 'reasoning', content: 'hm', encryptedValue: 'e' },
        ],
      },
    ],
  ])('%s is %s', (type, haiType, members) => {
    expect(decode({ type, ...members, ...base })).toEqual([{ type: haiType, ...members, ...base }]);
  });

  it('treats text as text, even if it looks like a Gen UI output', () => {
    const delta = '{"output":{"type":"icon"}}';
    expect(decode({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta })).toMatchObject([
      { delta },
    ]);
  });
});

describe('one stream in both vocabularies', () => {
  const read = (...events: object[]) => {
    const decoder = createEventDecoder({ idPrefix: 'run-3f2b6c1e:' });
    const decoded = events.map((event) => decoder.decode(JSON.stringify(event)));
    expect(decoded.flatMap(({ issues }) => issues)).toEqual([]);
    return decoded.flatMap((each) => each.events);
  };

  it('is read event by event', () => {
    const output = { output: { type: 'icon', data: { icon: 'ok' } } };
    expect(
      read(
        { type: 'RUN_STARTED' },
        { type: 'TEXT_MESSAGE_START', messageId: 'chatcmpl-9f2', role: 'assistant' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: 'chatcmpl-9f2', delta: JSON.stringify(output) },
        { type: 'TEXT_MESSAGE_END', messageId: 'chatcmpl-9f2' },
        { type: 'BUSINESS_DATA_CONTENT', messageId: 'msg-1', delta: JSON.stringify(output) },
        { type: 'AGENT_COLLABORATIVE_MESSAGE_START', from: 'a', to: 'b' },
        { type: 'RUN_FINISHED' },
      ),
    ).toEqual([
      { type: 'RUN_STARTED' },
      { type: 'BUSINESS_DATA_START', messageId: 'chatcmpl-9f2', role: 'assistant' },
      { type: 'BUSINESS_DATA_CONTENT', messageId: 'chatcmpl-9f2', delta: JSON.stringify(output) },
      { type: 'BUSINESS_DATA_END', messageId: 'chatcmpl-9f2' },
      { type: 'BUSINESS_DATA_CONTENT', messageId: 'msg-1', delta: output },
      {
        type: 'AGENT_COLLABORATIVE_MESSAGE_START',
        messageId: 'run-3f2b6c1e:message-1',
        from: 'a',
        to: 'b',
      },
      { type: 'RUN_FINISHED' },
    ]);
  });

  it('may send arguments as an object and one bare operation', () => {
    const operation = { op: 'add', path: '/a', value: 1, from: '' };
    expect(
      read(
        { type: 'TOOL_CALL_ARGS', toolCallId: 'call_Yk3', delta: { id: 7 } },
        { type: 'STATE_DELTA', delta: operation },
      ),
    ).toEqual([
      { type: 'TOOL_CALL_ARGS', toolCallId: 'call_Yk3', delta: '{"id":7}' },
      { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/a', value: 1 }] },
    ]);
  });

  it('closes a message of chunks when one of the other vocabulary begins', () => {
    const types = read(
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'a', delta: 'x' },
      { type: 'BUSINESS_DATA_START', messageId: 'b' },
    ).map(({ type }) => type);
    expect(types).toEqual([
      'BUSINESS_DATA_START',
      'BUSINESS_DATA_CONTENT',
      'BUSINESS_DATA_END',
      'BUSINESS_DATA_START',
    ]);
  });
});

describe('no counterpart', () => {
  it.each([
    { type: 'ACTIVITY_SNAPSHOT', messageId: 'm', activityType: 'a', content: { b: 1 } },
    { type: 'ACTIVITY_DELTA', messageId: 'm', activityType: 'a', patch: [] },
    { type: 'REASONING_START', messageId: 'm' },
    { type: 'REASONING_END', messageId: 'm' },
    { type: 'REASONING_ENCRYPTED_VALUE', subtype: 'message', entityId: 'm', encryptedValue: 'e' },
  ])('$type is kept whole', (event) => {
    expect(decode({ ...event, timestamp: 5 })).toEqual([
      {
        type: 'CUSTOM',
        name: `ag-ui.${event.type}`,
        value: { ...event, timestamp: 5 },
        timestamp: 5,
      },
    ]);
  });

  it('an unknown type is kept whole as RAW, and is not a fault', () => {
    for (const type of ['SOMETHING_NEW', 'constructor', 'toString']) {
      const { events, issues } = createEventDecoder().decodeValue({ type, a: 1 });
      expect(events).toEqual([{ type: 'RAW', event: { type, a: 1 } }]);
      expect(issues).toEqual([]);
    }
  });
});

describe('reasoning', () => {
  const thinking = (content: string, isThinking: boolean) => ({
    output: { type: 'thinking', data: { content, thinking: isThinking } },
  });

  it('becomes thinking outputs of a reasoning message', () => {
    expect(
      decode(
        { type: 'REASONING_MESSAGE_START', messageId: 'm', role: 'reasoning' },
        { type: 'REASONING_MESSAGE_CONTENT', messageId: 'm', delta: 'hm' },
        { type: 'REASONING_MESSAGE_END', messageId: 'm' },
      ),
    ).toEqual([
      { type: 'BUSINESS_DATA_START', messageId: 'm', role: 'reasoning' },
      { type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: thinking('hm', true) },
      { type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: thinking('', false) },
      { type: 'BUSINESS_DATA_END', messageId: 'm' },
    ]);
  });

  it('of older agents is read too, without ids', () => {
    const decoder = createEventDecoder();
    const decoded = [
      { type: 'THINKING_START', title: 't' },
      { type: 'THINKING_TEXT_MESSAGE_START' },
      { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'hm' },
      { type: 'THINKING_TEXT_MESSAGE_END' },
      { type: 'THINKING_END' },
    ].map((event) => decoder.decodeValue(event));
    expect(decoded.flatMap(({ issues }) => issues)).toEqual([]);
    expect(decoded.flatMap(({ events }) => events)).toMatchObject([
      { name: 'ag-ui.THINKING_START' },
      { type: 'BUSINESS_DATA_START', messageId: 'message-1', role: 'reasoning' },
      { messageId: 'message-1', delta: thinking('hm', true) },
      { messageId: 'message-1', delta: thinking('', false) },
      { type: 'BUSINESS_DATA_END', messageId: 'message-1' },
      { name: 'ag-ui.THINKING_END' },
    ]);
  });
});

describe('subagents', () => {
  const start = { type: 'SUBAGENT_STARTED', subagentRunId: 's1', name: 'Planner' };

  it('become agent-to-agent messages', () => {
    expect(
      decode(
        { ...start, description: 'Plan it', parentToolCallId: 't' },
        { ...start, subagentRunId: 's2', name: 'Helper', parentSubagentRunId: 's1' },
        { type: 'SUBAGENT_ERROR', subagentRunId: 's2', message: 'broken', code: 'c' },
        { type: 'SUBAGENT_FINISHED', subagentRunId: 's1', outcome: { type: 'success' } },
      ),
    ).toEqual([
      {
        type: 'AGENT_COLLABORATIVE_MESSAGE_START',
        messageId: 's1',
        from: 'main',
        to: 'Planner',
        description: 'Plan it',
        parentToolCallId: 't',
      },
      {
        type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
        messageId: 's1',
        delta: { task: { id: 's1', name: 'Plan it' } },
      },
      {
        type: 'AGENT_COLLABORATIVE_MESSAGE_START',
        messageId: 's2',
        from: 'Planner',
        to: 'Helper',
        parentSubagentRunId: 's1',
      },
      { type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId: 's2', error: 'broken', code: 'c' },
      { type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId: 's1', outcome: { type: 'success' } },
    ]);
  });

  it('are the senders of their messages', () => {
    const [, text] = decode(start, {
      type: 'TEXT_MESSAGE_CONTENT',
      subagentRunId: 's1',
      messageId: 'm',
      delta: 'x',
    });
    expect(text).toMatchObject({ metadata: { agentId: 'Planner', runId: 's1' } });
  });
});

describe('chunks', () => {
  const text = (members: object) => ({ type: 'TEXT_MESSAGE_CHUNK', ...members });
  const tool = (members: object) => ({ type: 'TOOL_CALL_CHUNK', ...members });
  const kinds = (events: readonly { type: string }[]) =>
    events.map((event) =>
      [
        event.type.replace('BUSINESS_DATA_', ''),
        'messageId' in event ? event.messageId : 'toolCallId' in event ? event.toolCallId : '',
        'delta' in event ? event.delta : '',
      ]
        .join(' ')
        .trim(),
    );

  it('become start and content, and close when another message begins', () => {
    const events = decode(
      text({ messageId: 'a', role: 'assistant', delta: '1', timestamp: 3 }),
      text({ delta: '2' }),
      { type: 'STATE_SNAPSHOT', snapshot: 0 },
      text({ messageId: 'a', delta: '3' }),
      text({ messageId: 'b' }),
      tool({ toolCallId: 't', toolCallName: 'n', parentMessageId: 'b', delta: '{' }),
      tool({ delta: '}' }),
      { type: 'TEXT_MESSAGE_START', messageId: 'c' },
    );
    expect(kinds(events)).toEqual([
      'START a',
      'CONTENT a 1',
      'CONTENT a 2',
      'STATE_SNAPSHOT',
      'CONTENT a 3',
      'END a',
      'START b',
      'END b',
      'TOOL_CALL_START t',
      'TOOL_CALL_ARGS t {',
      'TOOL_CALL_ARGS t }',
      'TOOL_CALL_END t',
      'START c',
    ]);
    expect(events[0]).toMatchObject({ role: 'assistant', timestamp: 3 });
    expect(events[8]).toMatchObject({ toolCallName: 'n', parentMessageId: 'b' });
  });

  it('close at the end of the run', () => {
    expect(kinds(decode(text({ delta: 'x' }), { type: 'RUN_ERROR', message: 'm' }))).toEqual([
      'START chunk-1',
      'CONTENT chunk-1 x',
      'END chunk-1',
      'RUN_ERROR',
    ]);
  });

  it('of reasoning end the thinking output', () => {
    const events = decode(
      { type: 'REASONING_MESSAGE_CHUNK', messageId: 'r', delta: 'hm' },
      text({ messageId: 'a', delta: 'x' }),
    );
    expect(kinds(events).map((kind) => kind.split(' ')[0])).toEqual([
      'START',
      'CONTENT',
      'CONTENT',
      'END',
      'START',
      'CONTENT',
    ]);
  });

  it('of two subagents at once do not close each other', () => {
    const by = (subagentRunId: string, delta: string) => text({ subagentRunId, delta });
    expect(kinds(decode(by('p', '1'), by('q', '2'), by('p', '3'), by('q', '4')))).toEqual([
      'START chunk-1',
      'CONTENT chunk-1 1',
      'START chunk-2',
      'CONTENT chunk-2 2',
      'CONTENT chunk-1 3',
      'CONTENT chunk-2 4',
    ]);
  });
});

describe('anything else', () => {
  const types = EventSchemas.options.map((option) => option.shape.type.value);

  it('covers the whole vocabulary of AG-UI', () => {
    for (const type of types) {
      const { issues } = createEventDecoder().decodeValue({ type });
      expect(issues.filter((issue) => issue.message.startsWith('unknown'))).toEqual([]);
    }
  });

  it('never throws, and returns valid events or issues', () => {
    const event = fc
      .tuple(
        fc.constantFrom<string>(...types, 'THINKING_TEXT_MESSAGE_CONTENT'),
        fc.dictionary(
          fc.constantFrom(
            'messageId',
            'toolCallId',
            'delta',
            'metadata',
            'message',
            'subagentRunId',
            'parentSubagentRunId',
            'value',
            'name',
          ),
          fc.oneof(
            fc.jsonValue(),
            fc.constant({ hai: { type: 'STEP_STARTED' } }),
            // A value that cannot be converted to a string.
            fc.constant({ toString: [], valueOf: {} }),
          ),
        ),
      )
      .map(([type, members]) => ({ ...members, type }));
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const decoder = createEventDecoder();
        for (const each of events) {
          const decoded = decoder.decode(JSON.stringify(each));
          expect(decoded.events.length + decoded.issues.length).toBeGreaterThan(0);
          for (const one of decoded.events) expect(eventSchema.safeParse(one).success).toBe(true);
        }
      }),
    );
  });
});
