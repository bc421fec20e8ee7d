import type { Message } from '@countersign/hai/event';
import { expect, it } from 'vitest';
import { sentMessage } from '../sent-message.ts';
import { closeCalls, noResult, sendable, withResult } from './sendable.ts';

const call = (id: string) => ({
  id,
  type: 'function',
  function: { name: 'zoom', arguments: '{}' },
});
const caller = (id: string, ...calls: string[]): Message => ({
  id,
  role: 'assistant',
  toolCalls: calls.map(call),
});
const result = (id: string, toolCallId: string): Message => ({
  id,
  role: 'tool',
  toolCallId,
  content: 'a cat',
});
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);

it('closes each open call after the existing results, with its reason', () => {
  const closed = closeCalls(
    [
      caller('m1', 'call_1', 'call_2', 'call_3'),
      result('r2', 'call_2'),
      { id: 'm2', role: 'assistant', content: 'Well.' },
      caller('m3', 'call_4'),
    ],
    new Map([['call_3', 'Cancelled: The task has gone on without it.']]),
  );
  expect(ids(closed)).toEqual([
    'm1',
    'r2',
    'call_1-no-result',
    'call_3-no-result',
    'm2',
    'm3',
    'call_4-no-result',
  ]);
  expect(closed[2]).toMatchObject({ role: 'tool', toolCallId: 'call_1', content: noResult });
  expect(closed[3]).toMatchObject({ content: 'Cancelled: The task has gone on without it.' });
  expect(closeCalls(closed)).toEqual(closed);
});

it('sends no activities, and no message with outputs only', () => {
  const messages: Message[] = [
    { id: 'a', role: 'activity', activityType: 'PLAN' },
    { id: 'b', role: 'assistant', content: null },
    { ...caller('c', 'call_1'), content: null },
    { id: 'd', role: 'assistant', content: '' },
  ];
  expect(sendable(messages)).toEqual([
    caller('c', 'call_1'),
    { id: 'd', role: 'assistant', content: '' },
  ]);
});

it('puts a result after its call, and at the end when there is none', () => {
  const list = [caller('m1', 'call_1', 'call_2'), result('r2', 'call_2'), caller('m2', 'call_3')];
  expect(ids(withResult(list, result('r1', 'call_1')))).toEqual(['m1', 'r2', 'r1', 'm2']);
  expect(ids(withResult(list, result('r9', 'call_9')))).toEqual(['m1', 'r2', 'm2', 'r9']);
});

it('a member that AG-UI cannot carry does not drop the message', () => {
  const odd: Message = {
    id: 'm',
    role: 'assistant',
    content: { said: 'a cat' },
    name: 'zoologist',
    encryptedValue: 7,
    extra: {},
  };
  expect(sentMessage(odd)).toEqual({ id: 'm', role: 'assistant', content: '{"said":"a cat"}' });
});
