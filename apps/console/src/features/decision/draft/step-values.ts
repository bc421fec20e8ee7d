import { tokensOf, valueAt } from '@countersign/json/json-pointer';
import { applyPatch } from '@countersign/json/patch';

import type { Change } from './build-feedback.ts';

/** One step with the previous value at its place, and the whole document before the step. */
export interface StepValues {
  change: Change;
  was: unknown;
  before: unknown;
}

/** Steps as they happen: the path of each counts in the value that the steps before it made. */
export function stepValues(base: unknown, changes: readonly Change[]): StepValues[] {
  let now: unknown = base ?? {};
  return changes.map((change) => {
    const before = now;
    const was = valueAt(before, tokensOf(change.path));
    now = applyPatch(before, [change as Parameters<typeof applyPatch>[1][number]]).document;
    return { change, was, before };
  });
}
