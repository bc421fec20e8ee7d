import { expect, it } from 'vitest';
import { changedMembers } from './changed-members.ts';

it('names the members that differ, also those that only one has', () => {
  expect(changedMembers({ a: 1, b: [1], gone: null }, { b: [1], a: 2, added: {} })).toEqual([
    { name: 'a', before: 1, after: 2 },
    { name: 'added', before: undefined, after: {} },
    { name: 'gone', before: null, after: undefined },
  ]);
  expect(changedMembers({ a: { b: 1 } }, { a: { b: 1 } })).toEqual([]);
});
