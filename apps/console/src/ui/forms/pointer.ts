/** JSON Pointers (RFC 6901) as lists of segments, and reading and writing at them without mutation. */
export type Path = readonly string[];

const unsafe = new Set(['__proto__', 'constructor', 'prototype']);

export const isSafeKey = (key: string): boolean => !unsafe.has(key);

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toPointer(path: Path): string {
  return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function fromPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at `path`, undefined when there is none. */
export function getAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const key of path) {
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isRecord(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return at;
}

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
  const record = isRecord(value) ? value : {};
  const child = setAt(Object.hasOwn(record, key) ? record[key] : undefined, rest, next);
  if (child !== undefined) return { ...record, [key]: child };
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

/** Equality of JSON values; the order of keys does not count. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => sameJson(item, right[index]))
    );
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]))
  );
}
