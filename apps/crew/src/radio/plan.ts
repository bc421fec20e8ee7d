import type { RadioText } from '../words/radio-text.ts';
import { type Cell, distanceKm, type Network, pciCount, withIdentities } from './cell.ts';
import { type Conflict, findConflicts } from './conflicts.ts';
import type { Constraints } from './constraints.ts';
import { nearIds } from './near.ts';

/** One cell's new identity, with the reasons for the choice. */
export interface Assignment {
  cell: string;
  site: string;
  now: number;
  proposed: number;
  /** Identity modulo 3 of the proposal. */
  mod3: number;
  /** Conflicts that it ends, as text. */
  clears: string;
  /** Nearest cell of the carrier with the same identity, km; null = none. */
  reuseKm: number | null;
}

export interface Plan {
  assignments: Assignment[];
  /** Conflicts that no allowed change can end, with the reason. */
  unsolved: { conflict: Conflict; reason: string }[];
}

/**
 * Ends the conflicts by changing few cells: a greedy cover of the conflict graph selects the cells to change, then these are
 * coloured, the most constrained first (DSATUR), each with the identity of the lowest cost under the constraints.
 */
export function makePlan(network: Network, constraints: Constraints, words: RadioText): Plan {
  const conflicts = findConflicts(network).filter(
    ({ weight, kind }) => kind === 'collision' || weight >= constraints.minWeight,
  );
  const { picked, unsolved } = pickCells(network, conflicts, constraints);
  const pcis = new Map<string, number>();
  const near = nearIds(network.relations);
  const failed = new Set<string>();
  const left = new Set(picked);
  while (left.size > 0) {
    const cell = mostConstrained(left, network, pcis, near);
    left.delete(cell.id);
    const pci = cheapestIdentity(cell, { network, constraints, pcis, near });
    if (pci === null) failed.add(cell.id);
    else pcis.set(cell.id, pci);
  }
  const after = withIdentities(network, pcis);
  const solved = conflicts.filter(({ cells }) => cells.some((id) => pcis.has(id)));
  return {
    assignments: [...pcis].map(([id, pci]) => describe(id, pci, { network, after, solved, words })),
    unsolved: [
      ...unsolved,
      ...conflicts
        .filter(
          ({ cells }) => cells.some((id) => failed.has(id)) && !cells.some((id) => pcis.has(id)),
        )
        .map((conflict) => ({
          conflict,
          reason: 'No identity is left under these constraints.',
        })),
    ],
  };
}

function pickCells(network: Network, conflicts: readonly Conflict[], constraints: Constraints) {
  const picked: string[] = [];
  const unsolved: Plan['unsolved'] = [];
  let open = [...conflicts];
  const mayChange = (id: string) =>
    network.byId.get(id)?.locked === false && !constraints.keep.has(id);
  while (open.length > 0) {
    const gain = new Map<string, number>();
    for (const { cells, weight } of open) {
      for (const id of cells) if (mayChange(id)) gain.set(id, (gain.get(id) ?? 0) + 1 + weight);
    }
    const [best] = [...gain].toSorted(
      ([leftId, left], [rightId, right]) =>
        Number(constraints.prefer.has(rightId)) - Number(constraints.prefer.has(leftId)) ||
        right - left ||
        (leftId < rightId ? -1 : 1),
    );
    if (best === undefined || picked.length >= constraints.maxChanges) {
      const reason =
        best === undefined
          ? 'Both cells are locked or must be kept.'
          : `Only ${constraints.maxChanges} cells may change.`;
      unsolved.push(...open.map((conflict) => ({ conflict, reason })));
      break;
    }
    picked.push(best[0]);
    const solvable = open.filter(({ cells }) => !cells.includes(best[0]));
    const hopeless = solvable.filter(({ cells }) => !cells.some(mayChange));
    unsolved.push(
      ...hopeless.map((conflict) => ({
        conflict,
        reason: 'Both cells are locked or must be kept.',
      })),
    );
    open = solvable.filter(({ cells }) => cells.some(mayChange));
  }
  return { picked, unsolved };
}

