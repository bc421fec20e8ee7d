import { isBox } from '@countersign/json/box';

const counts = new WeakMap<object, number>();

/** How many members an object or a list has; 0 = a plain value, or nothing. Counted once: a document is never changed in place. */
export function memberCount(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (!isBox(value)) return 0;
  const known = counts.get(value);
  if (known !== undefined) return known;
  const count = Object.keys(value).length;
  counts.set(value, count);
  return count;
}
