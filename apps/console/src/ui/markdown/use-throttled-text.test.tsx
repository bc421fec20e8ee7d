// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Markdown } from './markdown.tsx';

let notify: (isIntersecting: boolean) => void = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(reported: (entries: { isIntersecting: boolean }[]) => void) {
        notify = (isIntersecting) => act(() => reported([{ isIntersecting }]));
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('draws a text out of view once a second, and at once when it becomes visible or ends', () => {
  const { rerender } = render(<Markdown open text="one" />);
  rerender(<Markdown open text="one two" />);
  expect(screen.getByText('one two')).toBeInTheDocument();
  notify(false);
  rerender(<Markdown open text="one two three" />);
  expect(screen.getByText('one two')).toBeInTheDocument();
  act(() => {
    vi.advanceTimersByTime(1_000);
  });
  expect(screen.getByText('one two three')).toBeInTheDocument();
  rerender(<Markdown open text="one two three four" />);
  notify(true);
  expect(screen.getByText('one two three four')).toBeInTheDocument();
  notify(false);
  rerender(<Markdown text="one two three four five" />);
  expect(screen.getByText('one two three four five')).toBeInTheDocument();
});
