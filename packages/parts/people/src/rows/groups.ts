import type { Group } from '@countersign/api/people/group';
import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

/** A group without its members: they are with the operators. */
export type GroupRow = Omit<Group, 'members'>;

const select = 'SELECT id, name, claim, role FROM people_groups';

export const listGroupRows = (reading: Reading): Awaitable<GroupRow[]> =>
  reading.all<GroupRow>(`${select} ORDER BY id`);

export const readGroupRow = async (reading: Reading, id: string): Promise<GroupRow | null> =>
  (await reading.get<GroupRow>(`${select} WHERE id = ?`, id)) ?? null;

/** One that is there already stays as it is; 1 = it was added. */
export const insertGroup = (
  writing: Writing,
  { id, name, claim, role }: GroupRow,
): Awaitable<number> =>
  writing.run(
    `INSERT INTO people_groups(id, name, claim, role, created) VALUES(?,?,?,?,?)
     ON CONFLICT DO NOTHING`,
    id,
    name,
    claim,
    role,
    writing.now,
  );

export const updateGroup = (
  writing: Writing,
  { id, name, claim, role }: GroupRow,
): Awaitable<number> =>
  writing.run(
    'UPDATE people_groups SET name = ?, claim = ?, role = ? WHERE id = ?',
    name,
    claim,
    role,
    id,
  );

export const deleteGroup = (writing: Writing, id: string): Awaitable<number> =>
  writing.run('DELETE FROM people_groups WHERE id = ?', id);
