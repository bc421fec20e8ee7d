import {
  type EnvironmentEntries,
  type EnvironmentKind,
  environmentSize,
} from '../store/environment-entries.ts';
import type { Transaction } from '../store/transaction.ts';

/** All services, profiles and notes, in bytes of JSON: they are read into memory. */
const maxBytes = 64 * 1024 * 1024;
/** Of one kind. */
const maxEntries = 10_000;

/** Whether there is room for an entry in place of the one of this id. */
export async function hasRoom<Kind extends EnvironmentKind>(
  transaction: Transaction,
  kind: Kind,
  id: string,
  entry: EnvironmentEntries[Kind],
): Promise<boolean> {
  const { count, otherBytes } = await environmentSize(transaction, kind, id);
  return count < maxEntries && otherBytes + Buffer.byteLength(JSON.stringify(entry)) <= maxBytes;
}
