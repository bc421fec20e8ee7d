import { call, called, result, snapshot, text, thought } from './events.ts';
import type { Ids } from './ids.ts';
import type { Turn } from './recording.ts';

type Shape = (ids: Ids) => Turn[];

const user = (id: string, content: unknown = 'How warm is it in Kraków?') => ({
  id,
  role: 'user',
  content,
});

/** Words, calls and their results as frameworks stream them. */
export const plainShapes: Record<string, Shape> = {
  'one text': ({ message }) => [
    { add: [user(message(0))], events: text(message(1), 'Seven degrees.') },
  ],
  'two texts and a second turn': ({ message }) => [
    {
      add: [user(message(0))],
      events: [...text(message(1), 'Let me see. '), ...text(message(2), 'Seven.')],
    },
    { add: [user(message(3), 'And tomorrow?')], events: text(message(4), 'Nine degrees.') },
  ],
  'a text that says nothing': ({ message }) => [
    {
      add: [user(message(0))],
      events: [
        { type: 'TEXT_MESSAGE_START', messageId: message(1), role: 'assistant' },
        { type: 'TEXT_MESSAGE_END', messageId: message(1) },
      ],
    },
  ],
  'roles and names': ({ message }) => [
    {
      events: [
        ...text(message(1), 'You are brief.', { role: 'system' }),
        ...text(message(2), 'trace 17', { role: 'developer', name: 'tracer' }),
        ...text(message(3), 'What I hear: weather.', { role: 'user', name: 'speech' }),
        ...text(message(4), 'Seven.', { name: 'forecaster' }),
      ],
    },
  ],
  'a text said in two pieces': ({ message }) => [
    {
      add: [user(message(0))],
      events: [...text(message(1), 'Seven '), ...text(message(1), 'degrees.')],
    },
    { events: text(message(1), ' And sun.') },
  ],
  'a call inside a message': ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [
        ...text(message(1), 'I look it up.'),
        ...call(id(0), 'get_weather', { parentMessageId: message(1) }),
        result(message(2), id(0)),
        ...text(message(3), 'Seven degrees.'),
      ],
    },
  ],
  'a call before the words of its message': ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [
        ...call(id(0), 'get_weather', { parentMessageId: message(1) }),
        ...text(message(1), 'I look it up.'),
        result(message(2), id(0)),
      ],
    },
  ],
  'a call without a parent': ({ message, call: id }) => [
    { add: [user(message(0))], events: [...call(id(0), 'get_weather'), result(message(2), id(0))] },
    { add: [user(message(5), 'Thanks')], events: text(message(6), 'Any time.') },
  ],
  'a call whose parent is what a person said': ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [
        ...call(id(0), 'get_weather', { parentMessageId: message(0) }),
        result(message(2), id(0)),
      ],
    },
  ],
  'calls side by side, answered late': ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [
        ...text(message(1), 'Three cities.'),
        ...[0, 1, 2].flatMap((number) =>
          call(id(number), 'get_weather', { parentMessageId: message(1) }),
        ),
        ...text(message(2), 'While I wait: nice day.'),
        ...[2, 0, 1].map((number) => result(message(10 + number), id(number))),
        ...text(message(3), 'Seven everywhere.'),
      ],
    },
  ],
  'two results for a call, and one for none': ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [
        ...call(id(0), 'search'),
        result(message(1), id(0), 'partial'),
        result(message(2), id(0), 'whole'),
        ...text(message(3), 'Found.'),
        result(message(4), id(9), 'of a call nobody heard'),
      ],
    },
  ],
  'a result in parts': ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [
        ...call(id(0), 'draw'),
        result(message(1), id(0), [
          { type: 'text', text: 'Here it is.' },
          { type: 'image', source: { type: 'data', value: 'iVBORw0KGgo=', mimeType: 'image/png' } },
        ]),
      ],
    },
  ],
  'a call answered by a person': ({ message, call: id }) => [
    { add: [user(message(0))], events: call(id(0), 'confirm_booking') },
    {
      add: [{ id: message(7), role: 'tool', toolCallId: id(0), content: '{"approved":true}' }],
      events: text(message(8), 'Booked.'),
    },
  ],
  chunks: ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [
        { type: 'TEXT_MESSAGE_CHUNK', messageId: message(1), role: 'assistant', delta: 'I look ' },
        { type: 'TEXT_MESSAGE_CHUNK', delta: 'it up.', metadata: { tokens: 3 } },
        {
          type: 'TOOL_CALL_CHUNK',
          toolCallId: id(0),
          toolCallName: 'get_weather',
          parentMessageId: message(1),
          delta: '{"city"',
        },
        { type: 'TOOL_CALL_CHUNK', delta: ':"Kraków"}' },
        result(message(2), id(0)),
        { type: 'REASONING_MESSAGE_CHUNK', messageId: message(3), delta: 'Seven is ' },
        { type: 'REASONING_MESSAGE_CHUNK', delta: 'cold.' },
        { type: 'TEXT_MESSAGE_CHUNK', messageId: message(4), delta: 'Seven.' },
        {
          type: 'TEXT_MESSAGE_CHUNK',
          messageId: message(5),
          name: 'second',
          delta: 'Dress warmly.',
        },
      ],
    },
  ],
  'state, steps and other things between': ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [
        { type: 'STATE_SNAPSHOT', snapshot: { cities: [] } },
        { type: 'STEP_STARTED', stepName: 'look up' },
        ...call(id(0), 'get_weather'),
        { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/cities/-', value: 'Kraków' }] },
        result(message(1), id(0)),
        { type: 'STEP_FINISHED', stepName: 'look up' },
        { type: 'RAW', event: { kind: 'on_chain_end' }, source: 'langchain' },
        { type: 'CUSTOM', name: 'progress', value: { done: 1 } },
        ...text(message(2), 'Seven.'),
      ],
    },
  ],
  'a run that fails in the middle': ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [...text(message(1), 'Half a'), ...call(id(0), 'get_weather')],
      fails: true,
    },
    { add: [user(message(2), 'Again, please')], events: text(message(3), 'Seven.') },
  ],
  'null for absent': ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [...call(id(0), 'get_weather', { parentMessageId: null }), result(message(1), id(0))],
      finished: { outcome: null, result: null },
    },
  ],
  thoughts: ({ message }) => [
    {
      add: [user(message(0))],
      events: [...thought(message(1), 'Kraków is in Poland.'), ...text(message(2), 'Seven.')],
    },
    { add: [user(message(3), 'Sure?')], events: thought(message(4), 'Quite.') },
  ],
  'a long talk': ({ message, call: id }) =>
    [0, 1, 2, 3, 4, 5].map((turn) => ({
      add: [user(message(turn * 10))],
      events: [
        ...text(message(turn * 10 + 1), 'I look.'),
        ...call(id(turn), 'get_weather', { parentMessageId: message(turn * 10 + 1) }),
        result(message(turn * 10 + 2), id(turn)),
        ...text(message(turn * 10 + 3), 'Seven degrees again.'),
      ],
    })),
  'a call announced again': ({ message, call: id }) => [
    { add: [user(message(0))], events: call(id(0), 'book', { parentMessageId: message(1) }) },
    {
      events: [
        {
          type: 'TOOL_CALL_START',
          toolCallId: id(0),
          toolCallName: 'book_room',
          parentMessageId: message(1),
        },
        { type: 'TOOL_CALL_END', toolCallId: id(0) },
        result(message(2), id(0), 'booked'),
      ],
    },
  ],
  'a snapshot at the end, as LangGraph sends it': ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [
        ...call(id(0), 'get_weather', { parentMessageId: message(1) }),
        result(message(2), id(0)),
        ...text(message(3), 'Seven degrees.'),
        snapshot([
          user(message(0)),
          {
            id: message(1),
            role: 'assistant',
            content: '',
            toolCalls: [called(id(0), 'get_weather')],
          },
          { id: message(22), role: 'tool', toolCallId: id(0), content: '{"celsius": 7}' },
          { id: message(3), role: 'assistant', content: 'Seven degrees.' },
        ]),
      ],
    },
    { add: [user(message(5), 'Thanks')], events: text(message(6), 'Any time.') },
  ],
};
