// @vitest-environment jsdom
import type { Extraction } from '@countersign/api/knowledge-sharing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { problemResponse } from '../../testing/problem-response.ts';
import { MemoriesView } from './memories/memories-view.tsx';
import { CorrectionsView } from './review/corrections-view.tsx';
import { ExtractionView } from './sharing/extraction-view.tsx';
import { knowledgeServer } from './testing/knowledge-server.ts';
import { mountView } from './testing/page.tsx';

const { net, bodyOf } = knowledgeServer();
const refusal = () => problemResponse(422, 'knowledge-refused', 'This cannot be kept');

describe('a correction that changes while it is edited', () => {
  const id = 'correction-city-pending';
  const openEditor = async (user: ReturnType<typeof userEvent.setup>) => {
    mountView(net, <CorrectionsView />, '/knowledge/corrections');
    const link = await screen.findByRole('link', { name: /Where should/ });
    const item = within(link.closest('li') ?? document.body);
    await user.click(item.getByRole('button', { name: 'Edit, then approve' }));
    const dialog = within(screen.getByRole('dialog'));
    const says = await dialog.findByLabelText('Meaning');
    await user.clear(says);
    await user.type(says, 'Mine');
    return { dialog, says };
  };
  const change = (definition: string) =>
    net.api.call('PATCH /api/knowledge/memories/:id', {
      params: { id },
      body: { version: 1, content: { concept_name: 'Where should it be?', definition } },
    });

  it('keeps the edit, shows what it says now, and is approved only after that was shown', async () => {
    const user = userEvent.setup();
    const { dialog, says } = await openEditor(user);
    await change('Theirs');
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText('It was changed while you edited')).toBeVisible();
    await user.click(dialog.getByText(/version 2/));
    expect(dialog.getByText('Theirs')).toBeVisible();
    expect(says).toHaveValue('Mine');
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodyOf('/reviews')).toMatchObject({
      reviews: [{ id, version: 2, verdict: 'approve', content: { definition: 'Mine' } }],
    });
  });

  it('says that somebody else has decided it', async () => {
    const user = userEvent.setup();
    const { dialog, says } = await openEditor(user);
    await net.api.call('POST /api/knowledge/reviews', {
      body: { reviews: [{ id, version: 1, verdict: 'approve' }] },
    });
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText('It was changed while you edited')).toBeVisible();
    expect(dialog.getByText('Approved')).toBeVisible();
    expect(says).toHaveValue('Mine');
  });
});

describe('an edit of a memory', () => {
  it('sends what it says only if that was changed', async () => {
    const user = userEvent.setup();
    mountView(net, <MemoriesView memoryId="wf-shortlist" />);
    const tagged = async (tag: string, version: number) => {
      await user.click(await screen.findByRole('button', { name: 'Edit' }));
      await user.type(screen.getByLabelText(/^Tags/), `, ${tag}`);
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(bodyOf('/memories/wf-shortlist')).toMatchObject({ version }));
      return bodyOf('/memories/wf-shortlist');
    };
    expect(await tagged('team', 1)).not.toHaveProperty('content');
    await screen.findByText('Version 1 was replaced');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.type(screen.getByLabelText('Name'), ' in a team');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(bodyOf('/memories/wf-shortlist')).toMatchObject({
        content: { workflow_name: 'Shortlist for a contractor in a team' },
      }),
    );
  });
});

describe('a dialog whose request is refused stays, with the reason and what was written', () => {
  it('when a memory is noted', async () => {
    const user = userEvent.setup();
    net.answer(http.post('*/api/knowledge/memories', refusal));
    mountView(net, <MemoriesView memoryId={null} />);
    await user.click(await screen.findByRole('button', { name: 'Add a memory' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByLabelText('Concept'), 'PCI');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('This cannot be kept')).toBeVisible();
    expect(dialog.getByLabelText('Concept')).toHaveValue('PCI');
  });

  it('when corrections are rejected', async () => {
    const user = userEvent.setup();
    net.answer(http.post('*/api/knowledge/reviews', refusal));
    mountView(net, <CorrectionsView />, '/knowledge/corrections');
    await user.click((await screen.findAllByRole('button', { name: 'Reject' }))[0]!);
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByLabelText('Reason'), 'Only true last year');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await dialog.findByText('This cannot be kept')).toBeVisible();
    expect(dialog.getByLabelText('Reason')).toHaveValue('Only true last year');
  });

  it('when an extraction is edited', async () => {
    const user = userEvent.setup();
    net.answer(http.post('*/api/knowledge/extractions/decisions', refusal));
    mountView(net, <ExtractionView />, '/knowledge/extraction');
    await user.click(await screen.findByRole('button', { name: 'Edit, then approve' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Title/), ' (ours)');
    await user.click(dialog.getByRole('button', { name: 'Approve and share' }));
    expect(await dialog.findByText('This cannot be kept')).toBeVisible();
    expect(dialog.getByLabelText(/^Title/)).toHaveValue('Shortlist for a contractor (ours)');
  });
});

it.each(['approved', 'rejected'] as const)(
  'an extraction that was %s before is shown among those, not as one that waits',
  async (state: Extraction['state']) => {
    const user = userEvent.setup();
    const { items } = await net.api.call('GET /api/knowledge/extractions', { query: {} });
    net.answer(
      http.post('*/api/knowledge/extractions', () =>
        HttpResponse.json({ items: [{ ...items[0]!, state }] }),
      ),
    );
    const at = '/knowledge/extraction?preview=wf-shortlist';
    const { router } = mountView(net, <ExtractionView />, at);
    const keep = await screen.findByRole('button', { name: 'Submit for approval' });
    await waitFor(() => expect(keep).toBeEnabled());
    await user.click(keep);
    await waitFor(() => expect(router.state.location.search).toEqual({ state }));
  },
);
