// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ConnectionStrip } from './connection-strip.tsx';

const at = 1_000_000;
const connection = {
  status: 'live',
  since: at,
  lostAt: null as number | null,
  lastEventAt: at,
  attempt: 0,
  retryAt: null,
  behind: null,
  storeDamaged: [],
  storeTrouble: { since: at - 61_000, reason: 'full' } as object | null,
};
let hereNow = at;
vi.mock('../../live/session/client-context.tsx', () => ({ useClient: () => ({ retryNow() {} }) }));
vi.mock('../../live/session/connection.ts', () => ({
  useConnection: () => connection,
  useOutbox: () => [],
}));
vi.mock('../../live/session/server-now.ts', () => ({
  useServerNow: () => at,
  useHereNow: () => hereNow,
}));

it('shows that the store is not writable, why and for how long, until it is again', () => {
  const { rerender, container } = render(<ConnectionStrip />);
  expect(screen.getByRole('status').textContent).toMatch(
    /The server cannot save: its disk is full/,
  );
  expect(container.textContent).toMatch(/For 1\s?m.*Nothing is lost/);
  connection.storeTrouble = null;
  rerender(<ConnectionStrip />);
  expect(container.textContent).toBe('');
});

it('counts from the loss, regardless of retries, and announces it only once', () => {
  Object.assign(connection, { status: 'connecting', lostAt: at - 13_000, since: at - 200 });
  hereNow = at;
  const { rerender, container } = render(<ConnectionStrip />);
  expect(container.textContent).toMatch(/Offline for 13\s?s/);
  const spoken = screen.getByRole('status').textContent;
  expect(spoken).not.toMatch(/\d/);
  hereNow = at + 1_000;
  rerender(<ConnectionStrip />);
  expect(container.textContent).toMatch(/Offline for 14\s?s/);
  expect(screen.getByRole('status').textContent).toBe(spoken);
});
