import type { HaiEvent } from '@countersign/hai/event';
import { expect, it } from 'vitest';
import { createAgUiEncoder } from '../ag-ui/encode.ts';
import { lossCodes } from '../testing/loss-codes.ts';
import type { Loss } from './losses.ts';
import type { RelayEvent } from './neutral.ts';
import { readRunCall } from './run-calls.ts';
import { createRunEventWriter, relayedDataName } from './run-events.ts';

const input = (more: object = {}) => ({
  threadId: 'house-7',
  runId: 'r-1',
  messages: [{ id: 'u-1', role: 'user' as const, content: 'Paint the hall' }],
  ...more,
});
const known = { agent: 'painter', taskId: 't-1' };

it('reads the first run of a conversation as the start of a task, once', () => {
  const call = readRunCall(input({ forwardedProps: { input: { walls: 2 } } }), {
    ...known,
    taskId: null,
  });
  expect(call).toMatchObject({
    do: 'start',
    agent: 'painter',
    contextId: 'house-7',
    repeatKey: 'house-7',
    messageId: 'u-1',
    parts: [
      { kind: 'text', text: 'Paint the hall' },
      { kind: 'data', data: { walls: 2 } },
    ],
  });
  expect(() => readRunCall(input({ messages: [] }), { ...known, taskId: null })).toThrow(
    'The run has no message.',
  );
});

it('reads a later run as an answer, as a message, or as following the task', () => {
  expect(readRunCall(input(), known)).toMatchObject({ do: 'read', taskId: 't-1' });
  const payload = { approved: true };
  const answer = (...entries: object[]) =>
    readRunCall(
      input({ resume: entries.map((one) => ({ interruptId: 'q', status: 'resolved', ...one })) }),
      known,
    );
  const asData = (data: object) => ({
    ...{ do: 'resume', questionId: 'q', messageId: 'q' },
    parts: [{ kind: 'data', data }],
  });
  expect(answer({ payload })).toMatchObject(asData(payload));
  expect(answer({ payload: true })).toMatchObject(asData({ approved: true }));
  expect(answer({ status: 'cancelled' })).toMatchObject(asData({ approved: false }));
  expect(answer({ payload: 'Blue' })).toMatchObject({ parts: [{ kind: 'text', text: 'Blue' }] });
  expect(() => answer({})).toThrow('The payload of the answer');
  expect(() => answer({ payload, interruptId: '' })).toThrow('interruptId is missing.');
  expect(() => answer({ payload }, { payload })).toThrow('Answer one interrupt in a run.');
  const messages = [
    ...input().messages,
    { id: 'a-1', role: 'assistant' as const, content: 'Done' },
    { id: 'u-2', role: 'user' as const, content: [{ type: 'text', text: 'And the door' }] },
  ];
  expect(readRunCall(input({ messages }), known)).toMatchObject({
    do: 'resume',
    messageId: 'u-2',
    parts: [{ kind: 'text', text: 'And the door' }],
  });
});

const written = (events: readonly RelayEvent[]) => {
  const write = createRunEventWriter({ threadId: 'house-7', runId: 'r-1' });
  const lost: Loss[] = [];
  const value = events.flatMap((event): HaiEvent[] => {
    const one = write(event);
    lost.push(...one.lost);
    return one.value;
  });
  return { value, lost };
};
const text = (words: string): RelayEvent => ({
  ...{ kind: 'part', messageId: 'm-1', isFirst: words === 'The ' },
  part: { kind: 'text', text: words },
});

