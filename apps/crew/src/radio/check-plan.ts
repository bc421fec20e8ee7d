import type { RadioText } from '../words/radio-text.ts';
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
  { constraints, words }: { constraints: Constraints; words: RadioText },
): { faults: PlanFault[]; left: Conflict[] } {
  const faults: PlanFault[] = [];
  const fault = (cell: string, rule: PlanFault['rule'], detail: string) =>
    faults.push({ cell, rule, detail });
  const pcis = new Map<string, number>();
  for (const { cell: id, pci } of wishes) {
    const cell = network.byId.get(id);
    if (cell === undefined) fault(id, 'unknown-cell', words.faults.unknown(id));
    else if (!Number.isInteger(pci) || pci < 0 || pci >= pciCount) {
      fault(id, 'range', words.faults.range(pci, pciCount - 1));
    } else if (pcis.has(id)) fault(id, 'twice', words.faults.twice(id));
    else {
      if (cell.locked) fault(id, 'locked', words.faults.locked(id));
      if (constraints.keep.has(id)) fault(id, 'kept', words.faults.kept(id));
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
      fault(id, 'reuse', words.faults.reuse(id, pci, close.id, km));
    }
    const twin = after.cells.find(
      (other) => other.site === cell.site && other.id !== id && other.pci % 3 === pci % 3,
    );
    if (constraints.mod3 === 'strict' && twin !== undefined) {
      fault(id, 'mod3', words.faults.mod3(id, pci, twin.id, twin.pci));
    }
  }
  const left = findConflicts(after);
  for (const [pair, places] of grouped(left, pcis)) {
    const [mine = '', other = ''] = pair.split(' ');
    const collides = places.some(({ kind }) => kind === 'collision');
    const at = [...new Set(places.map(({ at }) => at))];
    fault(
      mine,
      'conflict',
      collides
        ? words.faults.collides(mine, other)
        : words.faults.confused(mine, other, at[0] ?? '', at.length - 1),
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
