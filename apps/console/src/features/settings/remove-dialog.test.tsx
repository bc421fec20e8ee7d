// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { RemoveDialog } from './remove-dialog.tsx';

it('stays while it removes, so that its end closes no other, and a failure is shown', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  let fail = (_: Error) => {};
  const remove = () =>
    new Promise<void>((_, reject) => {
      fail = reject;
    });
  render(
    <RemoveDialog detail="" onClose={onClose} remove={remove} title="Remove A?" yes="Remove" />,
  );
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => fail(new Error('lost')));
  expect(screen.getByRole('alert')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
