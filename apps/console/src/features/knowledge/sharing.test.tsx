// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDemoServer, type DemoServer } from '../../mock/demo-server.ts';
import { demoHandlers } from '../../mock/handlers.ts';
import json from '../../mock/hiring.tape.json';
import { problemResponse } from '../../mock/problem-response.ts';
import { parseTape } from '../../mock/tape.ts';
import { apiServer } from '../../testing/api-server.ts';
import { ExtractionView } from './extraction-view.tsx';
import { parseUpload } from './json-file.ts';
import { PacksView } from './packs-view.tsx';
import { RetrievalView } from './retrieval-view.tsx';
import { mountView } from './testing/page.tsx';

const net = apiServer();
let server: DemoServer;
beforeEach(() => {
  server = createDemoServer(parseTape(json), {
    now: Date.now,
    schedule: () => () => {},
    createId: () => crypto.randomUUID(),
  });
  net.answer(...demoHandlers(server));
});
const bodyOf = (path: string) => net.sent.findLast((each) => each.path.includes(path))?.body;

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
    server.me = { ...server.me, role: 'viewer' };
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

describe('the retrieval playground', () => {
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
  });
});
