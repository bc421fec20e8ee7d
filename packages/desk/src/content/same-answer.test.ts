import type { UpFeedback } from '@countersign/upformat/message';
import { expect, it } from 'vitest';
import { isSameAnswer } from './same-answer.ts';

const approve: UpFeedback = { type: 'approve' };
it.each<[string, UpFeedback, UpFeedback, boolean]>([
  ['kinds differ', approve, { type: 'reject' }, false],
  ['a reason is only words', approve, { type: 'approve', content: { reason: 'Fine.' } }, true],
  ['place and urgency', approve, { ...approve, target: { messageId: 'p' }, metadata: {} }, true],
  [
    'one value by two patches',
    { type: 'edit', content: { value: { a: 1, b: 2 } } },
    {
      type: 'edit',
      content: { value: { b: 2, a: 1 }, patch: [{ op: 'replace', path: '/a', value: 1 }] },
    },
    true,
  ],
  [
    'two values',
    { type: 'edit', content: { value: { a: 1 } } },
    { type: 'edit', content: { value: { a: 2 } } },
    false,
  ],
  [
    'edited text',
    { type: 'edit', content: { text: 'one ' } },
    { type: 'edit', content: { text: 'one' } },
    true,
  ],
  [
    'order',
    { type: 'rank', content: { order: ['a', 'b'] } },
    { type: 'rank', content: { order: ['b', 'a'] } },
    false,
  ],
  [
    'words',
    { type: 'comment', content: { text: 'Why?' } },
    { type: 'comment', content: { text: 'What?' } },
    false,
  ],
])('%s', (_name, left, right, same) => {
  expect(isSameAnswer(left, right)).toBe(same);
  expect(isSameAnswer(right, left)).toBe(same);
});
