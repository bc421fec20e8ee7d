import { type Author, commonShareOf, shareOf } from '@countersign/server/runtime/share';
import type { Transaction } from '@countersign/server/store/transaction';
import { countUapEntries, type UapKind, uapBytesWithout, uapShareOf } from './rows/uap-entries.ts';

/** The most services of a registry. */
export const maxServices = 20_000;
/** All that a registry keeps, in bytes of JSON: it is read into memory, and sent as one list. */
const maxBytes = 64 * 1024 * 1024;

/** Why there is no room. `share`: the author has as much as one registrant may have. `full`: all together have. */
export type NoRoom = 'share' | 'full';

interface Entry {
  kind: UapKind;
  id: string;
  request: unknown;
}

/** Why there is no room for the text of an entry in place of the one of this id; null = there is. */
export async function noRoomFor(
  transaction: Transaction,
  { kind, id, request }: Entry,
  author: Author,
): Promise<NoRoom | null> {
  const bytes = Buffer.byteLength(JSON.stringify(request));
  const all = bytes + (await uapBytesWithout(transaction, kind, id));
  const share = shareOf(maxBytes, author);
  // What one author has takes a look at each entry: not as long as all have less.
  if (author.role === 'registrant' && all > share) {
    const own = await uapShareOf(transaction, author.id, { kind, id });
    if (own.bytes + bytes > share) return 'share';
  }
  return all > commonShareOf(maxBytes, author) ? 'full' : null;
}

/** Why there is no room for one more service; null = there is. */
export async function noRoomForService(
  transaction: Transaction,
  entry: Omit<Entry, 'kind'>,
  author: Author,
): Promise<NoRoom | null> {
  const all = await countUapEntries(transaction, 'service');
  const share = shareOf(maxServices, author);
  const service = { kind: 'service', ...entry } as const;
  if (author.role === 'registrant' && all >= share) {
    const own = await uapShareOf(transaction, author.id, service);
    if (own.services >= share) return 'share';
  }
  if (all >= commonShareOf(maxServices, author)) return 'full';
  return noRoomFor(transaction, service, author);
}

/** What a refused registrant may have. */
export const registrantShare = {
  services: shareOf(maxServices, { role: 'registrant' }),
  mebibytes: shareOf(maxBytes, { role: 'registrant' }) / (1024 * 1024),
};
