import type { Cell, Relation } from './cell.ts';
import { nearIds } from './near.ts';

/**
 * The initial plan of a network: site by site, the three sectors get three consecutive identities (so they differ modulo 3),
 * and no two cells that can interfere share one.
 */
export function assignAll(
  cells: readonly Cell[],
  relations: ReadonlyMap<string, readonly Relation[]>,
): Cell[] {
  const pcis = new Map<string, number>();
  const near = nearIds(relations);
  const sites = new Map<string, Cell[]>();
  for (const cell of cells) sites.set(cell.site, [...(sites.get(cell.site) ?? []), cell]);
  for (const sectors of sites.values()) {
    let base = 0;
    const isFree = (first: number) =>
      sectors.every((cell, index) =>
        [...(near.get(cell.id) ?? [])].every((other) => pcis.get(other) !== first + index),
      );
    while (!isFree(base)) base += 3;
    for (const [index, cell] of sectors.entries()) pcis.set(cell.id, base + index);
  }
  return cells.map((cell) => ({ ...cell, pci: pcis.get(cell.id) ?? 0 }));
}
