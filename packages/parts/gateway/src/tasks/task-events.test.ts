import type { RelayTask } from '@countersign/adapters/relay/neutral';
import { expect, it } from 'vitest';
import { eventsOf } from './task-events.ts';

const task = (state: RelayTask['state'], texts: Record<string, string> = {}): RelayTask => ({
  ...{ agent: 'a', taskId: 't', contextId: 'c', state, said: [], error: null },
  output: Object.entries(texts).map(([id, text]) => ({
    ...{ id, name: null, parts: [{ kind: 'text', text }] },
  })),
});
const words = (id: string, text: string) => ({ task: task('working'), words: [{ id, text }] });
/** What a client has at the end, by the ids of messages: a first part begins it again. */
const reported = (steps: ReturnType<typeof words>[], known?: Map<string, string>) => {
  const write = eventsOf(known);
  const texts = new Map<string, string>();
  const events = steps.flatMap(write);
  for (const event of events) {
    if (event.kind !== 'part' || event.part.kind !== 'text') continue;
    const before = event.isFirst ? '' : (texts.get(event.messageId) ?? '');
    texts.set(event.messageId, before + event.part.text);
  }
  return { texts: Object.fromEntries(texts), events };
};
const end = (texts: Record<string, string>) => ({ task: task('completed', texts), words: [] });

it('adds at the end what was not said before', () => {
  const { texts, events } = reported([words('m', 'Hel'), end({ m: 'Hello', n: 'Bye' })]);
  expect(texts).toEqual({ m: 'Hello', n: 'Bye' });
  expect(events.map(({ kind }) => kind)).toEqual([
    ...['created', 'part', 'status', 'part', 'message-end', 'part', 'message-end', 'end'],
  ]);
});

it('says a text again that the agent has replaced', () => {
  expect(reported([words('m', 'Hallo'), end({ m: 'Hello' })]).texts).toEqual({ m: 'Hello' });
});

it('says nothing of spaces alone, and keeps those in front of a text', () => {
  expect(reported([words('m', ' '), end({})]).texts).toEqual({});
  expect(reported([words('m', ' '), words('m', 'a'), end({ m: ' a' })]).texts).toEqual({ m: ' a' });
});

it('ends a message when the task waits, and continues it with the rest', () => {
  const waiting = { task: task('input-required', { m: 'One' }), words: [] };
  const { texts, events } = reported([words('m', 'On'), waiting, end({ m: 'One two' })]);
  expect(texts).toEqual({ m: 'One two' });
  expect(events.filter(({ kind }) => kind === 'message-end')).toHaveLength(2);
});

it('says a status once, however often the agent says something', () => {
  const { events } = reported([words('m', 'a'), words('m', 'b')]);
  expect(events.filter(({ kind }) => kind === 'status')).toHaveLength(1);
});

it('does not say what the client has', () => {
  const had = new Map([['m', 'Hello']]);
  expect(reported([words('m', 'Hello'), end({ m: 'Hello' })], had).texts).toEqual({});
  expect(reported([words('m', 'Hello'), end({ m: 'Hello there' })], had).texts).toEqual({
    m: ' there',
  });
});
