// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { Time } from '../../ui/time.tsx';
import { Appearance } from './appearance.tsx';

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
  render(<Appearance />);
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

it('shows times in the chosen zone, and names it', async () => {
  const user = userEvent.setup();
  render(<Appearance />);
  await user.selectOptions(screen.getByLabelText('Time zone'), 'Asia/Tokyo');
  expect(screen.getByText(/shown, entered and saved in Asia\/Tokyo, UTC\+9/)).toBeVisible();
  expect(localStorage.getItem('countersign.zone')).toBe('Asia/Tokyo');
  render(<Time as="clock" at={Date.parse('2026-11-21T14:16:20.114Z')} />);
  expect(screen.getByText('23:16:20')).toHaveAttribute('title', 'Nov 21, 2026 23:16:20.114 UTC+9');
  await user.selectOptions(screen.getByLabelText('Time zone'), 'local');
  expect(localStorage.getItem('countersign.zone')).toBeNull();
});

it('makes rows higher if that is selected', async () => {
  const user = userEvent.setup();
  render(<Appearance />);
  await user.click(screen.getByRole('button', { name: 'Comfortable' }));
  expect(document.documentElement.dataset['density']).toBe('comfortable');
  expect(localStorage.getItem('countersign.density')).toBe('comfortable');
  await user.click(screen.getByRole('button', { name: 'Compact' }));
  expect(document.documentElement.dataset['density']).toBe('compact');
});
