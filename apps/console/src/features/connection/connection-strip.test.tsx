// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ConnectionStrip } from './connection-strip.tsx';

const at = 1_000_000;
const connection = {
  status: 'live',
  since: at,
  lastEventAt: at,
  attempt: 0,
  retryAt: null,
  behind: null,
  storeTrouble: { since: at - 61_000, reason: 'full' } as object | null,
};
vi.mock('../../live/connection.ts', () => ({
  useConnection: () => connection,
  useOutbox: () => [],
}));
vi.mock('../../live/server-now.ts', () => ({ useServerNow: () => at }));

it('says that the store is not writable, why and for how long, until it is again', () => {
  const { rerender, container } = render(<ConnectionStrip />);
  const said = screen.getByRole('status').textContent;
  expect(said).toMatch(/The store is not writable: the disk is full/);
  expect(said).toMatch(/For 1\s?m.*Nothing is lost/);
  connection.storeTrouble = null;
  rerender(<ConnectionStrip />);
  expect(container.textContent).toBe('');
});
