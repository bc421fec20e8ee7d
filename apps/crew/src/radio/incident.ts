import { createRandom } from '../random.ts';
import type { RadioText } from '../words/radio-text.ts';
import { type Cell, type Network, withIdentities } from './cell.ts';
import { generateNetwork } from './topology.ts';

/** A change to the network, from its log. */
export interface LoggedChange {
  hoursAgo: number;
  site: string;
  what: keyof RadioText['changes'];
}

/** The network before and after the incident, with the change log: what the agents investigate. */
export interface Incident {
  seed: number;
  /** The cell of the complaint. */
  cell: string;
  before: Network;
  now: Network;
  changes: LoggedChange[];
  /** Cells whose element manager refuses a new identity: unknown until it is tried. */
  refusing: ReadonlySet<string>;
}

export class UnknownCellError extends Error {
  readonly cell: string;
  constructor(cell: string) {
    super(`There is no cell ${cell}.`);
    this.name = 'UnknownCellError';
    this.cell = cell;
  }
}

/**
 * A site next to the complaining cell was swapped overnight and got the identities of a copied template: its sectors now share
 * theirs with the cell and with two of its neighbours. `cell` null = one in the middle of the town.
 */
export function createIncident(
  seed: number,
  cell: string | null,
  options: { refuses?: boolean } = {},
): Incident {
  const before = generateNetwork(seed);
  const random = createRandom(seed + 1);
  const victim = before.byId.get(cell ?? pickVictim(before, random.next()));
  if (victim === undefined) throw new UnknownCellError(cell ?? '');
  const neighbours = neighboursOf(before, victim);
  // A locked cell keeps its identity in a swap as well.
  const swapped = neighbours.find((other) => other.site !== victim.site && !other.locked);
  if (swapped === undefined) throw new UnknownCellError(victim.id);
  const sectors = before.cells.filter((other) => other.site === swapped.site);
  const models = [
    victim,
    ...neighbours.filter(({ site }) => site !== swapped.site && site !== victim.site),
  ];
  const pcis = new Map<string, number>();
  // The sector towards the victim gets the victim's own identity: a collision, not only a confusion.
  const ordered = [swapped, ...sectors.filter(({ id, locked }) => id !== swapped.id && !locked)];
  for (const [index, sector] of ordered.entries()) {
    const model = models[index];
    if (model !== undefined) pcis.set(sector.id, model.pci);
  }
  const other = random.pick(before.cells.filter(({ site }) => site !== swapped.site));
  return {
    seed,
    cell: victim.id,
    before,
    now: withIdentities(before, pcis),
    changes: [
      { hoursAgo: 9, site: swapped.site, what: 'swap' },
      { hoursAgo: 31, site: other.site, what: 'tilt' },
      { hoursAgo: 52, site: random.pick(before.cells).site, what: 'software' },
    ],
    refusing: new Set(options.refuses === true ? [swapped.id] : []),
  };
}

function neighboursOf(network: Network, cell: Cell): Cell[] {
  return (network.relations.get(cell.id) ?? []).flatMap(({ to }) => network.byId.get(to) ?? []);
}

function pickVictim(network: Network, at: number): string {
  const neighbours = (cell: Cell) => network.relations.get(cell.id)?.length ?? 0;
  const middle = network.cells
    .filter(({ locked }) => !locked)
    .toSorted((left, right) => neighbours(right) - neighbours(left))
    .slice(0, 24);
  return middle[Math.floor(at * middle.length)]?.id ?? '';
}
