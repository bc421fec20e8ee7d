import type { AnyOperation } from '@countersign/server/journal/operation';
import { addGroup, changeGroup, removeGroup } from './groups/group-operations.ts';
import {
  addOperator,
  changeOperator,
  closeSession,
  keepSignInCode,
  openSession,
  removeOperator,
  takeSignInCode,
} from './operators/auth-operations.ts';

/** What changes the store for operators, groups and sessions. */
export const peopleOperations: readonly AnyOperation[] = [
  addGroup,
  addOperator,
  changeGroup,
  changeOperator,
  closeSession,
  keepSignInCode,
  openSession,
  removeGroup,
  removeOperator,
  takeSignInCode,
];
