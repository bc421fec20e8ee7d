// @vitest-environment jsdom
import type { Prompt } from '@countersign/api/prompt';
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { matchesFilter, type QueueFilter } from './queue-filter.ts';
import { comparePrompts } from './queue-order.ts';
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
        { filter: props.filter, me, grouped: false },
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

  it('is total: equal prompts still have one order', () => {
    expect(comparePrompts(prompt('a'), prompt('b'))).toBeLessThan(0);
    expect(comparePrompts(prompt('b'), prompt('a'))).toBeGreaterThan(0);
  });

  it('filters by words, agent and kind', () => {
    const one = prompt('Where to work', { agentId: 'r', agentName: 'Recommender' });
    expect(matchesFilter(one, { q: 'work recomm' }, me)).toBe(true);
    expect(matchesFilter(one, { q: 'work xyz' }, me)).toBe(false);
    expect(matchesFilter(one, { agent: 'other' }, me)).toBe(false);
    expect(matchesFilter(one, { kind: 'followup' }, me)).toBe(false);
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

  it('draws anew when the filter changes', () => {
    const all = [prompt('a'), prompt('b', { agentId: 'x' })];
    const { result, rerender } = mount(all);
    rerender({ prompts: all, filter: { agent: 'x' }, selected: null });
    expect(ids(result)).toEqual(['b']);
  });
});
