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
  },
  { id: 'parley', name: 'Parley', about: 'Lines of JSON over HTTP.', fields: [], origins: [] },
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
