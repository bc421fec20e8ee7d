import { canonicalJson } from './canonical-json.ts';

/** A JSON object of unknown members. */
export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Equality of two JSON values, whatever the order of their members. What is no JSON equals nothing but itself. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  try {
    return canonicalJson(left) === canonicalJson(right);
  } catch {
    return false;
  }
}

/** A member of an own name, never an inherited one. */
export const memberOf = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;
