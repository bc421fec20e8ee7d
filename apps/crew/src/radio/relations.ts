import { type Cell, distanceKm, type Relation } from './cell.ts';
import { levelDbm, servicePoints } from './propagation.ts';

/** A phone reports a neighbour that is at most this much weaker than its own cell. */
const reportedWithinDb = 6;
const farthestKm = 4;
const mostNeighbours = 12;

/** Which cells reach into the area of which, computed from levels; the neighbour list a network would learn. */
export function relationsOf(cells: readonly Cell[]): Map<string, Relation[]> {
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
