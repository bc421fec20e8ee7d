import type { Operator, OperatorRole } from '@countersign/api/operator';
import { roleCovers } from '@countersign/desk/permissions';
import { jsonEqual } from '@countersign/json/json-equal';
import { operation } from '@countersign/server/journal/operation';
import {
  insertOperator,
  readOperator,
  updateOperator,
} from '@countersign/server/store/people/operators';
import type { Transaction } from '@countersign/server/store/transaction';
import { listGroupRows } from '../rows/groups.ts';
import {
  deleteEndedProviderSessions,
  deleteProviderSession,
  insertIdentity,
  insertProviderSession,
  keepRefresh,
  operatorOfIdentity,
  type ProviderIdentity,
  type ProviderSession,
} from '../rows/identities.ts';
import { deleteListedSession } from '../rows/sessions.ts';

/** A person as the provider describes them. */
export interface ProviderPerson extends ProviderIdentity {
  name: string;
  /** What an id is made of. */
  wishedId: string;
  groups: readonly string[];
}

/**
 * The person who signs in, with the role and the groups that the provider gives now; null = no group of theirs has a role here. An
 * operator who was added here is never taken over: a name is no proof.
 */
export const admitPerson = operation<
  { person: ProviderPerson; tokenHash: string },
  Operator | null
>('admitPerson', async (transaction, { person, tokenHash }) => {
  const known = await operatorOfIdentity(transaction, person);
  const before = known === null ? null : await readOperator(transaction, known);
  const { role, given, managed } = await givenBy(transaction, person.groups);
  if (role === null) return null;
  const own = (before?.groups ?? []).filter((group) => !managed.has(group));
  const id = before?.id ?? (await freeId(transaction, person.wishedId));
  const operator: Operator = { id, name: person.name, role, groups: [...own, ...given] };
  if (before !== null && jsonEqual(before, operator)) return operator;
  if (before === null) {
    await insertOperator(transaction, operator, tokenHash);
    if (known === null) await insertIdentity(transaction, { ...person, operator: id });
  } else {
    await updateOperator(transaction, operator);
  }
  await transaction.audit({
    operator: id,
    action: before === null ? 'operator:add' : 'operator:change',
    threadId: null,
    detail: { ...operator, issuer: person.issuer },
  });
  return operator;
});

/** The highest role of the groups, the groups that are known here, and all that the provider manages. */
async function givenBy(transaction: Transaction, claims: readonly string[]) {
  const rows = (await listGroupRows(transaction)).filter(({ claim }) => claim !== null);
  const mine = rows.filter(({ claim }) => claim !== null && claims.includes(claim));
  const higher = (role: OperatorRole | null, next: OperatorRole | null) =>
    next !== null && (role === null || roleCovers(next, role)) ? next : role;
  return {
    role: mine.map((row) => row.role).reduce(higher, null),
    given: mine.map(({ id }) => id),
    managed: new Set(rows.map(({ id }) => id)),
  };
}

async function freeId(transaction: Transaction, wished: string): Promise<string> {
  const base =
    wished
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 36) || 'person';
  const reserved = new Set(['admin', 'registrant']);
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!reserved.has(id) && (await readOperator(transaction, id)) === null) return id;
  }
}

export const keepProviderSession = operation<ProviderSession, null>(
  'keepProviderSession',
  async (transaction, row) => {
    await deleteEndedProviderSessions(transaction);
    await insertProviderSession(transaction, row);
    return null;
  },
);

/** The provider still knows the person: with what the next check needs. */
export const noteRefresh = operation<{ session: string; refresh: string }, null>(
  'noteRefresh',
  async (transaction, { session, refresh }) => {
    await keepRefresh(transaction, session, refresh);
    return null;
  },
);

/** The provider does not know the person any more, or gives no role: the session ends, and with it its streams. */
export const endProviderSession = operation<{ session: string; why: string }, string | null>(
  'endProviderSession',
  async (transaction, { session, why }) => {
    await deleteProviderSession(transaction, session);
    const operator = await deleteListedSession(transaction, session, null);
    if (operator !== null) {
      await transaction.audit({
        operator: 'countersign',
        action: 'session:end',
        threadId: null,
        detail: { id: session, of: operator, why },
      });
    }
    return operator;
  },
);

/** The administrator's token was used although there is a provider. */
export const noteBreakGlass = operation<{ how: string }, null>(
  'noteBreakGlass',
  async (transaction, detail) => {
    await transaction.audit({ operator: 'admin', action: 'break-glass', threadId: null, detail });
    return null;
  },
);