type Near = ReadonlyMap<string, ReadonlySet<string>>;

/** DSATUR: the cell whose surroundings already use the most identities. */
function mostConstrained(
  left: ReadonlySet<string>,
  network: Network,
  pcis: ReadonlyMap<string, number>,
  near: Near,
): Cell {
  const saturation = (id: string) =>
    new Set(
      [...(near.get(id) ?? [])].map((other) => pcis.get(other) ?? network.byId.get(other)?.pci),
    ).size;
  const [id] = [...left].toSorted(
    (one, two) => saturation(two) - saturation(one) || (one < two ? -1 : 1),
  );
  const cell = network.byId.get(id ?? '');
  if (cell === undefined) throw new Error(`${id} is no cell of the network`);
  return cell;
}

interface Choice {
  network: Network;
  constraints: Constraints;
  pcis: ReadonlyMap<string, number>;
  near: Near;
}

function cheapestIdentity(cell: Cell, choice: Choice): number | null {
  const { network, constraints, pcis, near } = choice;
  const pciOf = (other: Cell) => pcis.get(other.id) ?? other.pci;
  const nearby = near.get(cell.id) ?? new Set();
  const forbidden = new Set(
    network.cells
      .filter(
        (other) =>
          other.id !== cell.id &&
          other.arfcn === cell.arfcn &&
          (nearby.has(other.id) || distanceKm(cell, other) < constraints.reuseKm),
      )
      .map(pciOf),
  );
  const twins = network.cells
    .filter((other) => other.site === cell.site && other.id !== cell.id)
    .map((other) => pciOf(other) % 3);
  const strong = (network.relations.get(cell.id) ?? []).flatMap(({ to, overlap }) => {
    const other = network.byId.get(to);
    return other === undefined ? [] : [{ pci: pciOf(other), overlap }];
  });
  let best: { pci: number; cost: number } | null = null;
  for (let pci = 0; pci < pciCount; pci += 1) {
    if (pci === cell.pci || forbidden.has(pci)) continue;
    const sameMod3 = strong.filter((other) => other.pci % 3 === pci % 3);
    const coSited = twins.includes(pci % 3);
    if (constraints.mod3 === 'strict' && coSited) continue;
    const cost =
      sameMod3.reduce((sum, { overlap }) => sum + overlap, 0) +
      (coSited ? 2 : 0) +
      strong.filter((other) => other.pci % 30 === pci % 30).length * 0.4 +
      // All else equal, the identity closest to the old one: easier to read.
      Math.abs(pci - cell.pci) / 10_000;
    if (best === null || cost < best.cost) best = { pci, cost };
  }
  return best?.pci ?? null;
}

function describe(
  id: string,
  pci: number,
  {
    network,
    after,
    solved,
    words,
  }: { network: Network; after: Network; solved: readonly Conflict[]; words: RadioText },
): Assignment {
  const cell = network.byId.get(id);
  if (cell === undefined) throw new Error(`${id} is no cell of the network`);
  return {
    cell: id,
    site: cell.site,
    now: cell.pci,
    proposed: pci,
    mod3: pci % 3,
    clears: clearsOf(id, solved, words),
    reuseKm: reuseOf(cell, pci, after),
  };
}

/** Distance to the nearest other cell of the carrier with this identity. */
export function reuseOf(cell: Cell, pci: number, network: Network): number | null {
  const distances = network.cells
    .filter((other) => other.id !== cell.id && other.arfcn === cell.arfcn && other.pci === pci)
    .map((other) => distanceKm(cell, other));
  return distances.length === 0 ? null : Number(Math.min(...distances).toFixed(2));
}

function clearsOf(id: string, conflicts: readonly Conflict[], words: RadioText): string {
  const mine = conflicts.filter(({ cells }) => cells.includes(id));
  const [first] = mine;
  if (first === undefined) return words.clearsNothing;
  const other = first.cells[0] === id ? first.cells[1] : first.cells[0];
  return words.clears(first.kind, other, first.at, mine.length - 1);
}
