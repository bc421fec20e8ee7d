// @vitest-environment jsdom

import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ClientProvider } from '../session/client-context.tsx';
import { ABSENCE_MS, useAbsence } from './absence.ts';

const minute = 60_000;
let now = 1_800_000_000_000;
let seen: DocumentVisibilityState = 'visible';

vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen);
const show = (state: DocumentVisibilityState) => {
  seen = state;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

function mount(owner = 'ann') {
  const client = { serverNow: () => now } as Parameters<typeof ClientProvider>[0]['client'];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ClientProvider client={client}>{children}</ClientProvider>
  );
  return renderHook(() => useAbsence(owner), { wrapper });
}
afterEach(() => {
  seen = 'visible';
  localStorage.clear();
});

it('is null for an operator who was never here, or only briefly elsewhere', () => {
  const { result } = mount();
  expect(result.current.from).toBeNull();
  show('hidden');
  now += ABSENCE_MS - 1;
  show('visible');
  expect(result.current.from).toBeNull();
});

it('is who sees a window again after minutes, since the last time it was seen', () => {
  const { result } = mount();
  const left = now;
  show('hidden');
  now += 42 * minute;
  show('visible');
  expect(result.current.from).toBe(left);
  act(() => result.current.putAway());
  expect(result.current.from).toBeNull();
});

it('is kept over a reload, for each operator separately', () => {
  mount().unmount();
  const left = now;
  now += 42 * minute;
  expect(mount('bob').result.current.from).toBeNull();
  expect(mount().result.current.from).toBe(left);
});

it('ignores an invalid stored time', () => {
  localStorage.setItem('countersign.left.ann', 'yesterday');
  expect(mount().result.current.from).toBeNull();
});
