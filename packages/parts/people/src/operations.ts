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
import {
  admitPerson,
  endProviderSession,
  keepProviderSession,
  noteBreakGlass,
  noteRefresh,
} from './provider/provider-operations.ts';

/** What changes the store for operators, groups and sessions. */
export const peopleOperations: readonly AnyOperation[] = [
  addGroup,
  addOperator,
  addPasskey,
  admitPerson,
  changeGroup,
  changeOperator,
  closeSession,
  endProviderSession,
  endSession,
  keepChallenge,
  keepProviderSession,
  keepSignInCode,
  keepStepUp,
  noteBreakGlass,
  notePasskeyCode,
  notePasskeyUse,
  noteRefresh,
  openSession,
  removeGroup,
  removeOperator,
  removePasskey,
  takeChallenge,
  takeSignInCode,
];
