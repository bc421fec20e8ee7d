// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { Dialog, DialogCancel } from './dialog.tsx';

it('is sent by Ctrl+Enter from any of its fields, and left by Cancel', async () => {
  const user = userEvent.setup();
  const onSave = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const onOpenChange = vi.fn();
  render(
    <Dialog onOpenChange={onOpenChange} open title="Add an agent">
      <form onSubmit={onSave}>
        <textarea aria-label="Description" />
        <DialogCancel />
        <Button type="submit" variant="primary">
          Save
        </Button>
      </form>
    </Dialog>,
  );
  await user.type(screen.getByLabelText('Description'), 'Finds{Enter}people');
  expect(onSave).not.toHaveBeenCalled();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(onSave).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});

it('does nothing dangerous by Ctrl+Enter', async () => {
  const user = userEvent.setup();
  const onRemove = vi.fn();
  render(
    <Dialog
      footer={
        <Button onClick={onRemove} variant="danger">
          Remove
        </Button>
      }
      onOpenChange={() => {}}
      open
      title="Remove it?"
    >
      <input aria-label="Reason" />
    </Dialog>,
  );
  await user.click(screen.getByLabelText('Reason'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(onRemove).not.toHaveBeenCalled();
});
