import { createRandom } from '../random.ts';
import { type Cell, distanceKm, type Network, type Relation } from './cell.ts';
import { nearIds } from './near.ts';
import { levelDbm, servicePoints } from './propagation.ts';

/** A phone reports a neighbour that is at most this much weaker than its own cell. */
const reportedWithinDb = 6;
const farthestKm = 4;
const mostNeighbours = 12;

/** Which cells reach into the area of which, computed from levels; the neighbour list a network would learn. */
function relationsOf(cells: readonly Cell[]): Map<string, Relation[]> {
  return new Map(cells.map((cell) => [cell.id, neighboursOf(cell, cells)]));
}

function neighboursOf(cell: Cell, cells: readonly Cell[]): Relation[] {
  const points = servicePoints(cell).map((point) => ({ point, own: levelDbm(cell, point) }));
  return cells
    .filter(
      (other) =>
        other.id !== cell.id && other.arfcn === cell.arfcn && distanceKm(cell, other) <= farthestKm,
    )
    .map((other) => ({
      from: cell.id,
      to: other.id,
      overlap:
        points.filter(({ point, own }) => levelDbm(other, point) >= own - reportedWithinDb).length /
        points.length,
      distanceKm: distanceKm(cell, other),
    }))
    .filter(({ overlap }) => overlap > 0)
    .toSorted(
      (left, right) =>
        right.overlap - left.overlap ||
        left.distanceKm - right.distanceKm ||
        (left.to < right.to ? -1 : 1),
    )
    .slice(0, mostNeighbours);
}

/**
 * The initial plan of a network: site by site, the three sectors get three consecutive identities (so they differ modulo 3),
 * and no two cells that can interfere share one.
 */
function assignAll(
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

const columns = 9;
const rows = 8;
const spacingKm = 0.95;
const jitterKm = 0.16;
const carriers = [636_666, 643_333] as const;

/**
 * A dense urban network: 72 sites with three sectors, 216 cells on two carriers, with an initial plan of identities without
 * conflicts. The same seed results in the same network on every machine.
 */
export function generateNetwork(seed: number): Network {
  const random = createRandom(seed);
  const cells: Cell[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const number = 401 + row * columns + column;
      const jitter = () => (random.next() - 0.5) * 2 * jitterKm;
      const x = (column + (row % 2) / 2) * spacingKm + jitter();
      const y = row * spacingKm * 0.87 + jitter();
      const turn = random.between(0, 40);
      const arfcn = random.next() < 0.8 ? carriers[0] : carriers[1];
      const busy = 0.25 + 0.5 * random.next();
      for (const sector of [1, 2, 3] as const) {
        cells.push({
          id: `NTO-0${number}-${sector}`,
          site: `NTO-0${number}`,
          sector,
          x: Number(x.toFixed(3)),
          y: Number(y.toFixed(3)),
          azimuth: (turn + (sector - 1) * 120) % 360,
          arfcn,
          pci: -1,
          locked: random.next() < 0.06,
          load: Number(Math.min(0.95, busy * (0.8 + 0.4 * random.next())).toFixed(2)),
          users: random.between(14, 90),
        });
      }
    }
  }
  const relations = relationsOf(cells);
  const planned = assignAll(cells, relations);
  return { cells: planned, byId: new Map(planned.map((cell) => [cell.id, cell])), relations };
}
