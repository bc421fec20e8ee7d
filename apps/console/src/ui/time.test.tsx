// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatExact } from './format-time.ts';
import { Time } from './time.tsx';

const at = Date.parse('2026-11-23T14:24:02.120Z');

it.each(['age', 'ago', 'clock', 'exact'] as const)(
  'a moment written as %s has its exact time, with the zone, on hover',
  (as) => {
    const { container } = render(<Time as={as} at={at} now={at + 180_000} />);
    const time = container.querySelector('time');
    expect(time).toHaveAttribute('title', formatExact(at));
    expect(time).toHaveAttribute('title', expect.stringMatching(/\.120 UTC/));
    expect(time).toHaveAttribute('datetime', '2026-11-23T14:24:02.120Z');
  },
);

it('a relative time is counted from the clock of the server', () => {
  render(<Time as="ago" at={at} now={at + 180_000} />);
  expect(screen.getByText('3 min ago')).toBeVisible();
});
