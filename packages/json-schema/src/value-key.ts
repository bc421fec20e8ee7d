import { isObject } from '@countersign/json/json-object';

/** A key for a JSON value: two values have the same key exactly if they are equal, in any order of members. */
export function valueKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueKey).join(',')}]`;
  if (!isObject(value)) return Object.is(value, -0) ? '0' : (JSON.stringify(value) ?? 'undefined');
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${valueKey(value[name])}`).join(',')}}`;
}
