import { isObject } from '@countersign/json/json-object';
import { wellFormedText } from '@countersign/json/well-formed-text';

const maxDepth = 200;

/** The value is nested deeper than descriptions of tools are. */
export class TooDeepError extends Error {
  constructor() {
    super(`is nested deeper than ${maxDepth} levels`);
    this.name = 'TooDeepError';
  }
}

/**
 * What a peer sent, as JSON that every format here can carry: well-formed texts, finite numbers, own members only. Members that
 * are `undefined` are left out.
 *
 * @throws {TooDeepError} if it is nested deeper than 200 levels.
 */
export function wellFormedJson(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) throw new TooDeepError();
  if (typeof value === 'string') return wellFormedText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((item) => wellFormedJson(item, depth + 1));
  if (!isObject(value)) return typeof value === 'boolean' ? value : null;
  // From entries, so that a member named __proto__ is one.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [wellFormedText(name), wellFormedJson(member, depth + 1)]),
  );
}
