// @vitest-environment jsdom

import type { Prompt } from '@countersign/api/prompt';
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anyPrompt } from '../../../testing/any-prompt.ts';
import type { BulkType } from '../../../text/message-parameters.ts';
import { MAX_ROWS } from './max-rows.ts';
import { useFrozen } from './use-frozen.ts';

const me = { id: 'ann', name: 'Ann', role: 'operator' as const, groups: [] };
const claim = { operator: 'bob', name: 'Bob', since: 1, until: 2, takeOver: null };

const freeze = (prompts: readonly Prompt[], type: BulkType | null = null) =>
  renderHook(
    (now: { live: readonly Prompt[]; type: BulkType | null }) =>
      useFrozen({
        live: now.live,
        belonging: now.live.filter((prompt) => prompt.state === 'open'),
        me,
        type: now.type,
      }),
    { initialProps: { live: prompts, type } },
  );
const kinds = (rows: ReturnType<typeof freeze>['result']) =>
  rows.current.rows.map((row) => [row.shown.id, row.rowStatus.kind]);

describe('the rows of a table', () => {
  it('keep the content that was shown, and show their current state', () => {
    const live = [anyPrompt('a'), anyPrompt('b'), anyPrompt('c'), anyPrompt('d')];
    const { result, rerender } = freeze(live);
    rerender({
      live: [
        anyPrompt('a', { digest: 'other', ask: 'Something else', revision: 2 }),
        anyPrompt('b', { claim }),
        anyPrompt('c', { state: 'answered' }),
        anyPrompt('d', { claim: { ...claim, operator: 'ann' } }),
        anyPrompt('new'),
      ],
      type: null,
    });
    expect(kinds(result)).toEqual([
      ['a', 'changed'],
      ['b', 'held'],
      ['c', 'closed'],
      ['d', 'ready'],
    ]);
    expect(result.current.rows[0]?.shown.ask).toBe('a');
    expect(result.current.newcomers.map((prompt) => prompt.id)).toEqual(['new']);
  });

  it('take a newcomer or a later revision in only when that is asked for', () => {
    const { result, rerender } = freeze([anyPrompt('a')]);
    const live = [anyPrompt('a', { digest: 'later' }), anyPrompt('b')];
    rerender({ live, type: null });
    act(() => result.current.look('a'));
    expect(result.current.rows[0]).toMatchObject({ looked: true, rowStatus: { kind: 'ready' } });
    expect(result.current.rows[0]?.shown.digest).toBe('later');
    act(() => result.current.admit());
    expect(kinds(result)).toEqual([
      ['a', 'ready'],
      ['b', 'ready'],
    ]);
  });

  it('are refused the answer that their agent does not take', () => {
    const strict = anyPrompt('a', {
      message: { ...anyPrompt('a').message, allowedFeedback: ['approve', 'reject'] },
    });
    const { result, rerender } = freeze([strict, anyPrompt('b')]);
    rerender({ live: [strict, anyPrompt('b')], type: 'instruction' });
    expect(kinds(result)).toEqual([
      ['a', 'not-taken'],
      ['b', 'ready'],
    ]);
  });

  it('are no more than one call accepts; those beyond are counted, not included', () => {
    const many = Array.from({ length: MAX_ROWS + 3 }, (_, index) => anyPrompt(`p${index}`));
    const { result } = freeze(many);
    expect(result.current.rows).toHaveLength(MAX_ROWS);
    expect(result.current.total).toBe(MAX_ROWS + 3);
    expect(result.current.newcomers).toEqual([]);
  });

  it('that are closed can be taken out; the others keep their order', () => {
    const { result, rerender } = freeze([anyPrompt('a'), anyPrompt('b'), anyPrompt('c')]);
    const live = [anyPrompt('a'), anyPrompt('b', { state: 'answered' }), anyPrompt('c')];
    rerender({ live, type: null });
    act(() => result.current.dropClosed());
    expect(kinds(result).map(([id]) => id)).toEqual(['a', 'c']);
    expect(result.current.total).toBe(2);
  });
});
