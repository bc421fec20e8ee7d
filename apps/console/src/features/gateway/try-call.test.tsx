// @vitest-environment jsdom
import type { CallPreview, SentCall } from '@countersign/api/gateway';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { PolicyDialog } from './policy-dialog.tsx';
import { TryCall } from './try-call.tsx';

// A switch in a form measures itself.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
const preview: CallPreview = {
  ...{ connection: 'direct', refusal: null, policy: null, route: 'to-painter', call: null },
  ...{ sent: null, lost: [] },
};

it('previews nothing else while a call is on its way: its answer is beside its own request', async () => {
  const user = userEvent.setup();
  let end = (_: SentCall) => {};
  const sent = new Promise<SentCall>((resolve) => {
    end = resolve;
  });
  render(
    <TryCall
      createId={() => 'id-1'}
      inboxLink={null}
      maySend
      preview={async () => preview}
      send={() => sent}
      service="painter"
      services={[]}
      taskLink={() => null}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Fill in an example' }));
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  expect(screen.getByRole('button', { name: 'Preview' })).toBeDisabled();
  await act(async () => end({ refusal: 'Not today', state: null, taskId: null, answer: null }));
  expect(screen.getByText('Not today')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Preview' })).toBeEnabled();
});

it('keeps a policy that is typed at a click outside, and while it is saved', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const some = { routes: [], services: [], agents: [], registrants: [] };
  const save = () => new Promise<never>(() => {});
  render(<PolicyDialog {...some} onClose={onClose} route={null} save={save} />);
  await user.type(screen.getByLabelText(/^Service/), 'painter');
  await user.type(screen.getByLabelText(/^Hosts that/), '10.0.0.5:80');
  const overlay = document.querySelector('.overlay');
  if (overlay !== null) await user.click(overlay);
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  expect(onClose).not.toHaveBeenCalled();
});
