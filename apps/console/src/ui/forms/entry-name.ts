import { isObject, memberOf } from '@countersign/json/json-object';

import { textOf } from './field-words.ts';

/** What an entry that was added is called aloud: by the field that names entries of its list once that is filled, else by its place. */
export function addedName(entry: unknown, main: string | undefined, place: string): string {
  return entryName(isObject(entry) && main !== undefined ? memberOf(entry, main) : entry, place);
}

/** What an entry is called aloud: its first words, else its place. */
export function entryName(entry: unknown, place: string): string {
  const first = isObject(entry) ? Object.values(entry)[0] : entry;
  return (typeof first === 'string' ? textOf(first, 60) : undefined) ?? place;
}
