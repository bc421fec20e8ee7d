import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';

/** A text that is not empty; null = none. */
export function textOrNull(value: unknown, name: string): string | null {
  const member = memberOf(value, name);
  return typeof member === 'string' && member !== '' ? member : null;
}

export function objectsOf(value: unknown, name: string): JsonObject[] {
  const member = memberOf(value, name);
  return Array.isArray(member) ? member.filter(isObject) : [];
}

export function textsOf(value: unknown, name: string): string[] {
  const member = memberOf(value, name);
  return Array.isArray(member) ? member.filter((one) => typeof one === 'string') : [];
}
