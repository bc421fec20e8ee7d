/** JSON Pointers (RFC 6901) as lists of segments, and reading and writing at them without mutation. */
export type Path = readonly string[];

/** `__proto__` is nobody's field: what carries it stays as it is and is seen in the JSON view only. */
export const isSafeKey = (key: string): boolean => key !== '__proto__';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of an own name, never an inherited one. */
export const memberOf = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

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
    else at = memberOf(at, key);
    if (at === undefined) return undefined;
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
