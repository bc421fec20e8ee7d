import { type Author, commonShareOf, leftOf, shareOf } from '@countersign/server/runtime/share';
import type { Transaction } from '@countersign/server/store/transaction';
import {
  type EnvironmentEntries,
  type EnvironmentKind,
  environmentSize,
  type StoredArtifact,
} from '../rows/environment-entries.ts';

/** All services, profiles and notes, in bytes of JSON: they are read into memory. */
const maxBytes = 64 * 1024 * 1024;
/** Of one kind. */
const maxEntries = 10_000;
/** All signifiers of all artifacts: they are ranked together, for each context. */
const maxSignifiers = 5_000;

const bytesOf = (entry: unknown): number => Buffer.byteLength(JSON.stringify(entry));

/** Whether there is room for an entry in place of the one of this id. */
export async function hasRoom<Kind extends EnvironmentKind>(
  transaction: Transaction,
  { kind, id, entry }: { kind: Kind; id: string; entry: EnvironmentEntries[Kind] },
  author: Pick<Author, 'role'>,
): Promise<boolean> {
  const { count, otherBytes } = await environmentSize(transaction, kind, id);
  return (
    count < commonShareOf(maxEntries, author) &&
    otherBytes + bytesOf(entry) <= commonShareOf(maxBytes, author)
  );
}

/** Whether there is room for a service with its signifiers, and how many signifiers its author may still add. */
export type ArtifactRoom = { kind: 'room'; left: number } | { kind: 'share' | 'full' };

export async function roomForArtifact(
  transaction: Transaction,
  { artifact, others }: { artifact: StoredArtifact; others: readonly StoredArtifact[] },
  author: Pick<Author, 'role'>,
): Promise<ArtifactRoom> {
  const ownOnes = [artifact, ...others.filter((one) => one.registeredBy === artifact.registeredBy)];
  const own = ownOnes.reduce((sum, { known }) => sum + known.length, 0);
  // What others have registered and nobody has approved is their own affair.
  const all =
    own + others.reduce((sum, one) => sum + (ownOnes.includes(one) ? 0 : approvedIn(one)), 0);
  if (author.role === 'registrant') {
    const isOver =
      own > shareOf(maxSignifiers, author) ||
      ownOnes.length > shareOf(maxEntries, author) ||
      ownOnes.reduce((sum, one) => sum + bytesOf(one), 0) > shareOf(maxBytes, author);
    if (isOver) return { kind: 'share' };
  }
  const { id } = artifact.artifact;
  const fits = await hasRoom(transaction, { kind: 'artifact', id, entry: artifact }, author);
  if (all > maxSignifiers || !fits) return { kind: 'full' };
  const left = Math.min(leftOf({ own, all: 0 }, maxSignifiers, author), maxSignifiers - all);
  return { kind: 'room', left };
}

/** Whether so many more signifiers can be approved. */
export const canApprove = (artifacts: readonly StoredArtifact[]): boolean =>
  artifacts.reduce((sum, one) => sum + approvedIn(one), 0) <= maxSignifiers;

const approvedIn = ({ known }: Pick<StoredArtifact, 'known'>): number =>
  known.filter(({ approvedHash }) => approvedHash !== null).length;

/** What a refused registrant may have. */
export const registrantShare = {
  signifiers: shareOf(maxSignifiers, { role: 'registrant' }),
  mebibytes: shareOf(maxBytes, { role: 'registrant' }) / (1024 * 1024),
};
