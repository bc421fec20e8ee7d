// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useCursor } from './use-cursor.ts';

const mount = (address: string | null) =>
  renderHook((now: string | null) => useCursor(now), { initialProps: address });

it('marks the row at once, and waits for the address to follow', () => {
  const { result, rerender } = mount('a');
  act(() => result.current.move('b'));
  expect(result.current).toMatchObject({ key: 'b', pending: true });
  rerender('b');
  expect(result.current).toMatchObject({ key: 'b', pending: false });
});

it('continues from the row of the last press, before anything of it was drawn', () => {
  const { result } = mount('a');
  act(() => {
    result.current.move('b');
    expect(result.current.latest.current).toBe('b');
    result.current.move('c');
    expect(result.current.latest.current).toBe('c');
  });
  expect(result.current.key).toBe('c');
});

it('follows an address that changes independently, and back to where it came from', () => {
  const { result, rerender } = mount('a');
  rerender('z');
  expect(result.current).toMatchObject({ key: 'z', pending: false });
  expect(result.current.latest.current).toBe('z');
  act(() => result.current.move('y'));
  act(() => result.current.move('z'));
  expect(result.current).toMatchObject({ key: 'z', pending: false });
});

it('stays on the row of the last press while the address passes those before it', () => {
  const { result, rerender } = mount('a');
  act(() => result.current.move('b'));
  act(() => result.current.move('c'));
  act(() => result.current.move('d'));
  rerender('b');
  expect(result.current).toMatchObject({ key: 'd', pending: true });
  expect(result.current.latest.current).toBe('d');
  rerender('d');
  expect(result.current).toMatchObject({ key: 'd', pending: false });
  rerender('b');
  expect(result.current).toMatchObject({ key: 'b', pending: false });
});
