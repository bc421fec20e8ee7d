import { type Fault, faultAt } from '@countersign/json/fault';
import { isPointer } from '@countersign/json/json-pointer';
import type { WrittenStatement } from '@countersign/json/statement';
import { say } from './statements.ts';

/** A patch operation as far as feedback is parsed. */
export interface PatchStep {
  op: string;
  path: string;
  [member: string]: unknown;
}

const needsValue = new Set(['add', 'replace', 'test']);
const needsFrom = new Set(['move', 'copy']);

/** Whether operations have the form of RFC 6902; not whether they apply. Paths are JSON Pointers into the feedback. */
export function checkPatch(operations: readonly PatchStep[]): Fault[] {
  return operations.flatMap((operation, index) => {
    const fault = faultOf(operation);
    return fault === null ? [] : [faultAt(`/content/patch/${index}`, fault)];
  });
}

function faultOf(operation: PatchStep): WrittenStatement | null {
  const { op, path, from } = operation;
  if (!needsValue.has(op) && !needsFrom.has(op) && op !== 'remove') {
    return say('answer.not-an-operation', { op });
  }
  if (!isPointer(path)) return say('answer.patch-path');
  if (needsFrom.has(op) && !(typeof from === 'string' && isPointer(from))) {
    return say('answer.patch-from', { op });
  }
  return needsValue.has(op) && !('value' in operation) ? say('answer.patch-value', { op }) : null;
}
