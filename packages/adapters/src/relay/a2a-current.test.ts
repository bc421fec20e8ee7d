import { describe, expect, it } from 'vitest';
import { readA2aCall } from './a2a-calls.ts';
import {
  fromA2a10,
  notationOf,
  toA2a10Event,
  toA2a10Task,
  writeA2a10Error,
} from './a2a-current.ts';
import { writeA2aEvent } from './a2a-events.ts';
import { writeA2aTask } from './a2a-tasks.ts';
import { RelayRefusal, type RelayState, relayErrors, relayStates } from './neutral.ts';
import { writeA2aError } from './relay-errors.ts';

const read = (method: string, params: Record<string, unknown>) =>
  readA2aCall(fromA2a10({ method, params }), 'painter');
const message = (parts: unknown[], more = {}) => ({
  message: { messageId: 'm-1', role: 'ROLE_USER', parts, ...more },
});

describe('a request of A2A 1.0', () => {
  it('is known by the name of its method', () => {
    expect(notationOf('SendMessage')).toBe('1.0');
    expect(notationOf('message/send')).toBe('0.3');
  });

  it('starts, continues, reads and cancels a task', () => {
    expect(read('SendMessage', message([{ text: 'the hall' }], { contextId: 'c' }))).toMatchObject({
      ...{ do: 'start', agent: 'painter', mode: 'sync', messageId: 'm-1', contextId: 'c' },
      parts: [{ kind: 'text', text: 'the hall' }],
    });
    const quick = { ...message([{ text: 'x' }]), configuration: { returnImmediately: true } };
    expect(read('SendMessage', quick)).toMatchObject({ mode: 'async' });
    const accepted = { acceptedOutputModes: ['text/plain'] };
    expect(
      read('SendStreamingMessage', { ...message([{ text: 'x' }]), configuration: accepted }),
    ).toMatchObject({ mode: 'stream', acceptedTypes: ['text/plain'] });
    const answer = message([{ data: { type: 'approve' } }], {
      taskId: 't-1',
      metadata: { questionId: 'q-1' },
    });
    expect(read('SendMessage', answer)).toMatchObject({
      ...{ do: 'resume', taskId: 't-1', questionId: 'q-1' },
      parts: [{ kind: 'data', data: { type: 'approve' } }],
    });
    expect(read('GetTask', { id: 't-1', historyLength: 2 })).toMatchObject({
      ...{ do: 'read', taskId: 't-1', historyLength: 2 },
    });
    expect(read('CancelTask', { id: 't-1' })).toMatchObject({ do: 'cancel', taskId: 't-1' });
  });

  it('has every kind of part', () => {
    const parts = [
      { text: 'a', metadata: { lang: 'en' } },
      { data: [1] },
      { raw: 'aGk=', filename: 'a.png', mediaType: 'image/png' },
      { url: 'https://example.org/a.pdf', mediaType: 'application/pdf' },
    ];
    expect(read('SendMessage', message(parts))).toMatchObject({
      parts: [
        { kind: 'text', text: 'a', metadata: { lang: 'en' } },
        { kind: 'data', data: [1] },
        { kind: 'bytes', base64: 'aGk=', name: 'a.png', mediaType: 'image/png' },
        { kind: 'link', url: 'https://example.org/a.pdf', mediaType: 'application/pdf' },
      ],
    });
    expect(() => read('SendMessage', message([{ video: 1 }]))).toThrow(RelayRefusal);
  });

  it.each([
    ['CreateTaskPushNotificationConfig', 'push-unsupported'],
    ['GetExtendedAgentCard', 'no-extended-card'],
    ['ListTasks', 'operation-unsupported'],
    ['Dance', 'unknown-method'],
  ])('%s is refused with its reason', (method, code) => {
    expect(() => read(method, {})).toThrow(
      expect.objectContaining({ error: { code, message: expect.anything() } }),
    );
  });
});

