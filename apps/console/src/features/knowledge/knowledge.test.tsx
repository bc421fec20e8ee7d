// @vitest-environment jsdom
import type { Incoming } from '@countersign/api/knowledge-sharing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { GivenView } from './given/given-view.tsx';
import { MemoriesView } from './memories/memories-view.tsx';
import { CorrectionsView } from './review/corrections-view.tsx';
import { IncomingView } from './review/incoming-view.tsx';
import { ExchangeView } from './sharing/exchange-view.tsx';
import { contradicting } from './testing/contradicting.ts';
import { knowledgeServer } from './testing/knowledge-server.ts';
import { mountView } from './testing/page.tsx';

const { net, viewer, bodyOf } = knowledgeServer();
// A switch in a form measures itself.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

describe('the review of corrections', () => {
  const item = async (name: RegExp) => {
    const link = await screen.findByRole('link', { name });
    return within(link.closest('li') ?? document.body);
  };

  it('shows what was proposed and decided, and approves it for the chosen agents', async () => {
    const user = userEvent.setup();
    mountView(net, <CorrectionsView />, '/knowledge/corrections');
    const where = await item(/Where should/);
    expect(where.getByText('Berlin')).toBeVisible();
    expect(where.getByText('Leipzig')).toBeVisible();
    expect(where.getByText('not there')).toBeVisible();
    expect(where.getByText('Payments works from Leipzig.')).toBeVisible();
    await user.selectOptions(screen.getByLabelText(/Who learns it/), 'group');
    await user.click(where.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('1 approved')).toBeVisible();
    expect(bodyOf('/reviews')).toEqual({
      reviews: [{ id: 'correction-city-pending', version: 1, verdict: 'approve', layer: 'group' }],
    });
    await waitFor(() => expect(screen.queryByRole('link', { name: /Where should/ })).toBeNull());
  });

  it('rejects several with one reason', async () => {
    const user = userEvent.setup();
    mountView(net, <CorrectionsView />, '/knowledge/corrections');
    await user.click(await screen.findByLabelText('Select all listed'));
    await user.click(screen.getByRole('button', { name: 'Reject 2' }));
    await user.type(screen.getByLabelText('Reason'), 'Only true last year');
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('2 rejected')).toBeVisible();
    expect(bodyOf('/reviews')).toMatchObject({
      reviews: [{ verdict: 'reject', why: 'Only true last year' }, { verdict: 'reject' }],
    });
    expect(await screen.findByText('No correction is waiting')).toBeVisible();
  });

  it('says which were not decided because they have changed', async () => {
    const user = userEvent.setup();
    net.answer(
      http.post('*/api/knowledge/reviews', () =>
        HttpResponse.json({ results: [{ id: 'x', outcome: 'changed' }] }),
      ),
    );
    mountView(net, <CorrectionsView />, '/knowledge/corrections');
    const rate = await item(/Is this rate right/);
    await user.click(rate.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText(/1 has changed since it was shown/)).toBeVisible();
  });

  it('keeps an edit open that could not be kept, with the reason', async () => {
    const user = userEvent.setup();
    net.answer(
      http.post('*/api/knowledge/reviews', () =>
        HttpResponse.json({ results: [{ id: 'x', outcome: 'invalid' }] }),
      ),
    );
    mountView(net, <CorrectionsView />, '/knowledge/corrections');
    const rate = await item(/Is this rate right/);
    await user.click(rate.getByRole('button', { name: 'Edit, then approve' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText('The content of 1 cannot be kept.')).toBeVisible();
  });

  it.each([
    ['new', { verdict: 'approve', replaces: ['correction-city-active'] }, '1 approved'],
    ['both', { verdict: 'approve', keepBoth: true }, '1 approved'],
    ['approved', { verdict: 'reject' }, '1 rejected'],
  ])('asks which one holds if an approved one says otherwise: %s', async (holds, sent, outcome) => {
    const user = userEvent.setup();
    const { refusals } = contradicting(net);
    mountView(net, <CorrectionsView />, '/knowledge/corrections');
    const where = await item(/Where should/);
    await user.click(where.getByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Which correction holds?' }));
    const [place] = dialog.getAllByRole('row').slice(1);
    expect(place).toHaveTextContent('/cityMunichLeipzig');
    expect(dialog.getAllByText(/by demo/)).toHaveLength(2);
    expect(dialog.getByRole('link', { name: 'its task' })).toHaveAttribute(
      'href',
      '/tasks/task-older',
    );
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    await user.selectOptions(dialog.getByLabelText('Which one holds'), holds);
    await user.click(save);
    expect(await screen.findByText(outcome)).toBeVisible();
    expect(refusals()).toBe(1);
    expect(bodyOf('/reviews')).toMatchObject({
      reviews: [{ id: 'correction-city-pending', version: 1, ...sent }],
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('approves the others of a selection when one is left for later', async () => {
    const user = userEvent.setup();
    contradicting(net);
    mountView(net, <CorrectionsView />, '/knowledge/corrections');
    await user.click(await screen.findByLabelText('Select all listed'));
    await user.click(screen.getByRole('button', { name: 'Approve 2' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('Which one holds'), 'later');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('1 approved')).toBeVisible();
    expect(await screen.findByRole('link', { name: /Where should/ })).toBeVisible();
  });

  it('keeps an edit open behind the question, and what was written leaves with the answer', async () => {
    const user = userEvent.setup();
    contradicting(net);
    mountView(net, <CorrectionsView />, '/knowledge/corrections');
    const where = await item(/Where should/);
    await user.click(where.getByRole('button', { name: 'Edit, then approve' }));
    const edit = within(screen.getByRole('dialog'));
    const words = await edit.findByLabelText('Meaning');
    await user.clear(words);
    await user.type(words, 'From Leipzig');
    await user.click(edit.getByRole('button', { name: 'Approve' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Which correction holds?' }));
    await user.selectOptions(asked.getByLabelText('Which one holds'), 'new');
    await user.click(asked.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('1 approved')).toBeVisible();
    expect(bodyOf('/reviews')).toMatchObject({
      reviews: [{ replaces: ['correction-city-active'], content: { definition: 'From Leipzig' } }],
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offers viewers nothing to decide', async () => {
    viewer();
    mountView(net, <CorrectionsView />, '/knowledge/corrections');
    expect(await screen.findByText(/Operators decide/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('knowledge of others', () => {
  it('says which was not absorbed because its signature is wrong', async () => {
    const user = userEvent.setup();
    const forged: Incoming = {
      ...{ id: 'incoming-1', state: 'held', type: 'semantic', digest: 'd', strategy: 'stored' },
      item: {
        ...{ knowledge_id: 'k-1', title: 'PCI', source_memory_type: 'semantic' },
        ...{ content: { concept_name: 'PCI' }, source_agent: 'a', created_at: '', metadata: {} },
      },
      from: { kind: 'server', id: 'plant-b', name: 'plant-b' },
      provenance: { agent: 'a', approvedBy: 'Grace', approvedAt: null, sharedBy: [] },
      signature: { state: 'invalid', server: 'Plant B', key: null },
      ...{ receivedAt: 1, conflicts: [], memoryId: null, decidedBy: null, decidedAt: null },
    };
    const result = { id: forged.id, outcome: 'refused', strategy: null, memoryId: null };
    const later: Incoming = {
      ...{ ...forged, id: 'incoming-2' },
      signature: { ...forged.signature, state: 'unknown' },
    };
    net.answer(
      http.get('*/api/knowledge/incoming', () =>
        HttpResponse.json({ items: [forged, later], nextCursor: null }),
      ),
      http.post('*/api/knowledge/incoming/decisions', () =>
        HttpResponse.json({ results: [result] }),
      ),
    );
    mountView(net, <IncomingView />, '/knowledge/incoming');
    await user.click(await screen.findByRole('button', { name: 'Absorb' }));
    // What is known to be forged is not offered at all.
    expect(await screen.findByText(/1 not absorbed: the signature is wrong/)).toBeVisible();
    expect(bodyOf('/incoming/decisions')).toMatchObject({ decisions: [{ id: 'incoming-2' }] });
    expect(screen.queryByText(/changed since it was shown/)).toBeNull();
  });

  it('says that there is more to fetch', async () => {
    const user = userEvent.setup();
    const answer = { taskId: 't', held: 2_000, known: 0, refused: 0, hasMore: true };
    net.answer(http.post('*/api/knowledge/fetches', () => HttpResponse.json(answer)));
    mountView(net, <ExchangeView />, '/knowledge/exchange');
    await user.type(await screen.findByRole('textbox', { name: 'Service' }), 'plant-b');
    await user.click(screen.getByRole('button', { name: 'Fetch' }));
    expect(await screen.findByText(/There is more/)).toBeVisible();
  });
});

describe('the browser of memories', () => {
  it('keeps the filter in the address and asks the server for it', async () => {
    const user = userEvent.setup();
    const { router } = mountView(net, <MemoriesView memoryId={null} />);
    expect(await screen.findByText('5 memories')).toBeVisible();
    await user.selectOptions(screen.getByLabelText(/^Type/), 'episodic');
    expect(await screen.findByText('1 memory')).toBeVisible();
    expect(router.state.location.search).toEqual({ type: 'episodic' });
    await user.type(screen.getByRole('searchbox'), 'zebra');
    expect(await screen.findByText('No memory matches')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Clear the filter' })[0]!);
    expect(await screen.findByText('5 memories')).toBeVisible();
  });

  it('does not say that there is nothing while the list of another filter is read', async () => {
    const user = userEvent.setup();
    const none = { items: [], nextCursor: null, total: 0 };
    net.answer(
      http.get('*/api/knowledge/memories', ({ request }) =>
        request.url.includes('zebra') ? HttpResponse.json(none) : new Promise<never>(() => {}),
      ),
    );
    mountView(net, <MemoriesView memoryId={null} />, '/knowledge/memories?words=zebra');
    expect(await screen.findByText('No memory matches')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Clear the filter' })[0]!);
    await waitFor(() => expect(screen.queryByText('No memory matches')).toBeNull());
    expect(screen.queryByText('No memories yet')).toBeNull();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('shows rarely needed filters on request, and those that leave something out', async () => {
    const user = userEvent.setup();
    mountView(net, <MemoriesView memoryId={null} />);
    expect(await screen.findByText('5 memories')).toBeVisible();
    expect(screen.queryByLabelText(/^Layer/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More filters', expanded: false }));
    await user.selectOptions(screen.getByLabelText(/^Layer/), 'group');
    await user.click(screen.getByRole('button', { name: 'Fewer filters', expanded: true }));
    expect(screen.getByLabelText(/^Layer/)).toHaveValue('group');
    expect(screen.queryByLabelText(/^Importance/)).toBeNull();
  });

  it('loads a thousand rows page by page', async () => {
    const user = userEvent.setup();
    const made = await net.api.call('GET /api/knowledge/memories', { query: {} });
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      ...made.items[0]!,
      ...{ id: `m-${String(index)}`, name: `Memory ${String(index)}` },
    }));
    net.answer(
      http.get('*/api/knowledge/memories', ({ request }) => {
        const from = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
        const items = rows.slice(from, from + 50);
        return HttpResponse.json({ items, nextCursor: String(from + 50), total: rows.length });
      }),
    );
    mountView(net, <MemoriesView memoryId={null} />);
    expect(await screen.findByText('50 of 1,000 memories')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('100 of 1,000 memories')).toBeVisible();
    expect(screen.getByText('Memory 99')).toBeVisible();
  });

  it('shows a memory by its type, where it comes from, and the move that its use suggests', async () => {
    mountView(net, <MemoriesView memoryId="wf-shortlist" />);
    const panel = within(await screen.findByRole('region', { name: 'Memory' }));
    expect(await panel.findByText('Ask where the work is')).toBeVisible();
    expect(panel.getByText('Its use suggests the layer “Group”')).toBeVisible();
    expect(panel.getByText('was used by 4 agents')).toBeVisible();
    expect(panel.getByRole('link', { name: 'Shortlist, Payments' })).toHaveAttribute(
      'href',
      '/knowledge/memories/ep-shortlist',
    );
  });

  it('keeps an edit that was overtaken, and saves it over the newer version', async () => {
    const user = userEvent.setup();
    mountView(net, <MemoriesView memoryId="ep-shortlist" />);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const what = screen.getByLabelText('What happened');
    await user.clear(what);
    await user.type(what, 'Mine');
    const body = { version: 1, content: { event_summary: 'Theirs' } };
    await net.api.call('PATCH /api/knowledge/memories/:id', {
      params: { id: 'ep-shortlist' },
      body,
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('It was changed while you edited')).toBeVisible();
    expect(what).toHaveValue('Mine');
    await user.click(screen.getByRole('button', { name: 'Overwrite with mine' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Version 2 was replaced')).toBeVisible();
    expect(screen.getByText('Mine')).toBeVisible();
  });

  it('says that a memory is gone, and why the list could not be read', async () => {
    net.answer(http.get('*/api/knowledge/memories', () => new HttpResponse(null, { status: 500 })));
    mountView(net, <MemoriesView memoryId="no/such?memory" />);
    expect(await screen.findByText('Memory not found', {}, { timeout: 10_000 })).toBeVisible();
    expect(
      await screen.findByText('The memories could not be loaded', {}, { timeout: 10_000 }),
    ).toBeVisible();
  });
});

describe('what runs were given', () => {
  it('lists each memory with its reason, its approval and its effect', async () => {
    mountView(net, <GivenView />, '/knowledge/given');
    const row = within((await screen.findByText('Pre-filled')).closest('li')!);
    expect(row.getByText('82%')).toBeVisible();
    expect(row.getByText(/has 82% of what the query says/)).toBeVisible();
    expect(row.getByText(/Approved by: Demo/)).toBeVisible();
  });

  it('shows in figures what corrections have changed', async () => {
    mountView(net, <GivenView />, '/knowledge/given?show=effect');
    expect(await screen.findByText('11 questions avoided or pre-filled')).toBeVisible();
    expect(screen.getByText('4 not asked, 7 pre-filled, 2 asked again')).toBeVisible();
  });

  it('saves nothing with the switch that was only typed, and keeps it', async () => {
    const user = userEvent.setup();
    mountView(net, <GivenView />, '/knowledge/given?show=learning');
    const sw = await screen.findByRole('switch', { name: 'Give memories to runs' });
    const limit = screen.getByLabelText('At most, for a run');
    const before = await net.api.call('GET /api/knowledge/settings');
    await waitFor(() => expect(limit).toBeEnabled());
    await user.clear(limit);
    await user.type(limit, '5');
    await user.click(sw);
    await waitFor(() => expect(sw).not.toBeChecked());
    const after = await net.api.call('GET /api/knowledge/settings');
    expect(after).toMatchObject({ isOn: false, limit: before.limit });
    expect(limit).toHaveValue('5');
    expect(sw).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await net.api.call('GET /api/knowledge/settings')).toMatchObject({
        ...{ isOn: false, limit: 5 },
      }),
    );
  });

  it('switches off at once, and refuses settings that were changed meanwhile', async () => {
    const user = userEvent.setup();
    mountView(net, <GivenView />, '/knowledge/given?show=learning');
    const sw = await screen.findByRole('switch', { name: 'Give memories to runs' });
    await user.click(sw);
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Give memories to runs' })).not.toBeChecked(),
    );
    const { changedAt, changedBy, ...settings } = await net.api.call('GET /api/knowledge/settings');
    await net.api.call('PUT /api/knowledge/settings', { body: settings });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The settings were changed meanwhile')).toBeVisible();
  });
});
