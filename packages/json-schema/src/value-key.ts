import { isObject } from '@countersign/json/json-object';

/** One text per JSON value: two values are the same exactly when their texts are, whatever the order of their members. */
export function valueKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueKey).join(',')}]`;
  if (!isObject(value)) return Object.is(value, -0) ? '0' : (JSON.stringify(value) ?? 'undefined');
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${valueKey(value[name])}`).join(',')}}`;
}
