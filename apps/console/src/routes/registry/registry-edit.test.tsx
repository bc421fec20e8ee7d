// @vitest-environment jsdom
import type { CheckedService, RegistryDetail } from '@countersign/api/registry';
import { configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mountView } from '../../features/knowledge/testing/page.tsx';
import { FindAgent } from '../../features/registry/find-agent.tsx';
import { ServiceHistory } from '../../features/registry/service-history.tsx';
import { apiServer } from '../../testing/api-server.ts';
import { EditService, RegisterPage } from './registry-edit.tsx';

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });
const net = apiServer();
const service: RegistryDetail['service'] = {
  ...{ id: 'p', name: 'painter', agentProtocol: 'hai', address: 'http://10.0.0.5:80', tags: [] },
  ...{ ephemeral: true, health: 'healthy', lease: { phase: 'renewed', endsAt: 9, lengthMs: 8 } },
  ...{ instances: 1, registeredBy: 'ann', registeredAt: 1 },
};
const profile: RegistryDetail['profile'] = {
  ...{ name: '', description: '', version: '', url: '', skills: [], inputModes: [], security: [] },
  ...{ outputModes: [], owner: null, documentationUrl: '', streaming: null },
  pushNotifications: null,
};
const entryOf = (path: string) =>
  JSON.stringify({ name: 'painter', protocol: 'http', host: '10.0.0.5', port: 80, path });
const detailOf = (registeredAt: number, path: string): RegistryDetail => ({
  ...{ service: { ...service, registeredAt }, profile, others: [], json: entryOf(path) },
});
const json = (body: object) => () => HttpResponse.json(body);
const checked: Pick<CheckedService, 'faults' | 'existing'> = { faults: [], existing: null };
const as = (role: string) => http.get('*/api/me', json({ id: 'ann', name: 'Ann', role }));
const failing = () =>
  HttpResponse.json({ type: 'about:blank', title: 'Broken', status: 500 }, { status: 500 });

beforeEach(() => {
  net.answer(
    as('operator'),
    http.post('*/api/registry/check', json({ ...checked, id: 'p', before: {}, after: { a: 1 } })),
    http.get('*/api/registry/services/p', json(detailOf(2, '/new'))),
  );
});

describe('the replacement of a service', () => {
  it('begins a review without the failure of the one before', async () => {
    net.answer(http.put('*/api/registry/services/p', failing));
    const user = userEvent.setup();
    mountView(net, <EditService detail={detailOf(1, '/old')} />, '/knowledge/x');
    const review = async () => {
      const button = await screen.findByRole('button', { name: 'Review changes' });
      await waitFor(() => expect(button).toBeEnabled());
      await user.click(button);
      await screen.findByRole('dialog');
    };
    await review();
    await user.click(screen.getByRole('button', { name: 'Replace' }));
    expect(await screen.findByText('It was not replaced')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await review();
    expect(screen.queryByText('It was not replaced')).toBeNull();
  });

  it('reads the service when it is to be read again', async () => {
    const type = '/problems/service-changed';
    const changed = { type, title: 'It has changed', status: 409 };
    net.answer(
      http.put('*/api/registry/services/p', () => HttpResponse.json(changed, { status: 409 })),
    );
    const user = userEvent.setup();
    mountView(net, <EditService detail={detailOf(1, '/old')} />, '/knowledge/x');
    const button = await screen.findByRole('button', { name: 'Review changes' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    await user.click(await screen.findByRole('button', { name: 'Replace' }));
    await screen.findByText('It was not replaced');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Start from the current entry' }));
    expect(await screen.findByDisplayValue('/new')).toBeVisible();
  });
});

describe('who may only look', () => {
  it('is informed, and is not offered to renew what is registered already', async () => {
    net.answer(
      as('viewer'),
      http.post(
        '*/api/registry/check',
        json({ ...checked, existing: service, id: 'p', before: null, after: null }),
      ),
    );
    mountView(net, <RegisterPage />, '/knowledge/new');
    expect(await screen.findByText(/Operators register and change services/)).toBeVisible();
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Renew lease' })).toBeNull();
  });
});

function Finding() {
  const [query, setQuery] = useState('red');
  return (
    <>
      <button onClick={() => setQuery('blue')} type="button">
        A link
      </button>
      <FindAgent link={() => null} onFind={setQuery} query={query} />
    </>
  );
}

it('the search box shows what is searched for when the address has changed', async () => {
  net.answer(http.post('*/api/registry/search', json({ meaning: 'off', items: [] })));
  const user = userEvent.setup();
  mountView(net, <Finding />, '/knowledge/find');
  expect(await screen.findByRole('textbox')).toHaveValue('red');
  await user.click(screen.getByRole('button', { name: 'A link' }));
  expect(screen.getByRole('textbox')).toHaveValue('blue');
});

it('a history that could not be read is not shown as an empty one', () => {
  render(<ServiceHistory hasFailed history={undefined} />);
  expect(screen.getByRole('status')).toHaveTextContent('The history could not be loaded');
});
