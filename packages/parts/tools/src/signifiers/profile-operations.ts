import { operation } from '@countersign/server/journal/operation';
import {
  deleteEnvironment,
  listEnvironment,
  putEnvironment,
  readEnvironment,
  type StoredNote,
  type StoredProfile,
} from '../rows/environment-entries.ts';
import { noteStep } from './ledger-operations.ts';
import { hasRoom } from './room.ts';

/** A profile as it is set; what is undefined stays as it is. */
export interface GivenProfile {
  id: string;
  context: string | undefined;
  abilities: readonly string[] | undefined;
  services: readonly string[] | null | undefined;
  owner: string | null | undefined;
}

/** Profiles of one agent or registrant. */
const maxOwned = 100;

export type PutProfile =
  | { kind: 'stored'; profile: StoredProfile }
  | { kind: 'full' | 'foreign' | 'unknown' };

/**
 * Sets what an agent is about to do. `as`: the owner that an agent or registrant is, which has no other profiles than its own; null =
 * an operator. `isKnown`: only if it is there.
 */
export const putProfile = operation<
  { profile: GivenProfile; by: string; as: string | null; isKnown?: boolean },
  PutProfile
>('putProfile', async (transaction, { profile, by, as, isKnown = false }) => {
  const before = await readEnvironment(transaction, 'profile', profile.id);
  if (isKnown && before === null) return { kind: 'unknown' };
  if (as !== null && before !== null && before.owner !== as) return { kind: 'foreign' };
  const { context = before?.context ?? '', abilities = before?.abilities ?? [] } = profile;
  const { services = before?.services ?? null, owner = before?.owner ?? as } = profile;
  const stored: StoredProfile = {
    ...{ id: profile.id, context, abilities: [...abilities] },
    services: services === null ? null : [...services],
    ...{ owner, changedBy: by, changedAt: transaction.now },
  };
  const entry = { kind: 'profile', id: profile.id, entry: stored } as const;
  const author = { role: as === null ? 'operator' : 'registrant' } as const;
  if (!(await hasRoom(transaction, entry, author))) return { kind: 'full' };
  if (before === null && as !== null) {
    const all = await listEnvironment(transaction, 'profile');
    if (all.filter((one) => one.owner === as).length >= maxOwned) return { kind: 'full' };
  }
  await putEnvironment(transaction, 'profile', profile.id, stored);
  if (before?.context !== context || before.abilities.join() !== stored.abilities.join()) {
    const step = { kind: 'context', by, context, abilities: stored.abilities } as const;
    await noteStep.run(transaction, { profile: profile.id, step });
  }
  await transaction.audit({
    operator: by,
    action: 'profile:set',
    threadId: null,
    detail: profile,
  });
  return { kind: 'stored', profile: stored };
});

/** Returns whether it was there. */
export const removeProfile = operation<{ id: string; by: string }, boolean>(
  'removeProfile',
  async (transaction, { id, by }) => {
    if ((await deleteEnvironment(transaction, 'profile', id)) === 0) return false;
    await deleteEnvironment(transaction, 'trail', id);
    await transaction.audit({
      operator: by,
      action: 'profile:remove',
      threadId: null,
      detail: { id },
    });
    return true;
  },
);

export type PutNote =
  | { kind: 'stored' | 'changed'; note: Required<StoredNote> }
  | { kind: 'unknown' }
  | { kind: 'full' };

/** Pins or hides a signifier, or keeps example phrases of it, if nobody has changed the note since `note.version`. */
export const putSignifierNote = operation<{ note: Required<StoredNote>; by: string }, PutNote>(
  'putSignifierNote',
  async (transaction, { note, by }) => {
    const artifacts = await listEnvironment(transaction, 'artifact');
    const { signifierId } = note;
    const isKnown = artifacts.some(({ known }) =>
      known.some(({ signifier }) => signifier.id === signifierId),
    );
    if (!isKnown) return { kind: 'unknown' };
    const before = await readEnvironment(transaction, 'note', signifierId);
    const version = versionOf(before);
    if (version !== note.version) {
      return { kind: 'changed', note: { ...(before ?? emptyNote(signifierId)), version } };
    }
    const next = { ...note, version: version + 1 };
    const entry = { kind: 'note', id: signifierId, entry: next } as const;
    if (!(await hasRoom(transaction, entry, { role: 'operator' }))) return { kind: 'full' };
    await putEnvironment(transaction, 'note', signifierId, next);
    const action = 'signifier:note';
    await transaction.audit({ operator: by, action, threadId: null, detail: next });
    return { kind: 'stored', note: next };
  },
);

/** The number of the last change of a note; 0 = there was none. */
export const versionOf = (note: StoredNote | null): number =>
  note === null ? 0 : (note.version ?? 1);

const emptyNote = (signifierId: string) => ({
  ...{ signifierId, isPinned: false, isHidden: false, examples: [] },
});