describe('an answer of A2A 1.0', () => {
  const parts = [
    { kind: 'text' as const, text: 'a' },
    { kind: 'bytes' as const, base64: 'aGk=', mediaType: 'image/png', name: 'a.png' },
    { kind: 'link' as const, url: 'https://example.org/a.pdf', mediaType: null, name: null },
    { kind: 'data' as const, data: { b: 1 } },
  ];

  it('is a task with its artifacts', () => {
    const task = writeA2aTask({
      ...{ agent: 'painter', taskId: 't-1', contextId: null, state: 'input-required' },
      said: [{ kind: 'text', text: 'Which?' }],
      output: [{ id: 'o', name: 'wall', parts }],
      error: null,
    }).value;
    expect(toA2a10Task(task)).toEqual({
      id: 't-1',
      contextId: 't-1',
      status: {
        state: 'TASK_STATE_INPUT_REQUIRED',
        message: {
          ...{ messageId: 't-1:input-required', role: 'ROLE_AGENT' },
          parts: [{ text: 'Which?' }],
        },
      },
      artifacts: [
        {
          artifactId: 'o',
          name: 'wall',
          parts: [
            { text: 'a' },
            { raw: 'aGk=', filename: 'a.png', mediaType: 'image/png' },
            { url: 'https://example.org/a.pdf' },
            { data: { b: 1 } },
          ],
        },
      ],
    });
  });

  it('states the type of a text, and data of any kind, which 0.3.0 has in the metadata', () => {
    const sent = [
      { kind: 'text' as const, text: '# a', mediaType: 'text/markdown' },
      { kind: 'data' as const, data: [1], metadata: { lang: 'de' } },
    ];
    const task = writeA2aTask({
      ...{ agent: 'painter', taskId: 't-1', contextId: null, state: 'completed', said: [] },
      output: [{ id: 'o', name: null, parts: sent }],
      error: null,
    }).value;
    const [artifact] = toA2a10Task(task)['artifacts'] as { parts: unknown[] }[];
    expect(artifact?.parts).toEqual([
      { text: '# a', mediaType: 'text/markdown' },
      { data: [1], metadata: { lang: 'de' } },
    ]);
    expect(read('SendMessage', message(artifact?.parts ?? []))).toMatchObject({ parts: sent });
  });

  it('has every state', () => {
    const named = (state: RelayState) =>
      toA2a10Task({ kind: 'task', id: 't', contextId: 'c', status: { state } })['status'];
    expect(relayStates.map((state) => named(state))).toEqual(
      [
        ...['SUBMITTED', 'WORKING', 'INPUT_REQUIRED', 'AUTH_REQUIRED', 'COMPLETED'],
        ...['CANCELED', 'FAILED', 'REJECTED', 'UNSPECIFIED'],
      ].map((state) => ({ state: `TASK_STATE_${state}` })),
    );
  });

  it('has every event of a stream that it can say', () => {
    const place = { taskId: 't', contextId: 'c' };
    const event = (...given: Parameters<typeof writeA2aEvent>) =>
      toA2a10Event(writeA2aEvent(...given).value);
    expect(event({ kind: 'created', ...place }, place)).toEqual({
      task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_SUBMITTED' } },
    });
    const part = { kind: 'text', text: 'Hel' } as const;
    expect(event({ kind: 'part', messageId: 'm', part, isFirst: true }, place)).toEqual({
      artifactUpdate: {
        ...place,
        ...{ append: false, lastChunk: false },
        artifact: { artifactId: 'm', parts: [{ text: 'Hel' }] },
      },
    });
    expect(event({ kind: 'message-end', messageId: 'm' }, place)).toBeNull();
    expect(event({ kind: 'end', state: 'completed', said: [], error: null }, place)).toEqual({
      statusUpdate: { ...place, status: { state: 'TASK_STATE_COMPLETED' } },
    });
  });

  it('has the codes of 0.3.0, and says the reason of the errors of A2A', () => {
    for (const code of relayErrors) {
      const error = { code, message: 'No.' };
      expect(writeA2a10Error(error)).toMatchObject(writeA2aError(error));
    }
    expect(writeA2a10Error({ code: 'task-not-found', message: 'No.' })).toMatchObject({
      data: [{ reason: 'TASK_NOT_FOUND', domain: 'a2a-protocol.org' }],
    });
    expect(writeA2a10Error({ code: 'not-allowed', message: 'No.' })).not.toHaveProperty('data');
  });
});
