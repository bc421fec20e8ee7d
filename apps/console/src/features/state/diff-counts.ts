import { childOf, hasChild, isBox } from '@countersign/json/box';
import { jsonEqual } from '@countersign/json/json-equal';

/** Counts of plain values that were added, changed and removed. */
export interface DiffCounts {
  added: number;
  changed: number;
  removed: number;
}

const leaves = (value: unknown): number => {
  if (!isBox(value)) return 1;
  let sum = 0;
  for (const held of Object.values(value)) sum += leaves(held);
  return Math.max(1, sum);
};

export function diffCounts(a: unknown, b: unknown): DiffCounts {
  const counts = { added: 0, changed: 0, removed: 0 };
  const walk = (left: unknown, right: unknown) => {
    if (left === right) return;
    if (left === undefined) counts.added += leaves(right);
    else if (right === undefined) counts.removed += leaves(left);
    else if (isBox(left) && isBox(right) && Array.isArray(left) === Array.isArray(right)) {
      for (const [name, held] of Object.entries(right)) {
        walk(hasChild(left, name) ? childOf(left, name) : undefined, held);
      }
      for (const [name, held] of Object.entries(left)) {
        if (!hasChild(right, name)) walk(held, undefined);
      }
    } else if (!jsonEqual(left, right)) counts.changed += 1;
  };
  walk(a, b);
  return counts;
}
