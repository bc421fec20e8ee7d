// @vitest-environment jsdom
import type { Client } from '@countersign/client/client';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ClientProvider } from '../session/client-context.tsx';
import { useReportPresence } from './presence.ts';

type Mode = 'viewing' | 'editing' | null;
const reportPresence = vi.fn(
  async (_promptId: string, _reported: { tab: string; mode: string }) => {},
);
const client = { api: { reportPresence }, tab: 'tab-1' } as Partial<
  Record<keyof Client, unknown>
> as Client;
const wrapper = ({ children }: { children: ReactNode }) => (
  <ClientProvider client={client}>{children}</ClientProvider>
);
const reported = () => reportPresence.mock.calls.map(([id, { mode }]) => `${id} ${mode}`);
const show = (isVisible: boolean) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
};
const look = (promptId: string, mode: Mode = 'viewing') =>
  renderHook((props: { id: string; mode: Mode }) => useReportPresence(props.id, props.mode), {
    wrapper,
    initialProps: { id: promptId, mode },
  });

beforeEach(() => {
  vi.useFakeTimers();
  reportPresence.mockClear();
  show(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('a short view does not count: moving past with a held key has seen none of them', () => {
  const { rerender, unmount } = look('p0');
  for (let step = 1; step < 32; step += 1) {
    vi.advanceTimersByTime(40);
    rerender({ id: `p${String(step)}`, mode: 'viewing' });
  }
  expect(reported()).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(reported()).toEqual(['p31 viewing']);
  unmount();
  expect(reported()).toEqual(['p31 viewing', 'p31 gone']);
});

it('a second counts only in a visible window, and only in one piece', () => {
  look('p');
  vi.advanceTimersByTime(900);
  show(false);
  vi.advanceTimersByTime(5_000);
  show(true);
  vi.advanceTimersByTime(900);
  expect(reported()).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(reported()).toEqual(['p viewing']);
});

it('writing an answer is reported at once', () => {
  const { rerender } = look('p');
  rerender({ id: 'p', mode: 'editing' });
  expect(reported()).toEqual(['p editing']);
});
