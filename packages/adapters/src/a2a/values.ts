import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';

/** Text of a member, at most so long; null = none. */
export function textOf(value: unknown, name: string, max = 2_000): string | null {
  const member = memberOf(value, name);
  return typeof member === 'string' && member.trim() !== '' ? member.slice(0, max) : null;
}

/** The objects in a list, at most so many. */
export function objectsIn(value: unknown, max = 1_000): JsonObject[] {
  return Array.isArray(value) ? value.slice(0, max).filter(isObject) : [];
}

/** The texts in a list. */
export function textsIn(value: unknown, max = 50): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((one) => typeof one === 'string')
    .slice(0, max)
    .map((one) => one.slice(0, 500));
}
