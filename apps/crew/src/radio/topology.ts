import { createRandom } from '../random.ts';
import type { Cell, Network } from './cell.ts';
import { assignAll } from './first-plan.ts';
import { relationsOf } from './relations.ts';

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
