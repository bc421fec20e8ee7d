import { isObject, type JsonObject } from '@countersign/json/json-object';

/** The object in a text of JSON; null = it is none. */
export function parseJsonObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
