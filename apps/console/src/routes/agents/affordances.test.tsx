// @vitest-environment jsdom
import type { AffordanceCallView } from '@countersign/api/affordance-call';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { mountView } from '../../features/knowledge/testing/page.tsx';
import { apiServer } from '../../testing/api-server.ts';
import { AffordancesPage } from './affordances.tsx';
import { ServicesPage } from './environment-services.tsx';

// A request that fails is repeated once, and lists are read again after seconds.
configure({ asyncUtilTimeout: 40_000 });
const net = apiServer();
const signifier = {
  ...{ id: 's1', label: 'arm_move', context: 'The arm moves', abilities: [], nativeName: 'move' },
  artifact: { id: 'arm', name: 'arm', kind: 'mcp' },
  form: { method: 'POST\u202e', target: 'http://arm.example', headers: [] },
  ...{ binding: {}, body: null, input: null, isStream: false, sourceHash: 'hash-1' },
  secrets: [{ scheme: 'key\u202e', place: 'header', name: 'X' }],
  safety: { readOnly: false, destructive: true, idempotent: false, source: 'default' },
};
const known = {
  ...{ iri: 'http://bff.test/s1', signifier, approval: 'approved', drift: null, rank: null },
  ...{ shapeFault: null, note: null as object | null },
};
const preview = {
  request: { method: 'POST', url: 'http://arm.example', headers: [], body: 'move' },
  ...{ secrets: [], hasSession: false, faults: [], digest: 'd1', approval: 'ask' },
  ...{ confirm: 'arm_move', objection: null, objectionText: null },
  schema: { type: 'object', properties: { far: { type: 'string', title: 'How far' } } },
  last: { arguments: { far: 'near' }, by: 'Ben', at: 1 },
};
const call: AffordanceCallView = {
  ...{ callId: 'c1', signifierId: 's1', label: 'arm_move', state: 'done', asked: null },
  ...{ result: null, taskUrl: '' },
};
const service = {
  ...{ id: 'arm', iri: 'http://bff.test/arm', name: 'arm', kind: 'mcp', url: 'http://arm.example' },
  ...{ agentId: null, isByContent: false, registeredBy: 'ann', registeredAt: 1, synchronisedAt: 1 },
  ...{ fault: null, signifierCount: 1, skippedCount: 2, waitingCount: 1 },
  policy: { isTrusted: false, isActuator: true, direct: [] },
};
const skipped = [
  { name: 'paint', reason: 'has no schema' },
  { name: 'wash', reason: 'has no schema' },
];
const base = '*/api/environment';
const lost = () => HttpResponse.error();
const json = (body: object) => () => HttpResponse.json(body);
const failing = () => new HttpResponse('{"title":"Not ready","status":503}', { status: 503 });

const list = (one: object) => json({ version: null, items: [one] });
beforeEach(() => {
  net.answer(
    http.get('*/api/me', json({ id: 'ann', name: 'Ann', role: 'admin' })),
    http.get('*/api/agents', json({ items: [] })),
    http.get(`${base}/profiles`, json({ items: [] })),
    http.post(`${base}/selection`, list(known)),
    http.post(`${base}/signifiers/:id/preview`, json(preview)),
    http.post(`${base}/calls`, json(call)),
    http.get(`${base}/calls/:id`, json(call)),
    http.get(`${base}/artifacts`, json({ items: [service] })),
  );
});
const bodiesOf = (path: string, method = 'POST') =>
  net.sent
    .filter((one) => one.path.endsWith(path) && one.method === method)
    .map(({ body }) => body);
const open = async () => {
  mountView(net, <AffordancesPage />, '/knowledge/signifiers?id=s1');
  const user = userEvent.setup();
  const press = async (name: string | RegExp) =>
    user.click(await screen.findByRole('button', { name }));
  await screen.findByRole('article', { name: 'arm_move' });
  return { user, press };
};

