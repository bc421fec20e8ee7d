import type { ChangeOperator, Operator } from '@countersign/api/operator';
import type { SignInMethod } from '@countersign/api/people/session';
import { may } from '@countersign/desk/permissions';
import { jsonEqual } from '@countersign/json/json-equal';
import { occasion } from '@countersign/server/journal/occasion';
import { operation } from '@countersign/server/journal/operation';
import {
  deleteOperator,
  insertOperator,
  readOperator,
  updateOperator,
} from '@countersign/server/store/people/operators';
import { ensureGroups } from '../groups/group-operations.ts';
import { deleteIdentitiesOf } from '../rows/identities.ts';
import { deletePasskeysOf } from '../rows/passkeys.ts';
import {
  deleteEndedSessions,
  deleteListedSession,
  deleteSession,
  insertSession,
} from '../rows/sessions.ts';
import { deleteSignInCode, deleteSignInCodes, insertSignInCode } from '../rows/sign-in-codes.ts';

/** An operator may not answer any more, or is gone. */
export const operatorLeaves = occasion<{ operatorId: string }>();

/** Adds a named operator; only the hash of the token is kept. */
export const addOperator = operation<
  { operator: Operator; tokenHash: string; by: string },
  { added: boolean }
>('addOperator', async (transaction, { operator, tokenHash, by }) => {
  if ((await readOperator(transaction, operator.id)) !== null) return { added: false };
  const groups = [...new Set(operator.groups)];
  await insertOperator(transaction, { ...operator, groups }, tokenHash);
  await ensureGroups(transaction, groups);
  await transaction.audit({
    operator: by,
    action: 'operator:add',
    threadId: null,
    detail: operator,
  });
  return { added: true };
});

/** Name, role and groups; sessions and tokens follow at once, because every request reads the operator again. */
export const changeOperator = operation<
  { id: string; change: ChangeOperator; by: string },
  { operator: Operator | null }
>('changeOperator', async (transaction, { id, change, by }) => {
  const before = await readOperator(transaction, id);
  if (before === null) return { operator: null };
  const operator: Operator = {
    ...before,
    name: change.name ?? before.name,
    role: change.role ?? before.role,
    groups: change.groups === undefined ? before.groups : [...new Set(change.groups)],
  };
  if (jsonEqual(operator, before)) return { operator };
  await updateOperator(transaction, operator);
  await ensureGroups(transaction, operator.groups);
  await transaction.audit({
    operator: by,
    action: 'operator:change',
    threadId: null,
    detail: operator,
  });
  // A viewer has no claims and no requests for them.
  if (!may(operator, 'work')) await operatorLeaves.happens(transaction, { operatorId: id });
  return { operator };
});

export const removeOperator = operation<{ id: string; by: string }, { removed: boolean }>(
  'removeOperator',
  async (transaction, { id, by }) => {
    const removed = await deleteOperator(transaction, id);
    if (removed) {
      await deletePasskeysOf(transaction, id);
      await deleteIdentitiesOf(transaction, id);
      await transaction.audit({
        operator: by,
        action: 'operator:remove',
        threadId: null,
        detail: { id },
      });
      await operatorLeaves.happens(transaction, { operatorId: id });
    }
    return { removed };
  },
);

/** Opens a session; the browser keeps its two secrets, the store their hashes. */
export const openSession = operation<
  {
    id: string;
    tokenHash: string;
    proofHash: string;
    operatorId: string;
    lifetimeMs: number;
    via: SignInMethod;
    browser: string | null;
  },
  null
>('openSession', async (transaction, session) => {
  await transaction.pastDamage('sessions', () => deleteEndedSessions(transaction), undefined);
  const { id, via, browser, operatorId } = session;
  // It does not outlive the token with which it was opened.
  const operator = await readOperator(transaction, operatorId);
  const tokenEndsAt = via === 'token' ? operator?.tokenEndsAt : undefined;
  await insertSession(transaction, {
    ...{ id, via, browser, operator: operatorId },
    token: session.tokenHash,
    proof: session.proofHash,
    expires: Math.min(transaction.now + session.lifetimeMs, tokenEndsAt ?? Number.MAX_SAFE_INTEGER),
  });
  await transaction.audit({
    operator: operatorId,
    action: 'session:open',
    threadId: null,
    detail: { id, via },
  });
  return null;
});

/**
 * The code of a link that signs the administrator in, once, at any server on the store; only its hash is kept. `isOnly`: no other server
 * is on the store, so that no other code is valid.
 */
export const keepSignInCode = operation<
  { hash: string; lifetimeMs: number; isOnly: boolean },
  null
>('keepSignInCode', async (transaction, { hash, lifetimeMs, isOnly }) => {
  await deleteSignInCodes(transaction, isOnly ? Number.MAX_SAFE_INTEGER : transaction.now);
  await insertSignInCode(transaction, { hash, expires: transaction.now + lifetimeMs });
  return null;
});

/** Whether it was valid; it is not afterwards. */
export const takeSignInCode = operation<{ hash: string }, boolean>(
  'takeSignInCode',
  async (transaction, { hash }) => (await deleteSignInCode(transaction, hash)) > 0,
);

/** Ends a session by its id; `of`: only if it is of this operator. */
export const endSession = operation<
  { id: string; of: string | null; by: string },
  { operator: string | null }
>('endSession', async (transaction, { id, of, by }) => {
  const operator = await deleteListedSession(transaction, id, of);
  if (operator !== null) {
    await transaction.audit({
      operator: by,
      action: 'session:end',
      threadId: null,
      detail: { id, of: operator },
    });
  }
  return { operator };
});

export const closeSession = operation<{ proofHash: string }, { operator: string | null }>(
  'closeSession',
  async (transaction, { proofHash }) => ({
    operator: await deleteSession(transaction, proofHash),
  }),
);
