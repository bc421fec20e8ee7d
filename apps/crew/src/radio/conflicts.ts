import type { Network } from './cell.ts';

/**
 * Two cells that a phone cannot distinguish. `collision`: neighbours with one identity. `confusion`: two neighbours of `at`
 * with one identity, so that a handover may go to the wrong one. `weight`: the share of area concerned.
 */
export interface Conflict {
  kind: 'collision' | 'confusion';
  cells: readonly [string, string];
  /** The affected cell. */
  at: string;
  pci: number;
  weight: number;
}

/** Every collision and confusion of a network, the heaviest first; each pair once per kind and place. */
export function findConflicts(network: Network): Conflict[] {
  const found: Conflict[] = [];
  const collided = new Set<string>();
  for (const cell of network.cells) {
    const neighbours = (network.relations.get(cell.id) ?? []).flatMap((relation) => {
      const other = network.byId.get(relation.to);
      return other === undefined ? [] : [{ other, overlap: relation.overlap }];
    });
    for (const [index, { other, overlap }] of neighbours.entries()) {
      if (other.pci === cell.pci) {
        const pair = pairOf(cell.id, other.id);
        if (!collided.has(pair.join())) {
          collided.add(pair.join());
          found.push({
            kind: 'collision',
            cells: pair,
            at: cell.id,
            pci: cell.pci,
            weight: overlap,
          });
        }
      }
      for (const second of neighbours.slice(index + 1)) {
        if (second.other.pci !== other.pci) continue;
        found.push({
          kind: 'confusion',
          cells: pairOf(other.id, second.other.id),
          at: cell.id,
          pci: other.pci,
          weight: Math.min(overlap, second.overlap),
        });
      }
    }
  }
  return found.toSorted(
    (left, right) =>
      Number(right.kind === 'collision') - Number(left.kind === 'collision') ||
      right.weight - left.weight ||
      (`${left.at}${left.cells}` < `${right.at}${right.cells}` ? -1 : 1),
  );
}

const pairOf = (left: string, right: string): [string, string] =>
  left < right ? [left, right] : [right, left];
