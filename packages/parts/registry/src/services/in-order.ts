/** Sorted by name, and entries of one name by id: the same in every answer. */
export const inOrder = <Entry extends { name: string; id: string }>(
  entries: Iterable<Entry>,
): Entry[] => [...entries].sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
