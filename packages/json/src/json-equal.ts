import { isObject, type JsonObject } from './json-object.ts';

/** Maximum nesting; far above real values, far below the limit of the stack. Also stops cycles. */
const maxDepth = 1_000;

/**
 * Whether two JSON values are equal (RFC 6902 section 4.6): the order of members does not count, nor does a member that is
 * `undefined`. Values nested deeper than the limit equal only themselves. Never throws.
 */
export function jsonEqual(left: unknown, right: unknown, depth = 0): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return false;
  }
  if (depth >= maxDepth) return false;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => jsonEqual(item, right[index], depth + 1));
  }
  return isObject(left) && isObject(right) && membersEqual(left, right, depth + 1);
}

function membersEqual(left: JsonObject, right: JsonObject, depth: number): boolean {
  let more = 0;
  for (const name of Object.keys(left)) {
    const value = left[name];
    if (value === undefined) continue;
    more += 1;
    if (!Object.hasOwn(right, name) || !jsonEqual(value, right[name], depth)) return false;
  }
  for (const name of Object.keys(right)) if (right[name] !== undefined) more -= 1;
  return more === 0;
}
