import { distanceKm, type Network, pciCount, withIdentities } from './cell.ts';
import { type Conflict, findConflicts } from './conflicts.ts';
import type { Constraints } from './constraints.ts';

/** A wish of an operator: one cell's identity. */
export interface RequestedIdentity {
  cell: string;
  pci: number;
}

export interface PlanFault {
  cell: string;
  rule: 'unknown-cell' | 'locked' | 'kept' | 'range' | 'twice' | 'reuse' | 'mod3' | 'conflict';
  detail: string;
}

/** The faults of an edited plan: the planner's own rules, and conflicts that would remain or be created. */
export function checkPlan(
  network: Network,
  wishes: readonly RequestedIdentity[],
  constraints: Constraints,
): { faults: PlanFault[]; left: Conflict[] } {
  const faults: PlanFault[] = [];
  const fault = (cell: string, rule: PlanFault['rule'], detail: string) =>
    faults.push({ cell, rule, detail });
  const pcis = new Map<string, number>();
  for (const { cell: id, pci } of wishes) {
    const cell = network.byId.get(id);
    if (cell === undefined) fault(id, 'unknown-cell', `There is no cell ${id}.`);
    else if (!Number.isInteger(pci) || pci < 0 || pci >= pciCount) {
      fault(id, 'range', `${pci} is not between 0 and ${pciCount - 1}.`);
    } else if (pcis.has(id)) fault(id, 'twice', `${id} is in the plan twice.`);
    else {
      if (cell.locked) fault(id, 'locked', `${id} is locked.`);
      if (constraints.keep.has(id)) fault(id, 'kept', `${id} has to keep its identity.`);
      pcis.set(id, pci);
    }
  }
  const after = withIdentities(network, pcis);
  for (const [id, pci] of pcis) {
    const cell = after.byId.get(id);
    if (cell === undefined) continue;
    const close = after.cells.find(
      (other) =>
        other.id !== id &&
        other.arfcn === cell.arfcn &&
        other.pci === pci &&
        distanceKm(cell, other) < constraints.reuseKm,
    );
    if (close !== undefined) {
      const km = distanceKm(cell, close).toFixed(1);
      fault(id, 'reuse', `${id} would share ${pci} with ${close.id}, ${km} km away.`);
    }
    const twin = after.cells.find(
      (other) => other.site === cell.site && other.id !== id && other.pci % 3 === pci % 3,
    );
    if (constraints.mod3 === 'strict' && twin !== undefined) {
      fault(id, 'mod3', `${id} with ${pci} and ${twin.id} with ${twin.pci} are the same modulo 3.`);
    }
  }
  const left = findConflicts(after);
  for (const [pair, places] of grouped(left, pcis)) {
    const [mine = '', other = ''] = pair.split(' ');
    const collides = places.some(({ kind }) => kind === 'collision');
    const at = [...new Set(places.map(({ at }) => at))];
    const rest = at.length > 1 ? ` and ${at.length - 1} more` : '';
    fault(
      mine,
      'conflict',
      collides
        ? `${mine} would collide with ${other}.`
        : `${mine} would be confused with ${other} at ${at[0]}${rest}.`,
    );
  }
  return { faults, left };
}

/** The conflicts of the wished cells by pair, the wished cell first. */
function grouped(
  conflicts: readonly Conflict[],
  pcis: ReadonlyMap<string, number>,
): Map<string, Conflict[]> {
  const pairs = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    const mine = conflict.cells.find((id) => pcis.has(id));
    if (mine === undefined) continue;
    const other = conflict.cells.find((id) => id !== mine) ?? mine;
    const pair = `${mine} ${other}`;
    pairs.set(pair, [...(pairs.get(pair) ?? []), conflict]);
  }
  return pairs;
}
