// @vitest-environment jsdom
import type { CallPreview, SentCall } from '@countersign/api/gateway';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
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
  ...{ connection: 'direct', refusal: null, refusalStatement: null, policy: null },
  ...{ route: 'to-painter', call: null, sent: null, lost: [] },
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
  await act(async () =>
    end({
      ...{ refusal: 'Not today', refusalStatement: null },
      ...{ state: null, taskId: null, answer: null, lost: [] },
    }),
  );
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

describe('a policy that another administrator has changed meanwhile', () => {
  const policy = {
    ...{ route: 'to-painter', service: 'painter', callers: ['crew'], approval: true },
    ...{ callsPerMinute: 60, hosts: ['10.0.0.5:80'], callerMayAnswer: false, version: 7 },
  };
  const route = {
    ...{ route: 'to-painter', service: 'painter', agentProtocol: '', policy },
    ...{ state: 'open' as const, hosts: ['10.0.0.5:80'] },
  };
  const refused = (now: unknown) => {
    const type = '/problems/policy-changed';
    const problem = { type, title: 'The policy has changed', status: 409, policy: now };
    return Object.assign(new Error('refused'), { problem });
  };
  const open = (save: (sent: unknown) => Promise<unknown>) => {
    const some = { routes: [], services: [], agents: [], registrants: [] };
    render(<PolicyDialog {...some} onClose={() => {}} route={route} save={save} />);
  };

  it('shows what differs, keeps what was typed, and is saved in its place only then', async () => {
    const user = userEvent.setup();
    const sent: unknown[] = [];
    open(async (saved) => {
      sent.push(saved);
      if (sent.length === 1) throw refused({ ...policy, callsPerMinute: 5, version: 9 });
    });
    const rate = screen.getByLabelText(/^Calls in a minute/);
    await user.clear(rate);
    await user.type(rate, '30');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Another administrator has changed this policy')).toBeVisible();
    expect(screen.getByRole('row', { name: 'Calls in a minute 5 30' })).toBeVisible();
    expect(rate).toHaveValue('30');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent).toMatchObject([
      { policy: { callsPerMinute: 30, version: 7 } },
      { policy: { callsPerMinute: 30, version: 9 } },
    ]);
  });

  it('can be taken as it is now, and is missing if it was removed', async () => {
    const user = userEvent.setup();
    const sent: unknown[] = [];
    const now = [{ ...policy, callsPerMinute: 5, version: 9 }, null];
    open(async (saved) => {
      sent.push(saved);
      throw refused(now[sent.length - 1]);
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Use the current policy' }));
    expect(screen.getByLabelText(/^Calls in a minute/)).toHaveValue('5');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Another administrator has removed this policy')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent).toMatchObject([
      { policy: { version: 7 } },
      { policy: { version: 9, callsPerMinute: 5 } },
      { policy: { version: null } },
    ]);
  });
});
