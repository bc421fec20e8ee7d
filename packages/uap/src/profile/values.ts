import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';

/** Whether a text is the address of a page, and nothing else. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text);

/** The text of a member, at most so long; `''` = none. */
export function textIn(value: unknown, name: string, max = 4_000): string {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member.slice(0, max) : '';
}

/** The texts of a list, at most so many. */
export function textsIn(value: unknown, name: string, max = 100): string[] {
  const list = memberOf(value, name);
  if (!Array.isArray(list)) return [];
  return list
    .filter((one) => typeof one === 'string')
    .slice(0, max)
    .map((one) => one.slice(0, 500));
}

/** The objects of a list, at most so many. */
export function objectsIn(value: unknown, name: string, max = 200): JsonObject[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list.slice(0, max).filter(isObject) : [];
}

/** A flag; null = it is not said. */
export function flagIn(value: unknown, name: string): boolean | null {
  const member = memberOf(value, name);
  return typeof member === 'boolean' ? member : null;
}