it('writes a task that ends as a run, in HAI and in AG-UI', () => {
  const { value, lost } = written([
    { kind: 'created', taskId: 't-1', contextId: 'house-7' },
    { kind: 'status', state: 'working', said: [] },
    text('The '),
    text('wall'),
    { kind: 'message-end', messageId: 'm-1' },
    { kind: 'part', messageId: 'm-2', isFirst: true, part: { kind: 'data', data: { walls: 1 } } },
    { kind: 'message-end', messageId: 'm-2' },
    { kind: 'end', state: 'completed', said: [], error: null },
  ]);
  expect(value).toEqual([
    { type: 'RUN_STARTED', threadId: 'house-7', runId: 'r-1' },
    { type: 'BUSINESS_DATA_START', messageId: 'm-1', role: 'assistant' },
    { type: 'BUSINESS_DATA_CONTENT', messageId: 'm-1', delta: 'The ' },
    { type: 'BUSINESS_DATA_CONTENT', messageId: 'm-1', delta: 'wall' },
    { type: 'BUSINESS_DATA_END', messageId: 'm-1' },
    { type: 'CUSTOM', name: relayedDataName, value: { walls: 1 } },
    { type: 'RUN_FINISHED', threadId: 'house-7', runId: 'r-1' },
  ]);
  // Data is an event of its own in a run.
  expect(lossCodes(lost)).toEqual(['message-of-part']);
  const encoder = createAgUiEncoder();
  expect(value.flatMap((event) => encoder.encode(event))).toMatchObject([
    { type: 'RUN_STARTED' },
    { type: 'TEXT_MESSAGE_START' },
    { type: 'TEXT_MESSAGE_CONTENT' },
    { type: 'TEXT_MESSAGE_CONTENT' },
    { type: 'TEXT_MESSAGE_END' },
    { type: 'CUSTOM' },
    { type: 'RUN_FINISHED' },
  ]);
});

it('writes a question as an interrupt, which ends the run', () => {
  const asked: RelayEvent = {
    kind: 'status',
    state: 'input-required',
    said: [
      { kind: 'text', text: 'Paint it red?' },
      { kind: 'data', data: { question: { id: 'q-1', proposal: { colour: 'red' } } } },
    ],
  };
  expect(written([asked]).value).toEqual([
    {
      type: 'RUN_FINISHED',
      threadId: 'house-7',
      runId: 'r-1',
      outcome: {
        type: 'interrupt',
        interrupts: [
          {
            id: 'q-1',
            reason: 'input_required',
            message: 'Paint it red?',
            metadata: { question: { id: 'q-1', proposal: { colour: 'red' } } },
          },
        ],
      },
    },
  ]);
});

it.each(['failed', 'rejected', 'canceled'] as const)(
  'writes %s as an error with that code',
  (state) => {
    const error = { code: 'internal' as const, message: 'No paint.' };
    expect(written([{ kind: 'end', state, said: [], error }]).value).toEqual([
      { type: 'RUN_ERROR', message: 'No paint.', code: state },
    ]);
  },
);

it('writes files as outputs of a message', () => {
  const bytes = { kind: 'bytes', base64: 'aGk=', mediaType: 'image/png', name: null } as const;
  const link = { kind: 'link', url: 'https://x.example/a', mediaType: null, name: 'a' } as const;
  const { value, lost } = written([
    { kind: 'part', messageId: 'm', isFirst: true, part: bytes },
    { kind: 'part', messageId: 'm', isFirst: false, part: link },
  ]);
  expect(lost).toEqual([]);
  expect(value.slice(1)).toMatchObject([
    { delta: { output: { type: 'image', base64: 'aGk=', mimeType: 'image/png' } } },
    { delta: { output: { type: 'file', url: 'https://x.example/a', name: 'a' } } },
  ]);
});

it('reads files of a message in both forms of AG-UI', () => {
  const content = [
    { type: 'text', text: 'Like this:' },
    {
      type: 'image',
      source: { type: 'data', value: 'aGk=', mimeType: 'image/png' },
      metadata: { filename: 'wall.png' },
    },
    { type: 'document', source: { type: 'url', value: 'https://x.example/a.pdf' } },
    { type: 'binary', data: 'aGk=', mimeType: 'audio/wav', filename: 'a.wav' },
  ];
  const messages = [{ id: 'u-1', role: 'user' as const, content }];
  expect(readRunCall(input({ messages }), { ...known, taskId: null })).toMatchObject({
    parts: [
      { kind: 'text', text: 'Like this:' },
      { kind: 'bytes', base64: 'aGk=', mediaType: 'image/png', name: 'wall.png' },
      { kind: 'link', url: 'https://x.example/a.pdf', mediaType: null, name: null },
      { kind: 'bytes', base64: 'aGk=', mediaType: 'audio/wav', name: 'a.wav' },
    ],
  });
});
