import { isObject } from '@countersign/json/json-object';

import { textOf } from './field-words.ts';

/** What an entry is called aloud: its first words, else its place. */
export function entryName(entry: unknown, place: string): string {
  const first = isObject(entry) ? Object.values(entry)[0] : entry;
  return (typeof first === 'string' ? textOf(first, 60) : undefined) ?? place;
}
