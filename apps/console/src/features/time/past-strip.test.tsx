// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { PastStrip } from './past-strip.tsx';

const at = { at: 60, head: 189, going: true, time: Date.parse('2026-11-23T07:35:56Z') };

it('says what is shown, and offers another try where it could not be read', async () => {
  const onRetry = vi.fn();
  const rest = { onLive: () => {}, error: 'The server failed', onRetry };
  const { container, rerender } = render(<PastStrip {...at} {...rest} status="ready" />);
  expect(container).toHaveTextContent(/As it was at 60 of 189 · .* · The task continues\./);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  rerender(<PastStrip {...at} {...rest} status="error" />);
  expect(container).toHaveTextContent('This position could not be loaded: The server failed');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
