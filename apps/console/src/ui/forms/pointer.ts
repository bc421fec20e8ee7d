import { isObject, memberOf } from '@countersign/json/json-object';
import { isSafeKey } from '@countersign/json-schema/field-names';

/** The reference tokens of a JSON Pointer: writing at them without mutation. */
export type Path = readonly string[];

/** A copy with `next` at `path`; `undefined` removes the key. Missing parents become objects. */
export function setAt(value: unknown, path: Path, next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (!isSafeKey(key)) return value;
  if (Array.isArray(value)) {
    const child = setAt(value[Number(key)], rest, next);
    // A cleared entry keeps its place as null, so that no other entry moves under the writer.
    return Number(key) < value.length
      ? value.with(Number(key), child ?? null)
      : [...value, child ?? null];
  }
  const record = isObject(value) ? value : {};
  const child = setAt(memberOf(record, key), rest, next);
  if (child !== undefined) return { ...record, [key]: child };
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

/** A copy whose member `from` is called `to`, at the same place. */
export function renameKey(
  record: Record<string, unknown>,
  from: string,
  to: string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key === from ? to : key, value]),
  );
}
