import { jsonText } from '@countersign/json/json-text';

/** A value of an agent as text. Not by `String`: a value with its own `toString` would break it. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? jsonText(value, 60) : String(value);
}
