import { readIdList, writeIdList } from '@countersign/api/thread-id';

/** The pinned tiles in the address: `?pin=a,b`. */
export function parsePinned(search: Readonly<Record<string, unknown>>): readonly string[] {
  const { pin } = search;
  if (typeof pin !== 'string') return [];
  return [...new Set(readIdList(pin))].slice(0, 7);
}

export const pinnedSearch = (pinned: readonly string[]): { pin?: string } =>
  pinned.length === 0 ? {} : { pin: writeIdList(pinned) };
