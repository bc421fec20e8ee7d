import type { JsonObject } from '@countersign/json/json-object';

/** The named members of an object that are present; AG-UI does not use null for absent. */
export function pick(from: JsonObject, keys: readonly string[]): JsonObject {
  const picked: JsonObject = {};
  for (const key of keys) {
    const value = from[key];
    if (value !== null && value !== undefined) picked[key] = value;
  }
  return picked;
}