describe('a call that a person makes', () => {
  it('is one of its own, and the same one only after an answer that was lost', async () => {
    const { press } = await open();
    await press('Call');
    await screen.findByText('d1');
    await press('Request approval');
    await screen.findByText('Done');
    await press('Call again');
    net.answer(http.post(`${base}/calls`, lost, { once: true }));
    await press('Call now');
    expect(await screen.findByRole('alert')).toHaveTextContent('The call may have been started');
    expect(screen.queryByText('The call was not made')).toBeNull();
    await press('Close');
    await press('Call');
    await screen.findByText('d1');
    await press('Call now');
    await screen.findByText('Done');
    const keys = bodiesOf('/calls').map((body) =>
      typeof body === 'object' && body !== null && 'idempotencyKey' in body
        ? body.idempotencyKey
        : null,
    );
    expect(keys).toEqual([expect.any(String), expect.any(String), keys[1]]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('keeps what is typed when its request could not be shown, and tries again', async () => {
    const { user, press } = await open();
    await press('Call');
    const field = await screen.findByLabelText('How far');
    net.answer(http.post(`${base}/signifiers/:id/preview`, failing));
    await user.type(field, '10');
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
    expect(screen.getByLabelText('How far')).toHaveValue('10');
    expect(screen.getByRole('button', { name: 'Call now' })).toBeDisabled();
    net.answer(http.post(`${base}/signifiers/:id/preview`, json(preview)));
    await press('Try again');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Call now' })).toBeEnabled());
  }, 90_000);

  it('is asked about again when its state could not be read', async () => {
    net.answer(
      http.post(`${base}/calls`, json({ ...call, state: 'waiting' })),
      http.get(`${base}/calls/:id`, failing),
    );
    const { press } = await open();
    await press('Call');
    await screen.findByText('d1');
    await press('Call now');
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
    net.answer(http.get(`${base}/calls/:id`, json(call)));
    expect(await screen.findByText('Done')).toBeVisible();
  }, 90_000);
});

describe('a signifier', () => {
  it('shows marks of direction in what a service has written', async () => {
    await open();
    expect(screen.getByRole('article').textContent).not.toContain('\u202e');
  });

  it('that has changed in what is not recorded is shown whole', async () => {
    const drift = { parts: [], members: [], before: { ...signifier, sourceHash: 'hash-0' } };
    net.answer(http.post(`${base}/selection`, list({ ...known, approval: 'changed', drift })));
    await open();
    expect(screen.getByText(/that is not shown here has changed/)).toBeVisible();
    expect(screen.getByText(/"hash-0"/)).toBeVisible();
    expect(screen.getByText(/"hash-1"/)).toBeVisible();
  });

  it('of which no approved version is kept is not called new', async () => {
    net.answer(http.post(`${base}/selection`, list({ ...known, approval: 'changed' })));
    await open();
    expect(screen.getByText('It has changed since it was approved')).toBeVisible();
  });

  it('has what the service says besides the record, before and now', async () => {
    const members = [
      { name: 'outputSchema', before: { type: 'string' }, after: { type: 'array' } },
    ];
    const drift = { parts: [], members, before: { ...signifier, sourceHash: 'hash-0' } };
    net.answer(http.post(`${base}/selection`, list({ ...known, approval: 'changed', drift })));
    await open();
    expect(screen.getByText('Changed: outputSchema')).toBeVisible();
    const [before, after] = document.querySelectorAll('.affordance-drift > div');
    expect(before).toHaveTextContent(/"?string/);
    expect(after).toHaveTextContent(/"?array/);
    expect(after).not.toHaveTextContent('http://arm.example');
  });

  it('that changes between reading and approving says so', async () => {
    net.answer(
      http.post(`${base}/selection`, list({ ...known, approval: 'new' })),
      http.post(`${base}/artifacts/:id/approval`, json({ artifact: {}, refused: ['s1'] })),
    );
    const { press } = await open();
    await press('Approve as it is now');
    expect(await screen.findByRole('alert')).toHaveTextContent('It has changed again');
  });

  it('keeps the notes that somebody types when others save theirs, and says when they are saved', async () => {
    const { user, press } = await open();
    const box = await screen.findByLabelText(/Contexts in which/);
    await user.type(box, 'my own words');
    const note = { isPinned: true, isHidden: false, examples: ['theirs'], version: 3 };
    net.answer(http.post(`${base}/selection`, list({ ...known, note })));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Someone else has changed these notes',
    );
    expect(box).toHaveValue('my own words');
    net.answer(http.put(`${base}/signifiers/:id/note`, json(note)));
    await press('Save notes');
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(bodiesOf('/note', 'PUT')).toEqual([
      { isPinned: false, isHidden: false, examples: ['my own words'], version: 3 },
    ]);
    expect(screen.queryByRole('alert')).toBeNull();
  }, 90_000);

  it('does not save over notes that it has not shown, and shows them then', async () => {
    const { user, press } = await open();
    await user.type(await screen.findByLabelText(/Contexts in which/), 'mine');
    const note = { isPinned: false, isHidden: true, examples: [], version: 1 };
    const problem = {
      type: '/problems/note-changed',
      title: 'The notes have changed',
      status: 409,
    };
    net.answer(
      http.put(`${base}/signifiers/:id/note`, () => HttpResponse.json(problem, { status: 409 })),
      http.post(`${base}/selection`, list({ ...known, note })),
    );
    await press('Save notes');
    expect(await screen.findByText(/Someone else has changed these notes/)).toBeVisible();
    expect(screen.getByText('The notes have changed')).toBeVisible();
    expect(screen.getByLabelText(/Contexts in which/)).toHaveValue('mine');
    expect(bodiesOf('/note', 'PUT')).toMatchObject([{ version: 0 }]);
  }, 90_000);

  it('marks the words that fit the context, and compares what finds it', async () => {
    const rank = {
      ...{ decision: 'recommended', score: 1, tiers: ['words'], matched: ['arm'], reason: 'fits' },
      reasonStatement: { code: 'select.pinned', params: {} },
    };
    net.answer(
      http.post(`${base}/selection`, list({ ...known, rank })),
      http.post(
        `${base}/comparison`,
        json({
          selectors: [
            { selector: 'words', recommended: [] },
            { selector: 'meaning', recommended: ['s1'] },
            { selector: 'notes', recommended: ['s1'] },
          ],
          items: [{ id: 's1', label: 'arm_move' }],
        }),
      ),
    );
    const { user } = await open();
    const row = screen.getByRole('button', { name: /arm_move/ });
    expect([...row.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'arm',
      'arm',
    ]);
    await user.click(screen.getByText('Compare selectors'));
    const table = await screen.findByRole('table');
    const cells = within(table).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      '–Not recommended',
      'Recommended',
      'Recommended',
    ]);
  });
});

describe('the services', () => {
  const detail = (sourceHash: string) =>
    json({
      ...{ ...service, skipped },
      signifiers: [
        { ...known, approval: 'new', signifier: { ...signifier, sourceHash } },
        { ...known, signifier: { ...signifier, id: 's2' } },
      ],
    });
  const openServices = async () => {
    mountView(net, <ServicesPage />, '/knowledge/artifacts');
    await screen.findByRole('heading', { name: 'arm' });
    return userEvent.setup();
  };

  it('are approved as they are shown, and what has changed meanwhile is shown again', async () => {
    net.answer(http.get(`${base}/artifacts/arm`, detail('hash-1')));
    const user = await openServices();
    expect(screen.getByText(/2 descriptions produced no signifier/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Review waiting signifiers/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('article', { name: 'arm_move' })).toHaveTextContent(
      'May destroy or move something',
    );
    expect(dialog.getByText('paint: has no schema')).toBeVisible();
    net.answer(
      http.get(`${base}/artifacts/arm`, detail('hash-2')),
      http.post(`${base}/artifacts/:id/approval`, json({ artifact: {}, refused: ['s1'] }), {
        once: true,
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'Approve all as they are' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('It has changed again');
    net.answer(http.post(`${base}/artifacts/:id/approval`, json({ artifact: {}, refused: [] })));
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Approve all as they are' })).toBeEnabled(),
    );
    await user.click(dialog.getByRole('button', { name: 'Approve all as they are' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodiesOf('/approval')).toEqual([
      { signifiers: [{ id: 's1', sourceHash: 'hash-1' }] },
      { signifiers: [{ id: 's1', sourceHash: 'hash-2' }] },
    ]);
  });

  it('take a decision about one while another is read, and send only what was changed', async () => {
    net.answer(
      http.get(`${base}/artifacts`, json({ items: [service, { ...service, id: 'b', name: 'b' }] })),
      http.post(`${base}/artifacts/:id/synchronisation`, () => new Promise<never>(() => {})),
      http.put(`${base}/artifacts/:id/policy`, failing),
    );
    const user = await openServices();
    await user.click(screen.getByRole('button', { name: 'Read arm again' }));
    expect(screen.getByRole('button', { name: 'Read arm again' })).toBeDisabled();
    const other = within(screen.getByRole('group', { name: 'b' }));
    await user.click(other.getByRole('checkbox', { name: /Trust its hints/ }));
    await waitFor(() => expect(bodiesOf('/b/policy', 'PUT')).toEqual([{ isTrusted: true }]));
    const row = screen.getByRole('heading', { name: 'b' }).closest('li') ?? document.body;
    expect(await within(row).findByRole('alert')).toHaveTextContent('The action failed');
  });
});
