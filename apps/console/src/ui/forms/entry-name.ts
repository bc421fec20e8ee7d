import { isObject, memberOf } from '@countersign/json/json-object';

import { textOf } from './field-text.ts';

/** The name of an added entry for screen readers: the value of the field that names the entries of its list, else its index. */
export function addedName(entry: unknown, main: string | undefined, place: string): string {
  return entryName(isObject(entry) && main !== undefined ? memberOf(entry, main) : entry, place);
}

/** The name of an entry for screen readers: its first words, else its index. */
export function entryName(entry: unknown, place: string): string {
  const first = isObject(entry) ? Object.values(entry)[0] : entry;
  return (typeof first === 'string' ? textOf(first, 60) : undefined) ?? place;
}
