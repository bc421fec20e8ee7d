import { expect, it } from 'vitest';
import { type FrameCursor, frameOrder } from './frame-order.ts';

const at = (lastEventId: string | null, replaying = false): FrameCursor => ({
  lastEventId,
  replaying,
});

it('takes frames without an id as new, and keeps the position', () => {
  for (const id of [undefined, '']) {
    const cursor = at('41', true);
    expect(frameOrder(cursor, id)).toEqual({ isNew: true, cursor, violation: null });
  }
});

it('accepts the next number, and the first of a stream', () => {
  expect(frameOrder(at('41'), '42')).toEqual({ isNew: true, cursor: at('42'), violation: null });
  expect(frameOrder(at(null), '1')).toMatchObject({ isNew: true, violation: null });
});

it('reports skipped numbers, and continues', () => {
  expect(frameOrder(at('41'), '45')).toMatchObject({
    isNew: true,
    cursor: at('45'),
    violation: {
      text: 'Events 42 to 44 were never received.',
      statement: { code: 'stream.never-came', params: { first: 42, last: 44 } },
    },
  });
  expect(frameOrder(at(null), '3').violation?.text).toBe('Events 1 to 2 were never received.');
});

it('drops duplicates, and reports them unless they were requested again', () => {
  expect(frameOrder(at('41'), '41')).toMatchObject({
    isNew: false,
    cursor: at('41'),
    violation: { text: 'Event 41 was received twice; the second one was dropped.' },
  });
  const replaying = at('41', true);
  expect(frameOrder(replaying, '7')).toEqual({ isNew: false, cursor: replaying, violation: null });
  expect(frameOrder(replaying, '42').cursor).toEqual(at('42'));
});

it('does not check the order of ids that are not numbers', () => {
  const id = '1732299682000-0f6f5e2a9b11';
  expect(frameOrder(at('41'), id)).toEqual({ isNew: true, cursor: at(id), violation: null });
  expect(frameOrder(at(id), '7')).toEqual({ isNew: true, cursor: at('7'), violation: null });
});
