import type { Operator } from '@countersign/api/operator';
import type { CreateView, SavedView } from '@countersign/api/view';
import { operation } from '../journal/operation.ts';
import type { Transaction } from '../journal/transaction.ts';
import { readView } from './view-queries.ts';

export type ViewOutcome =
  | { kind: 'kept'; view: SavedView }
  | { kind: 'unknown' | 'not-yours' | 'too-many' };

/** Views per operator: without a limit the store could be filled. */
const maxViews = 100;

export const addView = operation<{ id: string; view: CreateView; by: Operator }, ViewOutcome>(
  'addView',
  (transaction, { id, view, by }) => {
    const owned = transaction.get<{ count: number }>(
      'SELECT COUNT(*) AS count FROM views WHERE owner = ?',
      by.id,
    );
    if ((owned?.count ?? 0) >= maxViews) return { kind: 'too-many' };
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
  (transaction, { id, view, by }) => {
    const found = mayChange(transaction, id, by);
    if (found.kind !== 'kept') return found;
    const kept: SavedView = { ...found.view, ...view, updatedAt: transaction.now };
    return write(transaction, kept, { operator: by.id, action: 'view:change' });
  },
);

export const removeView = operation<{ id: string; by: Operator }, ViewOutcome>(
  'removeView',
  (transaction, { id, by }) => {
    const found = mayChange(transaction, id, by);
    if (found.kind !== 'kept') return found;
    transaction.run('DELETE FROM views WHERE id = ?', id);
    transaction.audit({
      operator: by.id,
      action: 'view:remove',
      threadId: null,
      detail: found.view,
    });
    return found;
  },
);

/** An operator who may not see a view does not learn that it exists. */
function mayChange(transaction: Transaction, id: string, by: Operator): ViewOutcome {
  const view = readView(transaction, id);
  if (view === null) return { kind: 'unknown' };
  if (view.owner === by.id || by.role === 'admin') return { kind: 'kept', view };
  return { kind: view.shared ? 'not-yours' : 'unknown' };
}

function write(
  transaction: Transaction,
  view: SavedView,
  cause: { operator: string; action: string },
): ViewOutcome {
  transaction.run(
    `INSERT INTO views(id, name, shared, owner, owner_name, search, updated) VALUES(?,?,?,?,?,?,?)
     ON CONFLICT(id) DO UPDATE SET name = excluded.name, shared = excluded.shared, search = excluded.search,
      updated = excluded.updated`,
    view.id,
    view.name,
    view.shared ? 1 : 0,
    view.owner,
    view.ownerName,
    JSON.stringify(view.search),
    view.updatedAt,
  );
  transaction.audit({ ...cause, threadId: null, detail: view });
  return { kind: 'kept', view };
}
