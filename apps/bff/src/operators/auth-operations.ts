import type { ChangeOperator, Operator } from '@countersign/api/operator';
import { releaseAllOf } from '../decisions/claim-operations.ts';
import { operation } from '../journal/operation.ts';

/** Adds a named operator; only the hash of the token is kept. */
export const addOperator = operation<
  { operator: Operator; tokenHash: string; by: string },
  { added: boolean }
>('addOperator', (transaction, { operator, tokenHash, by }) => {
  if (transaction.get('SELECT 1 FROM operators WHERE id = ?', operator.id) !== undefined) {
    return { added: false };
  }
  transaction.run(
    'INSERT INTO operators(id, name, role, groups, token, created) VALUES(?,?,?,?,?,?)',
    operator.id,
    operator.name,
    operator.role,
    JSON.stringify([...new Set(operator.groups)]),
    tokenHash,
    transaction.now,
  );
  transaction.audit({ operator: by, action: 'operator:add', threadId: null, detail: operator });
  return { added: true };
});

/** Name, role and groups; sessions and tokens follow at once, because every request reads the operator again. */
export const changeOperator = operation<
  { id: string; change: ChangeOperator; by: string },
  { operator: Operator | null }
>('changeOperator', (transaction, { id, change, by }) => {
  const row = transaction.get<{ name: string; role: Operator['role']; groups: string }>(
    'SELECT name, role, groups FROM operators WHERE id = ?',
    id,
  );
  if (row === undefined) return { operator: null };
  const operator: Operator = {
    id,
    name: change.name ?? row.name,
    role: change.role ?? row.role,
    groups: change.groups === undefined ? JSON.parse(row.groups) : [...new Set(change.groups)],
  };
  transaction.run(
    'UPDATE operators SET name = ?, role = ?, groups = ? WHERE id = ?',
    operator.name,
    operator.role,
    JSON.stringify(operator.groups),
    id,
  );
  transaction.audit({ operator: by, action: 'operator:change', threadId: null, detail: operator });
  // A viewer has no claims and no requests for them.
  if (operator.role === 'viewer') releaseAllOf(transaction, id);
  return { operator };
});

export const removeOperator = operation<{ id: string; by: string }, { removed: boolean }>(
  'removeOperator',
  (transaction, { id, by }) => {
    const removed = transaction.run('DELETE FROM operators WHERE id = ?', id) > 0;
    transaction.run('DELETE FROM sessions WHERE operator = ?', id);
    if (removed) {
      transaction.audit({
        operator: by,
        action: 'operator:remove',
        threadId: null,
        detail: { id },
      });
      releaseAllOf(transaction, id);
      transaction.run('DELETE FROM views WHERE owner = ? AND shared = 0', id);
      transaction.run('DELETE FROM drafts WHERE operator = ?', id);
    }
    return { removed };
  },
);

/** Opens a session; the browser keeps its two secrets, the store their hashes. */
export const openSession = operation<
  { tokenHash: string; proofHash: string; operatorId: string; lifetimeMs: number },
  null
>('openSession', (transaction, session) => {
  const forget = () => transaction.run('DELETE FROM sessions WHERE expires <= ?', transaction.now);
  transaction.pastDamage('sessions', forget, 0);
  transaction.run(
    'INSERT INTO sessions(token, proof, operator, created, expires) VALUES(?,?,?,?,?)',
    session.tokenHash,
    session.proofHash,
    session.operatorId,
    transaction.now,
    transaction.now + session.lifetimeMs,
  );
  transaction.audit({
    operator: session.operatorId,
    action: 'session:open',
    threadId: null,
    detail: {},
  });
  return null;
});

export const closeSession = operation<{ proofHash: string }, { operator: string | null }>(
  'closeSession',
  (transaction, { proofHash }) => {
    const row = transaction.get<{ operator: string }>(
      'SELECT operator FROM sessions WHERE proof = ?',
      proofHash,
    );
    transaction.run('DELETE FROM sessions WHERE proof = ?', proofHash);
    return { operator: row?.operator ?? null };
  },
);
