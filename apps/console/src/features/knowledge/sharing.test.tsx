// @vitest-environment jsdom
import type { Extraction } from '@countersign/api/knowledge-sharing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { problemResponse } from '../../testing/problem-response.ts';
import { RetrievalView } from './given/retrieval-view.tsx';
import { ExtractionView } from './sharing/extraction-view.tsx';
import { parseUpload } from './sharing/json-file.ts';
import { PacksView } from './sharing/packs-view.tsx';
import { knowledgeServer } from './testing/knowledge-server.ts';
import { mountView } from './testing/page.tsx';

const { net, viewer, bodyOf } = knowledgeServer();

describe('the review of extractions', () => {
  it('marks what was masked with its rule, and slots with their type, in four columns', async () => {
    mountView(net, <ExtractionView />, '/knowledge/extraction');
    const last = within(await screen.findByRole('region', { name: 'Standardised' }));
    expect(last.getByTitle('[EMAIL_1], masked by the rule email')).toBeVisible();
    expect(last.getByTitle('{{amount}}, a slot of the type amount')).toBeVisible();
    for (const name of ['Filtered', 'Desensitised', 'Generalised'])
      expect(screen.getByRole('region', { name })).toBeVisible();
  });

  it('says to viewers why the first column is not shown to them', async () => {
    viewer();
    mountView(net, <ExtractionView />, '/knowledge/extraction');
    const first = within(await screen.findByRole('region', { name: 'Filtered' }));
    expect(first.getByText(/only people who may approve it/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve and share' })).toBeNull();
  });

  it('approves what was seen, after a confirmation', async () => {
    const user = userEvent.setup();
    mountView(net, <ExtractionView />, '/knowledge/extraction');
    await user.click(await screen.findByRole('button', { name: 'Approve and share' }));
    const sure = within(screen.getByRole('dialog', { name: 'Share this knowledge?' }));
    await user.click(sure.getByRole('button', { name: 'Approve and share' }));
    expect(await screen.findByText('1 is shared')).toBeVisible();
    expect(bodyOf('/decisions')).toEqual({
      decisions: [
        {
          ...{ id: 'extraction-wf-shortlist', digest: 'd-wf-shortlist' },
          ...{ verdict: 'approve', why: '' },
        },
      ],
    });
  });

  it('keeps an edit open in which a rule still finds something', async () => {
    const user = userEvent.setup();
    const results = [{ id: 'x', outcome: 'residue', rule: 'email', knowledgeId: null }];
    net.answer(
      http.post('*/api/knowledge/extractions/decisions', () => HttpResponse.json({ results })),
    );
    mountView(net, <ExtractionView />, '/knowledge/extraction');
    await user.click(await screen.findByRole('button', { name: 'Edit, then approve' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit what is shared' }));
    await user.click(dialog.getByRole('button', { name: 'Approve and share' }));
    expect(await dialog.findByText(/the rule email still finds something/)).toBeVisible();
  });
});

describe('an extraction that waits', () => {
  const shown = async (change: Partial<Extraction>) => {
    const { items } = await net.api.call('GET /api/knowledge/extractions', { query: {} });
    const own = { ...items[0]!, ...change };
    net.answer(
      http.get('*/api/knowledge/extractions', () =>
        HttpResponse.json({ items: [own], nextCursor: null }),
      ),
    );
    mountView(net, <ExtractionView />, '/knowledge/extraction');
    return own;
  };

  it('is made again with the names that were masked, or rejected, when it is stale', async () => {
    const user = userEvent.setup();
    const policy = { names: ['Acme'], allowed: [], without: [], terms: {} };
    const own = await shown({ state: 'stale', policy });
    await user.click(await screen.findByRole('button', { name: 'Extract again' }));
    await waitFor(() =>
      expect(bodyOf('/extractions')).toEqual({ memories: [own.memory.id], policy }),
    );
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    expect(screen.getByRole('dialog', { name: 'Reject this extraction?' })).toBeVisible();
  });

  it('marks what the rules doubt where it would leave, and warns before it is approved', async () => {
    const user = userEvent.setup();
    const { items } = await net.api.call('GET /api/knowledge/extractions', { query: {} });
    const standardised = { ...items[0]!.steps.standardised!, content: { note: 'Tell Ada (A+B).' } };
    const doubts = [
      { text: 'Ada (A+B)', rule: 'name', confidence: 0.4 },
      { text: 'Tell Ada (A+B).', rule: 'about-a-person', confidence: 0.3 },
    ];
    await shown({ doubts, steps: { ...items[0]!.steps, standardised } });
    const last = within(await screen.findByRole('region', { name: 'Standardised' }));
    expect(last.getByTitle(/^Ada \(A\+B\): may be personal, says the rule name/)).toBeVisible();
    expect(last.getByText('about a person? Read it whole')).toBeVisible();
    expect(screen.getByText(/^2 texts are marked with a question mark/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Approve and share' }));
    const sure = within(screen.getByRole('dialog', { name: 'Share this knowledge?' }));
    expect(sure.getByText(/^2 texts are marked with a question mark/)).toBeVisible();
  });

  it('asks for the names to mask where they are not known', async () => {
    const user = userEvent.setup();
    await shown({ state: 'stale', policy: null });
    await user.click(await screen.findByRole('button', { name: 'Extract again' }));
    expect(await screen.findByLabelText(/Also mask these names/)).toBeVisible();
  });

  it('keeps an edit open that somebody overtook', async () => {
    const user = userEvent.setup();
    const results = [{ id: 'x', outcome: 'changed', rule: null, knowledgeId: null }];
    net.answer(
      http.post('*/api/knowledge/extractions/decisions', () => HttpResponse.json({ results })),
    );
    mountView(net, <ExtractionView />, '/knowledge/extraction');
    await user.click(await screen.findByRole('button', { name: 'Edit, then approve' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit what is shared' }));
    await user.click(dialog.getByRole('button', { name: 'Approve and share' }));
    expect(await dialog.findByText(/1 has changed since it was shown/)).toBeVisible();
  });

  it('shows all of a long list on request, and warns before it is approved unread', async () => {
    const user = userEvent.setup();
    const list = Array.from({ length: 250 }, (_, index) => `entry ${String(index)}`);
    const { items } = await net.api.call('GET /api/knowledge/extractions', { query: {} });
    const standardised = { ...items[0]!.steps.standardised!, content: { list } };
    await shown({ steps: { ...items[0]!.steps, standardised } });
    const last = within(await screen.findByRole('region', { name: 'Standardised' }));
    expect(last.queryByText('entry 249')).toBeNull();
    await user.click(last.getByRole('button', { name: 'Show more' }));
    expect(last.getByText('entry 249')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Approve and share' }));
    const sure = within(screen.getByRole('dialog', { name: 'Share this knowledge?' }));
    expect(sure.getByText(/more than is shown at first/)).toBeVisible();
  });

  it('makes hidden characters visible, and marks only what a step has put there', async () => {
    const { items } = await net.api.call('GET /api/knowledge/extractions', { query: {} });
    const content = { note: '{{\u202Eabc}} and [EMAIL_7] and [EMAIL_1]' };
    const standardised = { ...items[0]!.steps.standardised!, content };
    await shown({ steps: { ...items[0]!.steps, standardised } });
    const last = within(await screen.findByRole('region', { name: 'Standardised' }));
    expect(last.getByText('{{⟨U+202E⟩abc}}')).toBeVisible();
    expect(last.getByText('[EMAIL_7]').tagName).toBe('SPAN');
    expect(last.getByTitle('[EMAIL_1], masked by the rule email')).toBeVisible();
  });

  it('is put up only with the names that were typed last', async () => {
    const user = userEvent.setup();
    mountView(net, <ExtractionView />, '/knowledge/extraction?preview=wf-shortlist');
    const form = within(await screen.findByRole('region', { name: 'What would be shared' }));
    const keep = form.getByRole('button', { name: 'Submit for approval' });
    await waitFor(() => expect(keep).toBeEnabled());
    await user.type(form.getByLabelText(/Also mask these names/), 'Acme');
    expect(keep).toBeDisabled();
    expect(form.getByText(/show it again first/)).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Show again' }));
    await waitFor(() => expect(keep).toBeEnabled());
    await user.click(keep);
    await waitFor(() =>
      expect(bodyOf('/extractions')).toMatchObject({ policy: { names: ['Acme'] } }),
    );
  });
});

describe('the retrieval playground', () => {
  it('shows the words of the address, also when they are others', async () => {
    const { router } = mountView(net, <RetrievalView />, '/knowledge/retrieval?q=shortlist');
    const box = await screen.findByLabelText('What should be found?');
    expect(box).toHaveValue('shortlist');
    await router.navigate({ to: '/knowledge/retrieval' as string });
    await waitFor(() => expect(screen.getByLabelText('What should be found?')).toHaveValue(''));
  });

  it('shows four modes, and says that semantic is lexical without a model', async () => {
    mountView(net, <RetrievalView />, '/knowledge/retrieval?q=shortlist');
    for (const name of ['Exact', 'Semantic', 'In time', 'By links'])
      expect(await screen.findByRole('region', { name }, { timeout: 10_000 })).toBeVisible();
    const semantic = within(screen.getByRole('region', { name: 'Semantic' }));
    expect(semantic.getByText(/Without a model/)).toBeVisible();
    expect(semantic.getAllByText('70%')[0]).toBeVisible();
    expect(semantic.getAllByText(/has all of these words/)[0]).toBeVisible();
  });
});

describe('a seed pack', () => {
  const preview = {
    ...{ isValid: true, faults: [], packId: 'ran', version: '1', domainTags: [], digest: 'seen' },
    signature: { state: 'none', server: null, key: null },
    items: [0, 1].map((index) => ({
      ...{ index, name: `Memory ${String(index)}`, type: 'semantic', importance: 'high' },
      ...{ strategy: 'stored', content: {}, conflicts: [] },
    })),
  };

  it('takes the chosen memories with the digest of what was shown, and says if that is stale', async () => {
    const user = userEvent.setup();
    net.answer(
      http.post('*/api/knowledge/packs/preview', () => HttpResponse.json(preview)),
      http.post('*/api/knowledge/packs', () => problemResponse(409, 'memory-changed', 'Changed')),
    );
    mountView(net, <PacksView />, '/knowledge/packs');
    await user.click(await screen.findByLabelText('Or paste a pack as JSON'));
    await user.paste('{"pack_id":"ran"}');
    await user.click(screen.getByRole('button', { name: 'Check' }));
    await user.click(await screen.findByLabelText('Select Memory 0'));
    await user.click(screen.getByRole('button', { name: 'Import 1 memory' }));
    expect(await screen.findByText('Something has changed since it was checked')).toBeVisible();
    expect(bodyOf('/packs')).toEqual({ pack: { pack_id: 'ran' }, digest: 'seen', items: [1] });
  });

  it('takes nothing that was not shown', async () => {
    const items = Array.from({ length: 201 }, (_, index) => ({
      ...{ ...preview.items[0]!, index, name: `Memory ${String(index)}` },
    }));
    net.answer(
      http.post('*/api/knowledge/packs/preview', () => HttpResponse.json({ ...preview, items })),
    );
    mountView(net, <PacksView />, '/knowledge/packs');
    const paste = await screen.findByLabelText('Or paste a pack as JSON');
    fireEvent.change(paste, { target: { value: '{"pack_id":"ran"}' } });
    fireEvent.click(screen.getByText('Check'));
    expect(await screen.findByText('Import 200 memories', {}, { timeout: 15_000 })).toBeVisible();
    fireEvent.click(screen.getByText('Show more'));
    expect(await screen.findByText('Import 201 memories')).toBeVisible();
  }, 30_000);

  it('offers nothing of one that is forged', async () => {
    const user = userEvent.setup();
    const signature = { ...preview.signature, state: 'invalid' };
    net.answer(
      http.post('*/api/knowledge/packs/preview', () =>
        HttpResponse.json({ ...preview, signature }),
      ),
    );
    mountView(net, <PacksView />, '/knowledge/packs');
    await user.click(await screen.findByLabelText('Or paste a pack as JSON'));
    await user.paste('{"pack_id":"ran"}');
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText('The signature is wrong')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  it('says that a text is no JSON', async () => {
    const user = userEvent.setup();
    mountView(net, <PacksView />, '/knowledge/packs');
    await user.click(await screen.findByLabelText('Or paste a pack as JSON'));
    await user.paste('{');
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText('This is not JSON.')).toBeVisible();
  });

  it('is read from JSON, and from lines of it', () => {
    expect(parseUpload('{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
    expect(parseUpload('{"a":1}\n{"a":2}\n')).toEqual({ ok: true, value: [{ a: 1 }, { a: 2 }] });
    expect(parseUpload('{"a":1}\nx')).toEqual({ ok: false, fault: 'not-json' });
    const large = JSON.stringify(['x'.repeat(2_000_000)]);
    expect(parseUpload(large)).toEqual({ ok: false, fault: 'too-large' });
  });
});
