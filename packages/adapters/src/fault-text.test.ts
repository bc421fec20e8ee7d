import { parseUpMessage } from '@countersign/upformat/parse';
import { expect, it } from 'vitest';
import { textOf } from './ask-members.ts';
import { faultSentences } from './fault-text.ts';

const wordsOf = (value: unknown) => {
  const parsed = parseUpMessage(value, { threadId: 't', timestamp: '2026-11-21T14:24:00Z' });
  return parsed.ok ? null : faultSentences(value, parsed.problems).map(textOf).join(' ');
};

it('describes what is missing or wrong, and where, without schema terms', () => {
  expect(wordsOf({ messageId: 'msg_01HZX3Y8Q4V7N2K5T6W9B1D0FG', state: 'NEEDS_HUMAN' })).toBe(
    'Its state is “NEEDS_HUMAN”, which is none that is known.',
  );
  expect(wordsOf({ ask: 'Shall I?', messageId: null })).toBe(
    'It has no id, so no answer could name it. It does not say whether a decision is needed: it has no state.',
  );
  expect(wordsOf({ messageId: { n: 7 }, state: 'followup', timestamp: 'soon' })).toBe(
    'Its id is “{"n":7}”, which is no text to name it by. Its time is given as “soon”, which is no date with a time.',
  );
});

it('keeps a fault that is about no member', () => {
  expect(wordsOf('a question?')).toBe('This is not an object.');
});

it('gives each sentence as data too, for readers in another language', () => {
  const faults = [
    { path: '/state', message: 'Invalid option: expected one of "waiting"|"failed"' },
    { path: '/payload', message: 'Invalid input: expected string, received number' },
  ];
  expect(faultSentences({ state: 'NEEDS_HUMAN' }, faults)).toMatchObject([
    { statement: { code: 'ask.wrong-state', params: { value: 'NEEDS_HUMAN' } } },
    { statement: { code: 'shape.string' } },
  ]);
});
