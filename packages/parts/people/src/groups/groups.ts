import type { ChangeGroup, Group } from '@countersign/api/people/group';
import type { Journal } from '@countersign/server/journal/journal';
import { listOperators } from '@countersign/server/store/people/operators';
import { type GroupRow, listGroupRows, readGroupRow } from '../rows/groups.ts';
import { addGroup, changeGroup, removeGroup } from './group-operations.ts';

/** The groups of people, each with who is in it. */
export interface Groups {
  list(): Promise<Group[]>;
  /** Null = there is one with this id. */
  add(group: GroupRow, members: readonly string[], by: string): Promise<Group | null>;
  /** Null = there is none with this id. */
  change(id: string, change: ChangeGroup, by: string): Promise<Group | null>;
  remove(id: string, by: string): Promise<boolean>;
}

export function createGroups(journal: Journal): Groups {
  const withMembers = async (rows: readonly GroupRow[]): Promise<Group[]> => {
    const operators = await listOperators(journal.read);
    return rows.map((row) => ({
      ...row,
      members: operators
        .filter(({ groups }) => groups.includes(row.id))
        .map(({ id, name }) => ({ id, name })),
    }));
  };
  const read = async (id: string): Promise<Group | null> => {
    const row = await readGroupRow(journal.read, id);
    return row === null ? null : ((await withMembers([row]))[0] ?? null);
  };
  return {
    list: async () => withMembers(await listGroupRows(journal.read)),
    add: async (group, members, by) =>
      (await journal.commit(addGroup, { group, members, by })).added ? read(group.id) : null,
    change: async (id, change, by) =>
      (await journal.commit(changeGroup, { id, change, by })).changed ? read(id) : null,
    remove: async (id, by) => (await journal.commit(removeGroup, { id, by })).removed,
  };
}
