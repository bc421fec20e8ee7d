import { isObject, memberOf } from '@countersign/json/json-object';
import { isSecretAt } from '@countersign/json-schema/secret';
import { textOf } from '../field-text.ts';

/** Where an entry is in the document of a schema. */
interface Where {
  root: unknown;
  path: readonly string[];
}

/** The name of an added entry for screen readers: the value of the field that names the entries of its list, else its index. */
export function addedName(
  entry: unknown,
  place: string,
  { main, root, path }: Where & { main: string | undefined },
): string {
  return isObject(entry) && main !== undefined
    ? entryName(memberOf(entry, main), place, { root, path: [...path, main] })
    : entryName(entry, place, { root, path });
}

/** The name of an entry for screen readers: its first words, unless they are secret; else its index. */
export function entryName(entry: unknown, place: string, { root, path }: Where): string {
  const [key] = isObject(entry) ? Object.keys(entry) : [];
  const first = isObject(entry) && key !== undefined ? entry[key] : entry;
  const words = typeof first === 'string' ? textOf(first, 60) : undefined;
  return words === undefined || isSecretAt(root, key === undefined ? path : [...path, key])
    ? place
    : words;
}
