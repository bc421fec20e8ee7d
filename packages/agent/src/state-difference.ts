import { isBox } from '@countersign/json/box';
import { diffValues } from '@countersign/json/diff';
import { jsonEqual } from '@countersign/json/json-equal';
import { parsePointer } from '@countersign/json/json-pointer';
import type { PatchOperation } from '@countersign/json/patch-operation';
import jsonPatch from 'fast-json-patch';

/**
 * Operations (RFC 6902) that lead from one document to another; none for equal ones. By place, without looking for what moved:
 * a state changes often, and a little at a time.
 */
export function stateDifference(before: unknown, after: unknown): PatchOperation[] {
  // `compare` finds no difference between a list and an object that hold the same.
  if (!isBox(before) || !isBox(after) || Array.isArray(before) !== Array.isArray(after)) {
    return jsonEqual(before, after) ? [] : [{ op: 'replace', path: '', value: after }];
  }
  const steps = jsonPatch
    .compare(before, after)
    .flatMap((step): PatchOperation[] => (step.op === '_get' ? [] : [{ ...step }]));
  // No path may lead through a name that reaches a prototype: whoever holds such a member is replaced as a whole.
  const isSafe = steps.every(({ path }) => typeof parsePointer(path) !== 'string');
  return isSafe ? steps : diffValues(before, after);
}
