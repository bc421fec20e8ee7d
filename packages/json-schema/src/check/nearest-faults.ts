import type { SchemaFault } from '../schema-fault.ts';

/** Keywords that distinguish branches: a value that fails one of them was not meant for the branch. */
const informative = new Map([
  ['type', 100],
  ['false', 100],
  ['const', 50],
  ['enum', 20],
]);
/** The same for a member: one of the wrong type may be a slip, a fixed one that differs hardly is. */
const informativeOfMember = new Map([
  ['false', 100],
  ['const', 50],
  ['enum', 20],
  ['type', 2],
]);

/** How far a value is from a branch: 0 = it fits. Faults near the top count most. */
export function distanceOf(faults: readonly SchemaFault[], depth: number): number {
  let sum = 0;
  for (const fault of faults) {
    const level = fault.path.length - depth;
    const worth = level <= 0 ? informative : level === 1 ? informativeOfMember : undefined;
    sum += worth?.get(fault.keyword) ?? 1;
  }
  return sum;
}

/** Place of the branch whose faults are fewest, -1 when there is none. */
export function nearestBranch(
  branches: readonly (readonly SchemaFault[])[],
  depth: number,
): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, faults] of branches.entries()) {
    const distance = distanceOf(faults, depth);
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

/** Branches that only require members, with equal distance: all are reported, as a choice. */
function isChoiceOfMembers(branches: readonly (readonly SchemaFault[])[], depth: number): boolean {
  const [first] = branches;
  return (
    branches.length > 1 &&
    branches.every(
      (faults) =>
        faults.length === first?.length &&
        faults.every(({ keyword, path }) => keyword === 'required' && path.length === depth + 1),
    )
  );
}

const maxDepth = 20;

/** Faults for display: of a union without a matching branch only those of the most likely branch; one fault per place. */
export function nearestFaults(faults: readonly SchemaFault[], depth = 0): SchemaFault[] {
  const reported = faults.flatMap((fault) => {
    if (fault.branches === undefined || fault.keyword === 'propertyNames') return [fault];
    const at = fault.path.length;
    const branch = fault.branches[nearestBranch(fault.branches, at)] ?? [];
    const isMeant =
      branch.length > 0 && distanceOf(branch, at) < 50 && !isChoiceOfMembers(fault.branches, at);
    return isMeant && depth < maxDepth ? nearestFaults(branch, depth + 1) : [fault];
  });
  const places = new Set<string>();
  return reported.filter(({ path }) => {
    const place = JSON.stringify(path);
    if (places.has(place)) return false;
    places.add(place);
    return true;
  });
}
