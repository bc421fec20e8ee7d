import fc from 'fast-check';
import { call, called, result, snapshot, text, thought } from './events.ts';
import type { Recording, WireEvent } from './recording.ts';

/** Few ids, so that messages, calls and activities share them. */
const messageId = fc.constantFrom(
  'lc_run--3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11-0',
  'chatcmpl-YkQ3bZ7rTfXa0GhWYkQ3bZ7rTfXa0',
  'msg_01AbCdEf',
  'ck-5c1e',
  'm',
);
const callId = fc.constantFrom('call_Yk3bZ7rTfXa0GhWYk3bZ7rTf', 'toolu_01AbCdEfGh', 'adk-17');
const words = fc.string({ maxLength: 12 });

const message = fc.oneof(
  fc.record({
    id: messageId,
    role: fc.constantFrom('user', 'system', 'developer', 'reasoning'),
    content: words,
  }),
  fc.record(
    {
      id: messageId,
      role: fc.constant('assistant'),
      content: words,
      toolCalls: callId.map((id) => [called(id, 'zoom')]),
    },
    { requiredKeys: ['id', 'role'] },
  ),
  fc.record({ id: messageId, role: fc.constant('tool'), toolCallId: callId, content: words }),
  fc.record({
    id: messageId,
    role: fc.constant('activity'),
    activityType: fc.constantFrom('PLAN', 'SEARCH'),
    content: fc.constant({}),
  }),
);

const block: fc.Arbitrary<WireEvent[]> = fc.oneof(
  fc.tuple(messageId, words).map(([id, said]) => text(id, said)),
  fc.tuple(messageId, words).map(([id, said]) => thought(id, said)),
  fc
    .tuple(callId, fc.option(messageId, { nil: undefined }))
    .map(([id, parentMessageId]) =>
      call(id, 'zoom', parentMessageId === undefined ? {} : { parentMessageId }),
    ),
  fc.tuple(messageId, callId, words).map(([id, of, content]) => [result(id, of, content)]),
  fc
    .tuple(messageId, words)
    .map(([id, delta]) => [{ type: 'TEXT_MESSAGE_CHUNK', messageId: id, delta }]),
  fc
    .tuple(callId, words)
    .map(([id, delta]) => [
      { type: 'TOOL_CALL_CHUNK', toolCallId: id, toolCallName: 'zoom', delta },
    ]),
  fc
    .uniqueArray(message, { selector: ({ id }) => id, maxLength: 4 })
    .map((list) => [snapshot(list)]),
  fc
    .tuple(messageId, fc.boolean())
    .map(([id, replace]) => [
      { type: 'ACTIVITY_SNAPSHOT', messageId: id, activityType: 'PLAN', content: {}, replace },
    ]),
  fc
    .tuple(messageId, words)
    .map(([entityId, encryptedValue]) => [
      { type: 'REASONING_ENCRYPTED_VALUE', subtype: 'message', entityId, encryptedValue },
    ]),
  fc
    .tuple(callId, words)
    .map(([entityId, encryptedValue]) => [
      { type: 'REASONING_ENCRYPTED_VALUE', subtype: 'tool-call', entityId, encryptedValue },
    ]),
);

/** Random histories. */
export const anyRecording: fc.Arbitrary<Recording> = fc
  .array(fc.array(block, { maxLength: 8 }), { minLength: 1, maxLength: 3 })
  .map((turns) => ({
    name: 'any',
    turns: turns.map((blocks, number) => ({
      add: [{ id: `run-${number}-words`, role: 'user', content: 'Go on' }],
      events: blocks.flat(),
    })),
  }));
