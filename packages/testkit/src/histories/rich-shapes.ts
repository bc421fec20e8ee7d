import { call, called, result, snapshot, text, thought } from './events.ts';
import type { Ids } from './ids.ts';
import type { Turn } from './recording.ts';

type Shape = (ids: Ids) => Turn[];

const user = (id: string, content: unknown = 'What is on this picture?') => ({
  id,
  role: 'user',
  content,
});
const picture = {
  type: 'image',
  source: { type: 'url', value: 'https://images.example/cat.png', mimeType: 'image/png' },
};

/** Attachments, sealed values, subagents, questions. */
export const richShapes: Record<string, Shape> = {
  'sealed values': ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [
        ...thought(message(1), 'Whiskers.'),
        {
          type: 'REASONING_ENCRYPTED_VALUE',
          subtype: 'message',
          entityId: message(1),
          encryptedValue: 'gAAAABm9x==',
        },
        ...call(id(0), 'zoom'),
        {
          type: 'REASONING_ENCRYPTED_VALUE',
          subtype: 'tool-call',
          entityId: id(0),
          encryptedValue: 'c2VhbGVk',
        },
        result(message(2), id(0)),
        ...text(message(3), 'A cat.'),
        {
          type: 'REASONING_ENCRYPTED_VALUE',
          subtype: 'message',
          entityId: message(3),
          encryptedValue: 'ZW5k',
        },
        {
          type: 'REASONING_ENCRYPTED_VALUE',
          subtype: 'message',
          entityId: message(40),
          encryptedValue: 'bm9uZQ==',
        },
      ],
    },
  ],
  attachments: ({ message }) => [
    {
      add: [user(message(0), [{ type: 'text', text: 'What is it?' }, picture])],
      events: text(message(1), 'A cat.'),
    },
    {
      started: {
        input: {
          threadId: 'echoed',
          runId: 'echoed',
          state: {},
          tools: [],
          context: [],
          forwardedProps: {},
          messages: [
            user(message(0), 'changed on the way: not believed'),
            user(message(4), [
              { type: 'audio', source: { type: 'data', value: 'UklGRg==', mimeType: 'audio/wav' } },
              {
                type: 'document',
                source: {
                  type: 'url',
                  value: 'https://files.example/a.pdf',
                  mimeType: 'application/pdf',
                },
                metadata: { filename: 'a.pdf' },
              },
            ]),
            { id: message(5), role: 'system', content: 'Be brief.' },
          ],
        },
      },
      events: text(message(6), 'A purr.'),
    },
  ],
  'attachments of older agents': ({ message }) => [
    {
      events: [
        snapshot([
          user(message(0), [
            { type: 'text', text: 'These:' },
            {
              type: 'binary',
              mimeType: 'image/png',
              url: 'https://images.example/cat.png',
              filename: 'cat.png',
            },
            { type: 'binary', mimeType: 'application/pdf', data: 'JVBERi0=' },
          ]),
          user(message(1), [
            { type: 'binary', mimeType: 'image/png', url: 'https://images.example/cat.png' },
            picture,
          ]),
        ]),
      ],
    },
  ],
  'what is said beside the words': ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [
        {
          type: 'TEXT_MESSAGE_START',
          messageId: message(1),
          role: 'assistant',
          metadata: { model: 'm-7', draft: true },
        },
        {
          type: 'TEXT_MESSAGE_CONTENT',
          messageId: message(1),
          delta: 'A cat.',
          metadata: { draft: false },
        },
        { type: 'TEXT_MESSAGE_END', messageId: message(1), metadata: { tokens: { output: 3 } } },
        { type: 'TOOL_CALL_START', toolCallId: id(0), toolCallName: 'zoom', metadata: { cost: 1 } },
        { type: 'TOOL_CALL_ARGS', toolCallId: id(0), delta: '{}' },
        { type: 'TOOL_CALL_END', toolCallId: id(0), metadata: { cost: 2 } },
        { ...result(message(2), id(0)), metadata: { ms: 40 } },
        { type: 'STATE_SNAPSHOT', snapshot: {}, metadata: { of: 'the state' } },
      ],
    },
  ],
  'a subagent': ({ message, call: id, subagent }) => [
    {
      add: [user(message(0))],
      events: [
        {
          type: 'SUBAGENT_STARTED',
          subagentRunId: subagent(0),
          name: 'zoologist',
          description: 'Which animal?',
        },
        ...text(message(1), 'A cat.', { subagentRunId: subagent(0), metadata: { model: 'm-7' } }),
        ...call(id(0), 'zoom', { subagentRunId: subagent(0) }),
        { ...result(message(2), id(0)), subagentRunId: subagent(0) },
        { type: 'SUBAGENT_FINISHED', subagentRunId: subagent(0), result: 'cat' },
        ...text(message(3), 'It is a cat.'),
      ],
    },
  ],
  'two subagents in chunks at once': ({ message, call: id, subagent }) => [
    {
      add: [user(message(0))],
      events: [
        { type: 'SUBAGENT_STARTED', subagentRunId: subagent(0), name: 'zoologist' },
        { type: 'SUBAGENT_STARTED', subagentRunId: subagent(1), name: 'painter' },
        {
          type: 'TEXT_MESSAGE_CHUNK',
          messageId: message(1),
          subagentRunId: subagent(0),
          delta: 'A ',
        },
        {
          type: 'TEXT_MESSAGE_CHUNK',
          messageId: message(2),
          subagentRunId: subagent(1),
          delta: 'In ',
        },
        { type: 'TEXT_MESSAGE_CHUNK', subagentRunId: subagent(0), delta: 'cat.' },
        { type: 'TEXT_MESSAGE_CHUNK', subagentRunId: subagent(1), delta: 'oil.' },
        {
          type: 'TOOL_CALL_CHUNK',
          toolCallId: id(0),
          toolCallName: 'zoom',
          subagentRunId: subagent(1),
          delta: '{}',
        },
        { type: 'SUBAGENT_FINISHED', subagentRunId: subagent(0) },
        { type: 'SUBAGENT_ERROR', subagentRunId: subagent(1), message: 'out of paint' },
        ...text(message(3), 'A cat in oil.'),
      ],
    },
  ],
  'chunks that name their subagent once': ({ message, subagent }) => [
    {
      add: [user(message(0))],
      events: [
        { type: 'SUBAGENT_STARTED', subagentRunId: subagent(0), name: 'zoologist' },
        {
          type: 'TEXT_MESSAGE_CHUNK',
          messageId: message(1),
          subagentRunId: subagent(0),
          delta: 'A ',
        },
        { type: 'TEXT_MESSAGE_CHUNK', delta: 'cat.' },
        { type: 'SUBAGENT_FINISHED', subagentRunId: subagent(0) },
      ],
    },
  ],
  'a question by interrupt': ({ message, call: id, interrupt }) => [
    {
      add: [user(message(0))],
      events: [
        ...text(message(1), 'I would buy it.'),
        ...call(id(0), 'buy', { parentMessageId: message(1) }),
      ],
      finished: {
        outcome: {
          type: 'interrupt',
          interrupts: [{ id: interrupt(0), reason: 'tool_call', toolCallId: id(0) }],
        },
      },
    },
    {
      resume: [{ interruptId: interrupt(0), status: 'resolved', payload: { approved: true } }],
      events: [result(message(2), id(0), 'bought'), ...text(message(3), 'Bought.')],
    },
  ],
  'a question by interrupt, told in a snapshot': ({ message, call: id, interrupt }) => [
    {
      add: [user(message(0))],
      events: [
        ...call(id(0), 'buy', { parentMessageId: message(1) }),
        snapshot([
          user(message(0)),
          { id: message(1), role: 'assistant', content: '', toolCalls: [called(id(0), 'buy')] },
        ]),
        { type: 'CUSTOM', name: 'on_interrupt', value: '{"action_requests":[]}' },
      ],
      finished: {
        outcome: { type: 'interrupt', interrupts: [{ id: interrupt(0), reason: 'hitl' }] },
      },
    },
    {
      resume: [
        {
          interruptId: interrupt(0),
          status: 'resolved',
          payload: { decisions: [{ type: 'approve' }] },
        },
      ],
      events: [
        result(message(2), id(0), 'bought'),
        ...text(message(3), 'Bought.'),
        snapshot([
          user(message(0)),
          { id: message(1), role: 'assistant', content: '', toolCalls: [called(id(0), 'buy')] },
          { id: message(2), role: 'tool', toolCallId: id(0), content: 'bought' },
          { id: message(3), role: 'assistant', content: 'Bought.' },
        ]),
      ],
    },
    { add: [user(message(4), 'Thanks')], events: text(message(5), 'Enjoy.') },
  ],
};
