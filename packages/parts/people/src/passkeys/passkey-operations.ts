import { operation } from '@countersign/server/journal/operation';
import {
  type ChallengeRow,
  deleteOldChallenges,
  insertChallenge,
  takeChallengeRow,
} from '../rows/challenges.ts';
import { deletePasskey, insertPasskey, type PasskeyRow, usePasskey } from '../rows/passkeys.ts';
import { deleteOldStepUps, insertStepUp } from '../rows/step-ups.ts';

/** Keeps what is asked of a browser: any server on the store can take the answer. */
export const keepChallenge = operation<
  Omit<ChallengeRow, 'expires'> & { lifetimeMs: number },
  null
>('keepChallenge', async (transaction, { lifetimeMs, ...row }) => {
  await deleteOldChallenges(transaction);
  await insertChallenge(transaction, { ...row, expires: transaction.now + lifetimeMs });
  return null;
});

export const takeChallenge = operation<{ id: string; kind: string }, ChallengeRow | null>(
  'takeChallenge',
  (transaction, { id, kind }) => takeChallengeRow(transaction, id, kind),
);

/** False = this credential is registered already. */
export const addPasskey = operation<
  { passkey: Omit<PasskeyRow, 'created' | 'used'>; proof: string },
  boolean
>('addPasskey', async (transaction, { passkey, proof }) => {
  if ((await insertPasskey(transaction, passkey)) === 0) return false;
  const { id, name, host, operator } = passkey;
  await transaction.audit({
    operator,
    action: 'passkey:add',
    threadId: null,
    detail: { id, name, host, proof },
  });
  return true;
});

export const removePasskey = operation<{ id: string; operator: string; by: string }, boolean>(
  'removePasskey',
  async (transaction, { id, operator, by }) => {
    if ((await deletePasskey(transaction, id, operator)) === 0) return false;
    await transaction.audit({
      operator: by,
      action: 'passkey:remove',
      threadId: null,
      detail: { id, of: operator },
    });
    return true;
  },
);

/** False = its counter says that it is a copy. */
export const notePasskeyUse = operation<{ id: string; counter: number }, boolean>(
  'notePasskeyUse',
  async (transaction, { id, counter }) => (await usePasskey(transaction, id, counter)) > 0,
);

/** Keeps that an answer was confirmed, until it is recorded. */
export const keepStepUp = operation<
  { id: string; operator: string; digest: string; decision: string; passkey: string },
  null
>('keepStepUp', async (transaction, row) => {
  await deleteOldStepUps(transaction);
  await insertStepUp(transaction, row);
  const { operator, digest, passkey } = row;
  await transaction.audit({
    operator,
    action: 'step-up',
    threadId: null,
    detail: { digest, passkey },
  });
  return null;
});

/** A code of an administrator, with which an operator adds a first passkey. */
export const notePasskeyCode = operation<{ for: string; by: string }, null>(
  'notePasskeyCode',
  async (transaction, { for: operator, by }) => {
    await transaction.audit({
      operator: by,
      action: 'passkey:code',
      threadId: null,
      detail: { for: operator },
    });
    return null;
  },
);
