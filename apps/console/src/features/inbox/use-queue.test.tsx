// @vitest-environment jsdom

import type { Prompt } from '@countersign/api/prompt';
import { comparePrompts } from '@countersign/desk/urgency';
import { runs } from '@countersign/testkit/deep';
import { act, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { matchesFilter, type QueueFilter } from './queue-filter.ts';
import { type Queue, useQueue } from './use-queue.ts';

const prompt = anyPrompt;
const me = { id: 'ann', name: 'Ann', role: 'operator' as const, groups: ['night'] };

const mount = (
  prompts: Prompt[] | undefined,
  filter: QueueFilter = {},
  selected: string | null = null,
) =>
  renderHook(
    (props: { prompts: Prompt[] | undefined; filter: QueueFilter; selected: string | null }) =>
      useQueue(
        props.prompts,
        { filter: props.filter, me, grouping: 'none', now: 0 },
        { promptId: props.selected, table: false },
      ),
    { initialProps: { prompts, filter, selected } },
  );
const ids = (result: { current: Queue }) => result.current.rows.map((row) => row.key);

describe('the order of the queue', () => {
  it('is by deadline, then severity, then age; blocking before follow-ups', () => {
    const { result } = mount([
      prompt('offer', { blocking: false, expiresAt: 1 }),
      prompt('old', { openedAt: 1 }),
      prompt('young', { openedAt: 2 }),
      prompt('critical', { severity: 'critical', openedAt: 9 }),
      prompt('later', { expiresAt: 500 }),
      prompt('soon', { expiresAt: 100 }),
    ]);
    expect(ids(result)).toEqual(['soon', 'later', 'critical', 'old', 'young', 'offer']);
  });

  it('is total: equal questions still have one order', () => {
    expect(comparePrompts(prompt('a'), prompt('b'))).toBeLessThan(0);
    expect(comparePrompts(prompt('b'), prompt('a'))).toBeGreaterThan(0);
  });

  it('keeps the order in which one event asked its questions', () => {
    const first = prompt('z', { sequence: 7, place: 0 });
    const second = prompt('a', { sequence: 7, place: 1 });
    expect([second, first].toSorted(comparePrompts)).toEqual([first, second]);
  });

  it('filters by text, agent and kind', () => {
    const one = prompt('Where to work', { agentId: 'r', agentName: 'Recommender' });
    expect(matchesFilter(one, { q: 'work recomm' }, { me })).toBe(true);
    expect(matchesFilter(one, { q: 'work xyz' }, { me })).toBe(false);
    expect(matchesFilter(one, { agent: 'other' }, { me })).toBe(false);
    expect(matchesFilter(one, { kind: 'followup' }, { me })).toBe(false);
  });
});

describe('the views of what is due and what is closed', () => {
  const decision = (kind: 'operator' | 'default'): Prompt['decision'] => ({
    id: `d-${kind}`,
    promptId: 'p',
    by: { kind, id: kind, name: kind },
    feedback: { type: 'approve' },
    digest: 'd',
    state: 'acknowledged',
    recordedAt: 5,
    releaseAt: null,
    waitsFor: [],
    deliveredAt: 6,
    acknowledgedAt: 7,
    attempts: 1,
    failure: null,
  });
  const over = (id: string, closedAt: number, part: Partial<Prompt> = {}) =>
    prompt(id, { state: 'answered', closedAt, decision: decision('operator'), ...part });
  const seen = { at: 1, operator: 'bob', name: 'Bob' };
  const all = [
    prompt('open'),
    prompt('due', { expiresAt: 3_600_000 }),
    prompt('due later', { expiresAt: 3_600_001 }),
    over('first', 10),
    over('offer', 30, { blocking: false }),
    over('default', 20, { decision: decision('default') }),
    over('looked at', 40, { decision: decision('default'), seen }),
    prompt('expired', { state: 'expired', closedAt: 50 }),
  ];

  it('show what is due within the hour', () =>
    expect(ids(mount(all, { due: 'hour' }).result)).toEqual(['due']));

  it('show what was answered in one list, the last one first', () => {
    expect(ids(mount(all, { show: 'answered' }).result)).toEqual([
      'looked at',
      'offer',
      'default',
      'first',
    ]);
    expect(ids(mount(all, { show: 'unseen' }).result)).toEqual(['default']);
  });

  it('hold what is answered meanwhile, as any arrival', () => {
    const { result, rerender } = mount(all, { show: 'answered' });
    rerender({ prompts: [...all, over('new', 60)], filter: { show: 'answered' }, selected: null });
    expect(ids(result)[0]).toBe('looked at');
    expect(result.current.waiting.map(({ id }) => id)).toEqual(['new']);
    act(() => result.current.admit());
    expect(ids(result)[0]).toBe('new');
  });
});

describe('law 2: arrival moves nothing', () => {
  it('holds what arrives, even the most urgent, until the operator asks', () => {
    const first = [prompt('a'), prompt('b')];
    const { result, rerender } = mount(first);
    rerender({
      prompts: [...first, prompt('urgent', { expiresAt: 1 })],
      filter: {},
      selected: null,
    });
    expect(ids(result)).toEqual(['a', 'b']);
    expect(result.current.waiting.map((each) => each.id)).toEqual(['urgent']);
    act(() => result.current.admit());
    expect(ids(result)).toEqual(['urgent', 'a', 'b']);
    expect(result.current.waiting).toEqual([]);
  });

  it('lets arrivals into an empty list', () => {
    const { result, rerender } = mount([]);
    rerender({ prompts: [prompt('a')], filter: {}, selected: null });
    expect(ids(result)).toEqual(['a']);
  });

  it('keeps an answered row in its place until it is left and cleared', () => {
    const { result, rerender } = mount([prompt('a'), prompt('b')], {}, 'a');
    const answered = [prompt('a', { state: 'answered' }), prompt('b')];
    rerender({ prompts: answered, filter: {}, selected: 'a' });
    expect(ids(result)).toEqual(['a', 'b']);
    act(() => result.current.admit());
    expect(ids(result)).toEqual(['a', 'b']);
    rerender({ prompts: answered, filter: {}, selected: 'b' });
    expect(result.current.done).toBe(1);
    act(() => result.current.admit());
    expect(ids(result)).toEqual(['b']);
  });

  it('does not change a list of answered rows under the pointer', () => {
    const { result, rerender } = mount([prompt('a')], {}, 'a');
    act(() => result.current.setBusy(true));
    const next = [prompt('a', { state: 'answered' }), prompt('b')];
    rerender({ prompts: next, filter: {}, selected: 'a' });
    expect(ids(result)).toEqual(['a']);
    act(() => result.current.setBusy(false));
    expect(ids(result)).toEqual(['a', 'b']);
  });

  it('keeps the place of a prompt whose deadline is revised', () => {
    const { result, rerender } = mount([prompt('a'), prompt('b')]);
    rerender({ prompts: [prompt('a'), prompt('b', { expiresAt: 1 })], filter: {}, selected: null });
    expect(ids(result)).toEqual(['a', 'b']);
  });

  it('draws again when the filter changes', () => {
    const all = [prompt('a'), prompt('b', { agentId: 'x' })];
    const { result, rerender } = mount(all);
    rerender({ prompts: all, filter: { agent: 'x' }, selected: 'a' });
    // Also when what is open does not match.
    expect(ids(result)).toEqual(['b']);
  });
});

describe('arrivals that enter by themselves', () => {
  it('wait if they would move the current row, even if no prompt is left to answer', () => {
    const { result, rerender } = mount([prompt('a')], {}, 'a');
    const done = prompt('a', { state: 'answered' });
    const above = { prompts: [done, prompt('urgent', { expiresAt: 1 })], filter: {} };
    rerender({ ...above, selected: 'a' });
    expect(ids(result)).toEqual(['a']);
    expect(result.current.waiting.map((each) => each.id)).toEqual(['urgent']);
    // Once it is left, rows may move.
    rerender({ ...above, selected: null });
    expect(ids(result)).toEqual(['urgent']);
  });

  it('wait while a table is open: its row stays', () => {
    const { result, rerender } = renderHook(
      (prompts: Prompt[]) =>
        useQueue(
          prompts,
          { filter: {}, me, grouping: 'all', now: 0 },
          { promptId: null, table: true },
        ),
      { initialProps: [prompt('a'), prompt('b')] },
    );
    const closed = [prompt('a', { state: 'answered' }), prompt('b', { state: 'answered' })];
    rerender([...closed, prompt('c')]);
    expect(result.current.rows.map((row) => row.key)).toEqual(['class:c']);
    expect(result.current.waiting.map((each) => each.id)).toEqual(['c']);
  });
});

describe('equal questions', () => {
  const equals = (count: number) =>
    Array.from({ length: count }, (_, index) => prompt(`e${index}`, { classKey: 'refund' }));
  const many = (prompts: Prompt[], more: object = {}) =>
    renderHook(
      (now: Prompt[]) =>
        useQueue(
          now,
          { filter: {}, me, grouping: 'many', now: 0, ...more },
          { promptId: null, table: false },
        ),
      { initialProps: prompts },
    ).result.current.rows.map(({ classKey, prompts: of }) => [classKey, of.length]);

  it('share a row by themselves from five on', () => {
    expect(many(equals(4))).toEqual([1, 1, 1, 1].map((one) => [null, one]));
    expect(many(equals(5))).toEqual([['refund', 5]]);
  });

  it('share it before all of them are read, by the count of the server', () => {
    const counted = new Map([['refund', { open: 1_000 }]]);
    expect(many(equals(2), { counted })).toEqual([['refund', 2]]);
  });

  const grouped = (prompts: Prompt[], filter: QueueFilter = {}) =>
    renderHook(
      (now: Prompt[]) =>
        useQueue(now, { filter, me, grouping: 'all', now: 0 }, { promptId: null, table: false }),
      { initialProps: prompts },
    );
  const equal = [
    prompt('late', { expiresAt: 900 }),
    prompt('soon', { expiresAt: 100 }),
    prompt('other', { classKey: 'x', expiresAt: 500 }),
  ];

  it('share the row of the most urgent; a single one has its own, and so has one without a class', () => {
    const { result } = grouped([
      ...equal,
      prompt('old', { classKey: '' }),
      prompt('old-2', { classKey: '' }),
    ]);
    expect(result.current.rows.map((row) => [row.key, row.prompts.map(({ id }) => id)])).toEqual([
      ['class:c', ['soon', 'late']],
      ['other', ['other']],
      ['old', ['old']],
      ['old-2', ['old-2']],
    ]);
  });

  it('that arrive wait behind the pill: a group does not grow under the pointer', () => {
    const { result, rerender } = grouped(equal);
    rerender([...equal, prompt('new', { expiresAt: 1 })]);
    expect(result.current.rows[0]?.prompts).toHaveLength(2);
    expect(result.current.waiting).toHaveLength(1);
    act(() => result.current.admit());
    expect(result.current.rows[0]?.prompts.map(({ id }) => id)).toEqual(['new', 'soon', 'late']);
  });

  it('keep their row while one of them is answered elsewhere', () => {
    const { result, rerender } = grouped(equal);
    rerender([prompt('late', { expiresAt: 900, state: 'answered' }), ...equal.slice(1)]);
    expect(result.current.rows[0]?.prompts.map(({ state }) => state)).toEqual(['open', 'answered']);
    expect(result.current.done).toBe(1);
  });
});

describe('who looks', () => {
  it('is part of the query: the rows are drawn again once it is known', () => {
    const { result, rerender } = renderHook(
      (who: typeof me | null) =>
        useQueue(
          [prompt('a'), prompt('b')],
          { filter: { turn: 'mine' }, me: who, grouping: 'none', now: 0 },
          { promptId: 'a', table: false },
        ),
      { initialProps: null as typeof me | null },
    );
    expect(ids(result)).toEqual([]);
    rerender(me);
    expect(ids(result)).toEqual(['a', 'b']);
  });
});

describe('law 2, for any events', () => {
  const changes = fc.array(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
      part: fc.record(
        {
          state: fc.constantFrom('open' as const, 'answered' as const, 'withdrawn' as const),
          expiresAt: fc.constantFrom(null, 1, 100),
          severity: fc.constantFrom('minor' as const, 'critical' as const),
          blocking: fc.boolean(),
          agentId: fc.constantFrom('a', 'x'),
        },
        { requiredKeys: [] },
      ),
    }),
    { maxLength: 12 },
  );

  it('no row leaves or changes its place while the pointer is on the list', () => {
    fc.assert(
      fc.property(changes, (all) => {
        let now = [prompt('a'), prompt('b', { expiresAt: 50 }), prompt('c', { blocking: false })];
        const { result, rerender, unmount } = mount(now);
        act(() => result.current.setBusy(true));
        const before = ids(result);
        for (const { id, part } of all) {
          now = now.some((each) => each.id === id)
            ? now.map((each) => (each.id === id ? { ...each, ...part } : each))
            : [...now, prompt(id, part)];
          rerender({ prompts: now, filter: {}, selected: null });
          expect(ids(result)).toEqual(before);
        }
        unmount();
      }),
      { numRuns: runs(60) },
    );
  });
});
