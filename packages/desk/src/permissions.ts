import type { OperatorRole } from '@countersign/api/operator';

// A registrant has none of the others' permissions. What an auditor may read beyond a viewer is no step of this ladder.
const rank: Record<OperatorRole, number> = {
  registrant: -1,
  viewer: 0,
  auditor: 0,
  operator: 1,
  admin: 2,
};

/** Whether a role includes another. */
export const roleCovers = (role: OperatorRole, needed: OperatorRole): boolean =>
  rank[role] >= rank[needed];

/** The least role: `work` is everything about questions and tasks, `administer` is settings and other operators' work. */
const least = {
  read: 'viewer',
  work: 'operator',
  administer: 'admin',
} as const satisfies Record<string, OperatorRole>;

type Person = { role: OperatorRole } | null | undefined;

/** Whether an operator has a permission; null has none. */
export const may = (person: Person, permission: keyof typeof least): boolean =>
  person !== null && person !== undefined && roleCovers(person.role, least[permission]);

/** Whether someone reads what is set and what was recorded, also without changing it. */
export const inspects = (person: Person): boolean =>
  person?.role === 'auditor' || may(person, 'administer');

/** Whether there is an operator, who may read but not work. */
export const onlyReads = (person: Person): boolean => may(person, 'read') && !may(person, 'work');
