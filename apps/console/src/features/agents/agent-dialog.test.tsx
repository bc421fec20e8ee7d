// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AgentDialog } from './agent-dialog.tsx';

const all = ['feedback', 'control', 'tools'] as const;
const protocols = [
  {
    id: 'detect',
    name: 'Detect',
    about: 'Each event is read as what it is.',
    fields: [...all],
    origins: [],
    controls: [
      {
        id: 'semaphore',
        name: 'Semaphore',
        urlLabel: 'URL of the mast',
        urlHelp: 'Without its flags.',
        actions: ['stop' as const],
        agentUrlEnds: '/mast/{id}/up',
      },
    ],
  },
  {
    id: 'parley',
    name: 'Parley',
    about: 'Lines of JSON over HTTP.',
    fields: [],
    origins: [],
    controls: [],
  },
];

it('offers the protocols that the server knows, and asks only for what the chosen one uses', async () => {
  const save = vi.fn(() => Promise.resolve());
  render(
    <AgentDialog
      agent={null}
      onOpenChange={() => {}}
      open
      protocols={protocols}
      save={save}
      taken={[]}
      test={() => Promise.reject(new Error('not asked'))}
    />,
  );
  expect(screen.getByLabelText('Feedback URL')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Protocol'), 'Parley');
  expect(screen.getByText('Lines of JSON over HTTP.')).toBeTruthy();
  expect(screen.queryByLabelText('Feedback URL')).toBeNull();
  expect(screen.queryByLabelText('Control URL')).toBeNull();
  expect(screen.queryByLabelText('Stopped by')).toBeNull();
  await userEvent.type(screen.getByLabelText(/^Name/), 'Envoy');
  await userEvent.type(screen.getByLabelText(/^URL/), 'http://127.0.0.1:4433/turns');
  await userEvent.click(screen.getByRole('button', { name: /^Add|^Save/ }));
  expect(save).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ id: 'envoy', protocol: 'parley' }),
  );
});

it('offers the ways to stop a run that the protocol has, with their labels', async () => {
  const save = vi.fn(() => Promise.resolve());
  render(
    <AgentDialog
      agent={null}
      onOpenChange={() => {}}
      open
      protocols={protocols}
      save={save}
      taken={[]}
      test={() => Promise.reject(new Error('not asked'))}
    />,
  );
  await userEvent.type(screen.getByLabelText(/^Name/), 'Envoy');
  await userEvent.type(screen.getByLabelText(/^URL/), 'http://127.0.0.1:4433/a.b/mast/x1/up');
  await userEvent.selectOptions(screen.getByLabelText('Stopped by'), 'Semaphore');
  expect(screen.getByLabelText('URL of the mast')).toHaveValue('http://127.0.0.1:4433/a.b');
  expect(screen.getByText('Without its flags.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Add|^Save/ }));
  expect(save).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      control: { url: 'http://127.0.0.1:4433/a.b', actions: [], template: 'semaphore' },
    }),
  );
});
