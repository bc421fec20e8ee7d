import type { Cell, Network } from './cell.ts';
import { findConflicts } from './conflicts.ts';
import { levelDbm, servicePoints, toMilliwatt } from './propagation.ts';

/** The performance of a cell. Rate in Mbit/s per active user, SINR in dB, handovers as a share of 1. */
export interface Kpi {
  cell: string;
  downlinkMbps: number;
  sinrDb: number;
  handoverSuccess: number;
}

const noiseMilliwatt = toMilliwatt(-94);
/** Reference signals of a cell with the same identity are always on, at any load. */
const collisionFactor = 2.6;
/** Same identity modulo 3: the synchronisation signals overlap. */
const mod3Factor = 0.3;
const bandwidthMhz = 100;
const highestBitsPerHz = 6.4;
const handoversThatAlwaysWork = 0.994;

/** Computes the figures of every cell from levels, loads and identities: no figure is stored. */
export function kpisOf(network: Network): Map<string, Kpi> {
  const confusion = new Map<string, number>();
  for (const conflict of findConflicts(network)) {
    confusion.set(conflict.at, (confusion.get(conflict.at) ?? 0) + conflict.weight);
  }
  return new Map(
    network.cells.map((cell) => {
      const sinr = sinrOf(cell, network);
      const bitsPerHz = Math.min(0.62 * Math.log2(1 + sinr), highestBitsPerHz);
      const share = 1 / Math.max(1, cell.users * cell.load * 0.22);
      return [
        cell.id,
        {
          cell: cell.id,
          downlinkMbps: round(bitsPerHz * bandwidthMhz * share, 1),
          sinrDb: round(10 * Math.log10(sinr), 1),
          handoverSuccess: round(
            Math.max(0.4, handoversThatAlwaysWork - 0.55 * (confusion.get(cell.id) ?? 0)),
            3,
          ),
        },
      ];
    }),
  );
}

/** Mean over the area of a cell, as a ratio. */
function sinrOf(cell: Cell, network: Network): number {
  const disturbers = (network.relations.get(cell.id) ?? []).flatMap(
    ({ to }) => network.byId.get(to) ?? [],
  );
  const points = servicePoints(cell);
  const total = points.reduce((sum, point) => {
    const signal = toMilliwatt(levelDbm(cell, point));
    const disturbance = disturbers.reduce(
      (rest, other) => rest + toMilliwatt(levelDbm(other, point)) * factorOf(cell, other),
      noiseMilliwatt,
    );
    return sum + Math.log(signal / disturbance);
  }, 0);
  return Math.exp(total / points.length);
}

function factorOf(cell: Cell, other: Cell): number {
  const load = 0.12 + 0.5 * other.load;
  if (other.pci === cell.pci) return load + collisionFactor;
  return other.pci % 3 === cell.pci % 3 ? load + mod3Factor : load;
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
