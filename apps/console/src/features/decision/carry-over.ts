import { applyPatch } from '@countersign/thread/patch';
import { type Change, changesOf } from './build-feedback.ts';

/** My edits laid over a revised proposal, one by one; what no longer fits is counted, never guessed. */
export function carryOver(
  oldBase: unknown,
  mine: unknown,
  newBase: unknown,
): { value: unknown; lost: number } {
  if (mine === undefined) return { value: undefined, lost: 0 };
  const changes: Change[] = changesOf(oldBase, mine);
  let value: unknown = newBase ?? {};
  let lost = 0;
  for (const change of changes) {
    const { document, failed } = applyPatch(value, [change]);
    if (failed.length === 0) value = document;
    else lost += 1;
  }
  return { value, lost };
}
