import type { PromptRow } from '@countersign/api/prompt-row';
import { describe, expect, it } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { neighbours } from './neighbours.ts';
import { type TableOf, tableRows } from './table-rows.ts';

const snooze = { operator: 'ann', name: 'Ann', at: 1, until: 2, reason: 'later' };
const prompts = [
  anyPrompt('call_Yk3o1b2c3d4e5f6a7b8c9d0e1', { openedAt: 3 }),
  anyPrompt('due', { openedAt: 9, expiresAt: 10 }),
  anyPrompt('other-class', { classKey: 'other' }),
  anyPrompt('aside', { snooze }),
  anyPrompt('answered', { state: 'answered' }),
  anyPrompt('of-b', { agentId: 'b' }),
];
const idsOf = (of: TableOf) => tableRows(prompts, of).map(({ id }) => id);
const equal = { kind: 'class', classKey: 'c', me: null, found: null } as const;

describe('the rows of a table', () => {
  it('of a class are its open prompts, the most urgent first, without snoozed ones', () => {
    expect(idsOf({ ...equal, filter: {} })).toEqual([
      'due',
      'of-b',
      'call_Yk3o1b2c3d4e5f6a7b8c9d0e1',
    ]);
  });

  it('of a class are narrowed as the queue is', () => {
    expect(idsOf({ ...equal, filter: { agent: 'b' } })).toEqual(['of-b']);
    const found = new Set(['due']);
    expect(idsOf({ ...equal, filter: { q: 'words of the message' }, found })).toEqual(['due']);
  });

  it('that are selected are the picked ones that are still open, for any filter', () => {
    const ids = new Set(['aside', 'answered', 'other-class']);
    expect(idsOf({ kind: 'selected', ids })).toEqual(['aside', 'other-class']);
  });
});

describe('what may be opened next', () => {
  const single = (key: string) => ({ key, classKey: null, prompts: [anyPrompt(key)] });
  const rows: { key: string; classKey: string | null; prompts: PromptRow[] }[] = [
    single('a'),
    single('b'),
    { key: 'class:c', classKey: 'c', prompts: [anyPrompt('c1'), anyPrompt('c2')] },
    single('d'),
  ];
  it('is around the open one, first below it; a table is read separately', () => {
    expect(neighbours(rows, 'a')).toEqual(['b']);
    expect(neighbours(rows, 'b')).toEqual(['a', 'd']);
  });
  it('is the starting point while no prompt is open', () => {
    expect(neighbours(rows, null)).toEqual(['a', 'b']);
  });
});
