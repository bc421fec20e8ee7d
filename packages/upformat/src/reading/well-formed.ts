import { type Fault, faultAt } from '@countersign/json/fault';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { wellFormedText } from '@countersign/json/well-formed-text';
import { say } from '../statements.ts';

type WellFormed = { ok: true; value: unknown; repaired: boolean } | { ok: false; fault: Fault };

/** Far above real messages, and below the limit of canonical JSON. */
const maxDepth = 256;

/**
 * A JSON value with every lone surrogate replaced by U+FFFD: canonical JSON (RFC 8785) has no form for them. The same
 * reference if there was none. Not ok when nested deeper than 256 levels.
 */
export function wellFormed(value: unknown): WellFormed {
  const walk = { tooDeep: false };
  const result = visit(value, 0, walk);
  if (walk.tooDeep) {
    return {
      ok: false,
      fault: faultAt('', say('message.too-deep', { limit: maxDepth })),
    };
  }
  return { ok: true, value: result, repaired: result !== value };
}

function visit(value: unknown, depth: number, walk: { tooDeep: boolean }): unknown {
  if (typeof value === 'string') return wellFormedText(value);
  if (typeof value !== 'object' || value === null || walk.tooDeep) return value;
  if (depth > maxDepth) {
    walk.tooDeep = true;
    return value;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => visit(item, depth + 1, walk));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  return isObject(value) ? visitObject(value, depth, walk) : value;
}

function visitObject(value: JsonObject, depth: number, walk: { tooDeep: boolean }): JsonObject {
  let changed = false;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const entry: [string, unknown] = [wellFormedText(name), visit(member, depth + 1, walk)];
    changed ||= entry[0] !== name || entry[1] !== member;
    return entry;
  });
  return changed ? Object.fromEntries(entries) : value;
}
