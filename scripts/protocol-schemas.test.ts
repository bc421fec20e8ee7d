import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAskReader } from '@countersign/adapters/ask-reader';
import { createEventDecoder } from '@countersign/adapters/decode';
import { judge } from '@countersign/json-schema/judge';
import { eventsOf, listEventTapes, readTape } from '@countersign/testkit/tape';
import { describe, expect, it } from 'vitest';
import { folder } from './protocol.ts';

const schemaOf = (name: string): unknown =>
  JSON.parse(readFileSync(join(folder, 'schemas', `${name}.json`), 'utf8'));
const schemas = new Map(
  ['event', 'up-message', 'run-input', 'feedback-request', 'control-request', 'check-reply'].map(
    (name) => [name, schemaOf(name)] as const,
  ),
);
const faultsOf = (name: string, value: unknown) => {
  // Larger than any real message: the whole conversation is one value.
  const { faults, unchecked } = judge(schemas.get(name), value, { steps: 50_000_000 });
  return [...faults.map(({ path, keyword }) => `${path} ${keyword}`), ...unchecked];
};

describe.each(listEventTapes())('the recorded conversation $counterpart/$name', (tape) => {
  it('is accepted: its requests, its events in their normal form, and its questions', () => {
    for (const exchange of readTape(tape.counterpart, tape.name).exchanges) {
      const { body } = exchange.request;
      expect(faultsOf('run-input', body)).toEqual([]);
      const decoder = createEventDecoder({ agentId: 'demo', idPrefix: '' });
      const reader = createAskReader({ threadId: 'thread', runId: 'run', undeclared: true });
      const received = { agentId: 'demo', timestamp: '2026-11-21T08:00:00Z', relayed: false };
      for (const event of eventsOf(exchange).flatMap((text) => decoder.decode(text).events)) {
        expect(faultsOf('event', event), event.type).toEqual([]);
        for (const { message } of reader.read(event, received).asks) {
          expect(faultsOf('up-message', message), message.messageId).toEqual([]);
        }
      }
    }
  });
});

const question = {
  messageId: 'm-1',
  threadId: 't-1',
  timestamp: '2026-11-21T10:00:00Z',
  state: 'needsHumanDecision',
  payload: { amount: 1 },
  upThought: { confidence: 0.4, questions: ['Which?', { id: 'city', text: 'Which city?' }] },
  upPrompt: {
    ask: 'Pay?',
    severity: 'major',
    expiresAt: '2026-11-21T11:00:00+01:00',
    defaultFeedback: { type: 'rank', content: { order: ['a', 'b'] } },
    allowed: ['approve', 'edit'],
    answers: { approve: { label: 'Pay it' } },
    extension: { seconds: 600 },
  },
};
const started = { type: 'RUN_STARTED', threadId: 't-1', runId: 'r-1' };

describe('a schema refuses', () => {
  it('nothing of a complete question', () => {
    expect(faultsOf('up-message', question)).toEqual([]);
    expect(faultsOf('up-message', { ...question, ours: { any: 'member' } })).toEqual([]);
    expect(faultsOf('event', started)).toEqual([]);
  });

  const prompt = (changes: object) => ({
    ...question,
    upPrompt: { ...question.upPrompt, ...changes },
  });
  it.each<[string, string, unknown]>([
    ['a message without an id', 'up-message', { ...question, messageId: undefined }],
    ['an empty id', 'up-message', { ...question, messageId: '' }],
    ['a time without a zone', 'up-message', { ...question, timestamp: '2026-11-21T10:00:00' }],
    ['an unknown state', 'up-message', { ...question, state: 'needs_approval' }],
    ['a payload that is a text', 'up-message', { ...question, payload: 'Pay 1 EUR' }],
    ['a confidence in percent', 'up-message', { ...question, upThought: { confidence: 40 } }],
    ['a question without a text', 'up-message', { ...question, upThought: { questions: [{}] } }],
    ['an unknown severity', 'up-message', prompt({ severity: 'high' })],
    ['a deadline in epoch time', 'up-message', prompt({ expiresAt: 1_795_255_200 })],
    ['an unknown kind of answer', 'up-message', prompt({ allowed: ['accept'] })],
    ['an extension of no time', 'up-message', prompt({ extension: { seconds: 0 } })],
    [
      'a default that ranks nothing',
      'up-message',
      prompt({ defaultFeedback: { type: 'rank', content: { order: [] } } }),
    ],
    ['a default without a kind', 'up-message', prompt({ defaultFeedback: { content: {} } })],
    ['an event without a type', 'event', { ...started, type: undefined }],
    ['an unknown event', 'event', { ...started, type: 'RUN_BEGAN' }],
    ['a step without a name', 'event', { type: 'STEP_STARTED' }],
    ['content without an id', 'event', { type: 'BUSINESS_DATA_CONTENT', delta: 'Hello' }],
    ['arguments as an object', 'event', { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: {} }],
    [
      'a state delta that is no list',
      'event',
      { type: 'STATE_DELTA', delta: { op: 'remove', path: '/a' } },
    ],
    [
      'an operation that there is not',
      'event',
      { type: 'STATE_DELTA', delta: [{ op: 'set', path: '/a' }] },
    ],
    ['a run without a thread', 'run-input', { runId: 'r-1', messages: [] }],
    [
      'a message with an unknown role',
      'run-input',
      { threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'human' }] },
    ],
    ['an answer without a message', 'feedback-request', { threadId: 't', runId: 'r' }],
    ['an unknown action', 'control-request', { threadId: 't', runId: 'r', action: 'kill' }],
    ['a fault without a message', 'check-reply', { faults: [{ path: '/a' }] }],
  ])('%s', (_, name, value) => {
    expect(faultsOf(name, JSON.parse(JSON.stringify(value)))).not.toEqual([]);
  });
});
