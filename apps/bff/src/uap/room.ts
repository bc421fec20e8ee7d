import type { Transaction } from '../store/transaction.ts';
import { type UapKind, uapBytesWithout } from '../store/uap-entries.ts';

/** All that a registry keeps, in bytes of JSON: it is read into memory, and sent as one list. */
const maxBytes = 64 * 1024 * 1024;

/** Whether there is room for an entry in place of the one of this id. */
export async function hasRoom(
  transaction: Transaction,
  { kind, id, request }: { kind: UapKind; id: string; request: unknown },
): Promise<boolean> {
  const others = await uapBytesWithout(transaction, kind, id);
  return others + Buffer.byteLength(JSON.stringify(request)) <= maxBytes;
}
