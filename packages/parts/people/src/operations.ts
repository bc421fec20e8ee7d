import type { AnyOperation } from '@countersign/server/journal/operation';
import { addGroup, changeGroup, removeGroup } from './groups/group-operations.ts';
import {
  addOperator,
  changeOperator,
  closeSession,
  endSession,
  keepSignInCode,
  openSession,
  removeOperator,
  takeSignInCode,
} from './operators/auth-operations.ts';
import {
  addPasskey,
  keepChallenge,
  keepStepUp,
  notePasskeyCode,
  notePasskeyUse,
  removePasskey,
  takeChallenge,
} from './passkeys/passkey-operations.ts';

/** What changes the store for operators, groups and sessions. */
export const peopleOperations: readonly AnyOperation[] = [
  addGroup,
  addOperator,
  addPasskey,
  changeGroup,
  changeOperator,
  closeSession,
  endSession,
  keepChallenge,
  keepSignInCode,
  keepStepUp,
  notePasskeyCode,
  notePasskeyUse,
  openSession,
  removeGroup,
  removeOperator,
  removePasskey,
  takeChallenge,
  takeSignInCode,
];
