import { operation } from '../journal/operation.ts';
import {
  deleteEnvironment,
  listEnvironment,
  putEnvironment,
  type StoredNote,
  type StoredProfile,
} from '../store/environment-entries.ts';
import { hasRoom } from './room.ts';

/** Sets what an agent is about to do. null = there is no room. */
export const putProfile = operation<
  { profile: Pick<StoredProfile, 'id' | 'context' | 'abilities'>; by: string },
  StoredProfile | null
>('putProfile', async (transaction, { profile, by }) => {
  const stored = { ...profile, changedBy: by, changedAt: transaction.now };
  if (!(await hasRoom(transaction, 'profile', profile.id, stored))) return null;
  await putEnvironment(transaction, 'profile', profile.id, stored);
  await transaction.audit({
    operator: by,
    action: 'profile:set',
    threadId: null,
    detail: profile,
  });
  return stored;
});

/** Returns whether it was there. */
export const removeProfile = operation<{ id: string; by: string }, boolean>(
  'removeProfile',
  async (transaction, { id, by }) => {
    if ((await deleteEnvironment(transaction, 'profile', id)) === 0) return false;
    await transaction.audit({
      operator: by,
      action: 'profile:remove',
      threadId: null,
      detail: { id },
    });
    return true;
  },
);

/** Pins or hides a signifier, or keeps example phrases of it. A note that says nothing is removed. */
export const putSignifierNote = operation<
  { note: StoredNote; by: string },
  'stored' | 'unknown' | 'full'
>('putSignifierNote', async (transaction, { note, by }) => {
  const artifacts = await listEnvironment(transaction, 'artifact');
  const isKnown = artifacts.some(({ known }) =>
    known.some(({ signifier }) => signifier.id === note.signifierId),
  );
  if (!isKnown) return 'unknown';
  const { signifierId, isPinned, isHidden, examples } = note;
  if (!isPinned && !isHidden && examples.length === 0) {
    await deleteEnvironment(transaction, 'note', signifierId);
  } else {
    if (!(await hasRoom(transaction, 'note', signifierId, note))) return 'full';
    await putEnvironment(transaction, 'note', signifierId, note);
  }
  await transaction.audit({
    operator: by,
    action: 'signifier:note',
    threadId: null,
    detail: note,
  });
  return 'stored';
});
