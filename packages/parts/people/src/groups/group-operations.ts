import type { ChangeGroup } from '@countersign/api/people/group';
import { operation } from '@countersign/server/journal/operation';
import { listOperators, updateOperator } from '@countersign/server/store/people/operators';
import type { Writing } from '@countersign/server/store/port';
import {
  deleteGroup,
  type GroupRow,
  insertGroup,
  readGroupRow,
  updateGroup,
} from '../rows/groups.ts';

/** Groups that are named for an operator are there from then on, by that name. */
export async function ensureGroups(writing: Writing, ids: readonly string[]): Promise<void> {
  for (const id of ids) await insertGroup(writing, { id, name: id, claim: null, role: null });
}

export const addGroup = operation<
  { group: GroupRow; members: readonly string[]; by: string },
  { added: boolean }
>('addGroup', async (transaction, { group, members, by }) => {
  if ((await insertGroup(transaction, group)) === 0) return { added: false };
  await setMembers(transaction, group.id, { add: members, remove: [] });
  await transaction.audit({
    operator: by,
    action: 'group:add',
    threadId: null,
    detail: { ...group, members },
  });
  return { added: true };
});

export const changeGroup = operation<
  { id: string; change: ChangeGroup; by: string },
  { changed: boolean }
>('changeGroup', async (transaction, { id, change, by }) => {
  const before = await readGroupRow(transaction, id);
  if (before === null) return { changed: false };
  const { add = [], remove = [], name, claim, role } = change;
  await updateGroup(transaction, {
    id,
    name: name ?? before.name,
    claim: claim === undefined ? before.claim : claim,
    role: role === undefined ? before.role : role,
  });
  await setMembers(transaction, id, { add, remove });
  await transaction.audit({
    operator: by,
    action: 'group:change',
    threadId: null,
    detail: { id, ...change },
  });
  return { changed: true };
});

export const removeGroup = operation<{ id: string; by: string }, { removed: boolean }>(
  'removeGroup',
  async (transaction, { id, by }) => {
    if ((await deleteGroup(transaction, id)) === 0) return { removed: false };
    const remove = (await listOperators(transaction)).map((operator) => operator.id);
    await setMembers(transaction, id, { add: [], remove });
    await transaction.audit({
      operator: by,
      action: 'group:remove',
      threadId: null,
      detail: { id },
    });
    return { removed: true };
  },
);

/** Who is in no row of the store, such as the administrator of the server's token, is in no group. */
async function setMembers(
  writing: Writing,
  group: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  const [added, removed] = [new Set(add), new Set(remove)];
  for (const operator of await listOperators(writing)) {
    const isIn = operator.groups.includes(group);
    const isToBe = removed.has(operator.id) ? false : isIn || added.has(operator.id);
    if (isIn === isToBe) continue;
    const others = operator.groups.filter((one) => one !== group);
    await updateOperator(writing, { ...operator, groups: isToBe ? [...others, group] : others });
  }
}
