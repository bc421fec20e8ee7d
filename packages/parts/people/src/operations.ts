import type { AnyOperation } from '@countersign/server/journal/operation';
import {
  addOperator,
  changeOperator,
  closeSession,
  keepSignInCode,
  openSession,
  removeOperator,
  takeSignInCode,
} from './operators/auth-operations.ts';

/** What changes the store for operators and sessions. */
export const peopleOperations: readonly AnyOperation[] = [
  addOperator,
  changeOperator,
  closeSession,
  keepSignInCode,
  openSession,
  removeOperator,
  takeSignInCode,
];
