// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogCancel } from './dialog-cancel.tsx';

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

function Rows() {
  const [names, setNames] = useState(['one', 'two', 'three']);
  const [removing, setRemoving] = useState<string | null>(null);
  const remove = () => {
    setNames(names.filter((name) => name !== removing));
    setRemoving(null);
  };
  return (
    <main tabIndex={-1}>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <Button onClick={() => setRemoving(name)}>{name}</Button>
          </li>
        ))}
      </ul>
      <Dialog onOpenChange={() => setRemoving(null)} open={removing !== null} title="Remove it?">
        <Button onClick={remove}>Remove</Button>
      </Dialog>
    </main>
  );
}

it('gives the focus to the row in the place of one that was removed', async () => {
  const user = userEvent.setup();
  render(<Rows />);
  const removed = async (name: string) => {
    await user.click(screen.getByRole('button', { name }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
  };
  await removed('two');
  await waitFor(() => expect(screen.getByRole('button', { name: 'three' })).toHaveFocus());
  await removed('three');
  await waitFor(() => expect(screen.getByRole('button', { name: 'one' })).toHaveFocus());
  await removed('one');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});
