import type { Operator } from '@countersign/api/operator';
import type { CreateView, SavedView } from '@countersign/api/prompts/view';
import { may } from '@countersign/desk/permissions';
import { jsonEqual } from '@countersign/json/json-equal';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { countViews, deleteView, readView, writeView } from '../rows/views.ts';

export type ViewOutcome =
  | { kind: 'kept'; view: SavedView }
  | { kind: 'unknown' | 'not-yours' | 'too-many' };

/** Views per operator: without a limit the store could be filled. */
const maxViews = 100;

export const addView = operation<{ id: string; view: CreateView; by: Operator }, ViewOutcome>(
  'addView',
  async (transaction, { id, view, by }) => {
    if ((await countViews(transaction, by.id)) >= maxViews) return { kind: 'too-many' };
    const kept: SavedView = {
      id,
      ...view,
      owner: by.id,
      ownerName: by.name,
      updatedAt: transaction.now,
    };
    return write(transaction, kept, { operator: by.id, action: 'view:add' });
  },
);

export const changeView = operation<{ id: string; view: CreateView; by: Operator }, ViewOutcome>(
  'changeView',
  async (transaction, { id, view, by }) => {
    const found = await mayChange(transaction, id, by);
    if (found.kind !== 'kept') return found;
    const kept: SavedView = { ...found.view, ...view, updatedAt: transaction.now };
    if (jsonEqual({ ...kept, updatedAt: found.view.updatedAt }, found.view)) return found;
    return write(transaction, kept, { operator: by.id, action: 'view:change' });
  },
);

export const removeView = operation<{ id: string; by: Operator }, ViewOutcome>(
  'removeView',
  async (transaction, { id, by }) => {
    const found = await mayChange(transaction, id, by);
    if (found.kind !== 'kept') return found;
    await deleteView(transaction, id);
    await transaction.audit({
      operator: by.id,
      action: 'view:remove',
      threadId: null,
      detail: found.view,
    });
    return found;
  },
);

/** An operator who may not see a view does not learn that it exists. */
async function mayChange(transaction: Transaction, id: string, by: Operator): Promise<ViewOutcome> {
  const view = await readView(transaction, id);
  if (view === null) return { kind: 'unknown' };
  if (view.owner === by.id || may(by, 'administer')) return { kind: 'kept', view };
  return { kind: view.shared ? 'not-yours' : 'unknown' };
}

async function write(
  transaction: Transaction,
  view: SavedView,
  cause: { operator: string; action: string },
): Promise<ViewOutcome> {
  await writeView(transaction, view);
  await transaction.audit({ ...cause, threadId: null, detail: view });
  return { kind: 'kept', view };
}
