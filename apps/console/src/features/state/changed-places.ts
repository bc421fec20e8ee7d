import { isObject } from '@countersign/json/json-object';
import { escapeToken } from '@countersign/json/json-pointer';

/** A changed or removed place. */
interface ChangedPlace {
  /** JSON Pointer, '' for the root. */
  pointer: string;
  was: unknown;
  isGone: boolean;
}

/**
 * The topmost changed places, at most `limit`. The fold copies only what a patch changed, so equal
 * references are not walked: the cost is that of the change.
 */
export function changedPlaces(
  before: unknown,
  after: unknown,
  limit = Number.POSITIVE_INFINITY,
): ChangedPlace[] {
  const found: ChangedPlace[] = [];
  const walk = (left: unknown, right: unknown, pointer: string) => {
    if (Object.is(left, right) || found.length >= limit) return;
    if (Array.isArray(left) && Array.isArray(right)) walkList(left, right, pointer);
    else if (isObject(left) && isObject(right)) walkObject(left, right, pointer);
    else found.push({ pointer, was: left, isGone: false });
  };
  const lose = (was: unknown, pointer: string) => {
    if (found.length < limit) found.push({ pointer, was, isGone: true });
  };
  // Of a long list nearly everything is the same: it must not even be named.
  const walkList = (left: readonly unknown[], right: readonly unknown[], pointer: string) => {
    for (let index = 0; index < right.length; index += 1) {
      if (left[index] !== right[index]) walk(left[index], right[index], `${pointer}/${index}`);
    }
    for (let index = right.length; index < left.length && found.length < limit; index += 1) {
      lose(left[index], `${pointer}/${index}`);
    }
  };
  const walkObject = (
    left: Readonly<Record<string, unknown>>,
    right: Readonly<Record<string, unknown>>,
    pointer: string,
  ) => {
    for (const name of Object.keys(right)) {
      const was = Object.hasOwn(left, name) ? left[name] : undefined;
      if (was !== right[name]) walk(was, right[name], `${pointer}/${escapeToken(name)}`);
    }
    for (const name of Object.keys(left)) {
      if (!Object.hasOwn(right, name)) lose(left[name], `${pointer}/${escapeToken(name)}`);
    }
  };
  walk(before, after, '');
  return found;
}
