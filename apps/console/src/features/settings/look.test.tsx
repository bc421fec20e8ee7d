// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { Look } from './look.tsx';

const system = { matches: true, listeners: new Set<() => void>() };
beforeEach(() => {
  localStorage.clear();
  system.listeners.clear();
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return system.matches;
    },
    addEventListener: (_: string, listener: () => void) => system.listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => system.listeners.delete(listener),
  }));
});

it('follows the system until light or dark is chosen, and again when that is taken back', async () => {
  const user = userEvent.setup();
  render(<Look />);
  const choice = (name: string) => screen.getByRole('button', { name });
  const dark = () => document.documentElement.classList.contains('dark');
  expect(choice('System')).toHaveAttribute('aria-pressed', 'true');
  await user.click(choice('Light'));
  expect(dark()).toBe(false);
  expect(localStorage.getItem('countersign.theme')).toBe('light');
  await user.click(choice('System'));
  expect(dark()).toBe(true);
  expect(localStorage.getItem('countersign.theme')).toBeNull();
  act(() => {
    for (const listener of system.listeners) listener();
  });
  expect(choice('System')).toHaveAttribute('aria-pressed', 'true');
});

it('says in which zone times are shown', () => {
  render(<Look />);
  expect(screen.getByText(/time zone of this computer: .*UTC/)).toBeVisible();
});
