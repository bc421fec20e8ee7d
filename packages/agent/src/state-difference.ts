import { isBox } from '@countersign/json/box';
import { diffValues } from '@countersign/json/diff';
import { jsonEqual } from '@countersign/json/json-equal';
import { parsePointer } from '@countersign/json/json-pointer';
import type { PatchOperation } from '@countersign/json/patch-operation';
import jsonPatch from 'fast-json-patch';

/**
 * Operations (RFC 6902) that transform one document into another; none for equal ones. Compared by place, without detecting
 * moves: a state changes often, and a little at a time.
 */
export function stateDifference(before: unknown, after: unknown): PatchOperation[] {
  // `compare` finds no difference between a list and an object with the same entries.
  if (!isBox(before) || !isBox(after) || Array.isArray(before) !== Array.isArray(after)) {
    return jsonEqual(before, after) ? [] : [{ op: 'replace', path: '', value: after }];
  }
  const steps = jsonPatch
    .compare(before, after)
    .flatMap((step): PatchOperation[] => (step.op === '_get' ? [] : [{ ...step }]));
  // No path may contain a name that reaches a prototype: an object with such a member is replaced as a whole.
  const isSafe = steps.every(({ path }) => typeof parsePointer(path) !== 'string');
  return isSafe ? steps : diffValues(before, after);
}
