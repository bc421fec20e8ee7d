import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The index of a list, for blocking queries: FNV-1a (32 bits) of the JSON of id → index of the entry, sorted by id. It differs when
 * the list has changed; it is opaque, and does not grow.
 *
 * @example listIndex([]) // 1415952421
 */
export function listIndex(entries: Iterable<{ id: string; index: number }>): number {
  const sorted = [...entries].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const members = sorted.map(({ id, index }) => `${JSON.stringify(id)}:${index}`);
  let hash = 0x811c9dc5;
  for (const byte of utf8ToBytes(`{${members.join(',')}}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}
