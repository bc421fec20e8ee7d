import type { Fault } from '@countersign/json/fault';
import { isPointer } from '@countersign/json/json-pointer';
import type { PatchStep } from './check-content.ts';

const needsValue = new Set(['add', 'replace', 'test']);
const needsFrom = new Set(['move', 'copy']);

/** Whether operations have the form of RFC 6902; not whether they apply. Paths are JSON Pointers into the feedback. */
export function checkPatch(operations: readonly PatchStep[]): Fault[] {
  return operations.flatMap((operation, index) => {
    const fault = faultOf(operation);
    return fault === null ? [] : [{ path: `/content/patch/${index}`, message: fault }];
  });
}

function faultOf(operation: PatchStep): string | null {
  const { op, path, from } = operation;
  if (!needsValue.has(op) && !needsFrom.has(op) && op !== 'remove') {
    return `${op} is not an operation of RFC 6902.`;
  }
  if (!isPointer(path)) return 'Its path is not a JSON Pointer.';
  if (needsFrom.has(op) && !(typeof from === 'string' && isPointer(from))) {
    return `A ${op} needs a JSON Pointer in from.`;
  }
  return needsValue.has(op) && !('value' in operation) ? `A ${op} needs a value.` : null;
}
