// @vitest-environment jsdom
import type { Control } from '@countersign/api/task';
import type { Client } from '@countersign/client/client';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ClientProvider } from '../../live/session/client-context.tsx';
import { Disobeying } from './disobeying.tsx';

const control: Control = {
  ...{ id: 'c', taskId: 't', runId: 'r', action: 'stop', means: 'agent', reason: null, by: 'ann' },
  ...{ state: 'acknowledged', requestedAt: 1_000, deliveredAt: 1_100, acknowledgedAt: 1_200 },
  ...{ settledAt: null, failure: null, eventsSince: 105, notObeyedAt: 11_000 },
};

it('says for how long and with how many events, and offers to ask again or to cut the connection', async () => {
  const client = { serverNow: () => 36_000 } as Partial<Record<keyof Client, unknown>> as Client;
  const [onAgain, onCut] = [vi.fn(), vi.fn()];
  render(
    <ClientProvider client={client}>
      <Disobeying agent="Crawler" readOnly={false} {...{ control, onAgain, onCut }} />
    </ClientProvider>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Crawler has not obeyed for 35 s: 105 events since',
  );
  expect(screen.getByRole('alert')).toHaveTextContent('may continue unseen');
  await userEvent.click(screen.getByRole('button', { name: 'Stop again' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cut the connection' }));
  expect([onAgain.mock.calls.length, onCut.mock.calls.length]).toEqual([1, 1]);
});
