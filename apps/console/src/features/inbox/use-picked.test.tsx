// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { usePicked } from './use-picked.ts';
import type { QueueItem } from './use-queue.ts';

const row = (id: string, part: Parameters<typeof anyPrompt>[1] = {}): QueueItem => ({
  key: id,
  classKey: null,
  prompts: [anyPrompt(id, part)],
});
const rows: QueueItem[] = [
  row('a'),
  row('b'),
  row('gone', { state: 'answered' }),
  { key: 'class:k', classKey: 'k', prompts: [anyPrompt('k1'), anyPrompt('k2')] },
  row('e'),
];

it('picks and unpicks; a group is picked as a whole before it is unpicked', () => {
  const { result } = renderHook(() => usePicked());
  act(() => result.current.toggle(['k1']));
  act(() => result.current.toggle(['k1', 'k2']));
  expect([...result.current.ids]).toEqual(['k1', 'k2']);
  act(() => result.current.toggle(['k1', 'k2']));
  expect([...result.current.ids]).toEqual([]);
});

it('extends from the last pick over groups, and leaves out what is not open', () => {
  const { result } = renderHook(() => usePicked());
  act(() => result.current.toggle(['b']));
  act(() => result.current.reach(['e'], rows));
  expect([...result.current.ids].sort()).toEqual(['b', 'e', 'k1', 'k2']);
  // Upwards from the same anchor.
  act(() => result.current.reach(['a'], rows));
  expect([...result.current.ids].sort()).toEqual(['a', 'b', 'e', 'k1', 'k2']);
});

it('selects one row if none was picked before, and ignores rows that do not exist', () => {
  const { result } = renderHook(() => usePicked());
  act(() => result.current.reach(['e'], rows));
  expect([...result.current.ids]).toEqual(['e']);
  act(() => result.current.reach(['unknown'], rows));
  expect([...result.current.ids]).toEqual(['e']);
});
