import { weightOf } from '@countersign/hai/weight';
import type { PatchOperation } from '@countersign/json/patch-operation';

const maxChars = 2_000;
const cut = (text: string) => (text.length > maxChars ? `${text.slice(0, maxChars)}…` : text);

/** An operation as it is kept when it failed: a thousand of them may be as large as an event can be. */
export function shortOperation(operation: PatchOperation): PatchOperation {
  if (weightOf(operation) <= maxChars) return operation;
  const { op, path, from, value } = operation;
  return {
    op,
    path: cut(path),
    ...(from === undefined ? {} : { from: cut(from) }),
    ...(value === undefined ? {} : { value: 'left out: it is too long to be kept here' }),
  };
}
