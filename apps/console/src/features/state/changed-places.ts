import { isBox } from '@countersign/json/box';
import { escapeToken } from '@countersign/json/json-pointer';

const MAX_FOUND = 300;

/**
 * Pointers of the values that differ, leaves only. The fold copies what a patch touched and nothing else, so equal
 * references are not walked: the cost is that of the change.
 */
export function changedPlaces(before: unknown, after: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (left: unknown, right: unknown, pointer: string) => {
    if (Object.is(left, right) || found.size >= MAX_FOUND) return;
    if (!isBox(left) || !isBox(right)) {
      found.add(pointer);
      return;
    }
    if (Array.isArray(left) && Array.isArray(right)) {
      // Of a long list nearly everything is the same: it must not even be named.
      for (const [index, value] of right.entries()) {
        if (left[index] !== value) walk(left[index], value, `${pointer}/${index}`);
      }
      return;
    }
    const old = new Map<string, unknown>(Object.entries(left));
    for (const [name, value] of Object.entries(right)) {
      const was = old.get(name);
      if (was !== value) walk(was, value, `${pointer}/${escapeToken(name)}`);
    }
  };
  walk(before, after, '');
  return found;
}
