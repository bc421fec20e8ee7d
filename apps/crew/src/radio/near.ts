import type { Relation } from './cell.ts';

/** For each cell, those it must not share an identity with: its neighbours in either direction, and their neighbours. */
export function nearIds(
  relations: ReadonlyMap<string, readonly Relation[]>,
): Map<string, Set<string>> {
  const direct = new Map<string, Set<string>>();
  const join = (from: string, to: string) => {
    const known = direct.get(from) ?? new Set();
    known.add(to);
    direct.set(from, known);
  };
  for (const list of relations.values()) {
    for (const { from, to } of list) {
      join(from, to);
      join(to, from);
    }
  }
  return new Map(
    [...direct].map(([id, neighbours]) => {
      const near = new Set(neighbours);
      for (const neighbour of neighbours) {
        for (const second of direct.get(neighbour) ?? []) near.add(second);
      }
      near.delete(id);
      return [id, near];
    }),
  );
}
