import type { Output } from '@countersign/hai/event';
import { distanceKm, type Network } from '../cell.ts';
import type { Conflict } from '../conflicts.ts';

const shownKm = 2.2;

/**
 * The surroundings of a cell as a map: nodes at their places (km), edges for conflicts. `changed` cells have their new identity
 * in the label.
 */
export function neighbourGraph(
  network: Network,
  { cell: center, conflicts }: { cell: string; conflicts: readonly Conflict[] },
  title: string,
  changed: ReadonlyMap<string, number> = new Map(),
): Output {
  const middle = network.byId.get(center);
  const inConflict = new Set(conflicts.flatMap(({ cells }) => cells));
  const shown = network.cells.filter(
    (cell) =>
      changed.has(cell.id) ||
      inConflict.has(cell.id) ||
      (middle !== undefined && distanceKm(cell, middle) <= shownKm),
  );
  return {
    type: 'graph',
    title,
    nodes: shown.map((cell) => {
      const bearing = (cell.azimuth * Math.PI) / 180;
      const pci = changed.get(cell.id);
      return {
        id: cell.id,
        label: pci === undefined ? String(cell.pci) : `${cell.pci} → ${pci}`,
        // Sectors of a site are at one mast: drawn with a small offset in their direction.
        x: Number((cell.x + 0.16 * Math.sin(bearing)).toFixed(3)),
        y: Number((cell.y + 0.16 * Math.cos(bearing)).toFixed(3)),
        group: cell.site,
        state: changed.has(cell.id) ? 'changed' : inConflict.has(cell.id) ? 'conflict' : 'plain',
      };
    }),
    edges: conflicts.map(({ cells, kind, pci }) => ({
      from: cells[0],
      to: cells[1],
      kind,
      label: `PCI ${pci}`,
    })),
  };
}
