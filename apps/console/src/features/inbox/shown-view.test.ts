import type { SavedView } from '@countersign/api/prompts/view';
import { expect, it } from 'vitest';
import { inboxText, readyViewText, viewsText } from '../../text/texts.ts';
import { shownView } from './shown-view.ts';

const refunds: SavedView = {
  id: 'view-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  name: 'Refunds over 500',
  shared: true,
  owner: 'mara.lindqvist',
  ownerName: 'Mara Lindqvist',
  search: { q: 'refund', agent: 'billing-agent-eu-west-1' },
  updatedAt: 1_790_000_000_000,
};
const shown = (asked: Partial<Parameters<typeof shownView>[1]>) =>
  shownView([refunds], { viewId: null, search: {}, words: '', ...asked });

it('is the saved view that the address names, in any order of its members', () => {
  const search = { agent: 'billing-agent-eu-west-1', q: 'refund' };
  expect(shown({ viewId: refunds.id, search })).toEqual({
    view: refunds,
    ready: null,
    changed: false,
    title: refunds.name,
  });
});

it('shows when the filter differs from the saved view', () => {
  const { changed, title } = shown({ viewId: refunds.id, search: { q: 'refund' } });
  expect(changed).toBe(true);
  expect(title).toBe(viewsText.changed(refunds.name));
});

it('recognises a built-in view by its filter', () => {
  const { view, ready, title } = shown({ search: { severity: 'critical' }, words: 'Critical' });
  expect(view).toBeNull();
  expect(ready?.id).toBe('critical');
  expect(title).toBe(readyViewText.critical);
});

it('is the filter as text when it is no view, and all open prompts without a filter', () => {
  expect(shown({ viewId: 'gone', search: { q: 'visa' }, words: '“visa”' }).title).toBe('“visa”');
  expect(shown({}).title).toBe(inboxText.allOpen);
});
