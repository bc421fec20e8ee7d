/** One radio cell of a sector site. Places in km on a local grid, azimuth in degrees clockwise from north. */
export interface Cell {
  id: string;
  site: string;
  sector: 1 | 2 | 3;
  x: number;
  y: number;
  azimuth: number;
  /** Carrier (NR-ARFCN); cells of different carriers do not interfere with each other. */
  arfcn: number;
  /** Physical cell identity, 0 to 1007. */
  pci: number;
  /** Must not be changed: a contract, a museum, a test bed. */
  locked: boolean;
  /** Share of its capacity in use, 0 to 1. */
  load: number;
  users: number;
}

/** How strongly `to` reaches into the area of `from`: the share of that area in which a phone would report it. */
export interface Relation {
  from: string;
  to: string;
  overlap: number;
  distanceKm: number;
}

export interface Network {
  cells: readonly Cell[];
  byId: ReadonlyMap<string, Cell>;
  /** By cell, the strongest first, at most 12. */
  relations: ReadonlyMap<string, readonly Relation[]>;
}

export const pciCount = 1008;

export const distanceKm = (
  left: { x: number; y: number },
  right: { x: number; y: number },
): number => Math.hypot(left.x - right.x, left.y - right.y);

/** A network with other identities on some of its cells; everything else is shared. */
export function withIdentities(network: Network, pcis: ReadonlyMap<string, number>): Network {
  const cells = network.cells.map((cell) => {
    const pci = pcis.get(cell.id);
    return pci === undefined || pci === cell.pci ? cell : { ...cell, pci };
  });
  return { ...network, cells, byId: new Map(cells.map((cell) => [cell.id, cell])) };
}
