import type { AnyOperation } from '@countersign/server/journal/operation';
import {
  addProgram,
  meetProgram,
  renewSecret,
  revokeProgram,
} from './programs/program-operations.ts';
import {
  askByProgram,
  fetchByProgram,
  keepMessageForProgram,
  notifyByProgram,
  reportByProgram,
  reviseByProgram,
  settleByProgram,
  withdrawByProgram,
} from './programs/question-operations.ts';

/** What changes the store for MCP and programs that ask. */
export const mcpOperations: readonly AnyOperation[] = [
  addProgram,
  meetProgram,
  renewSecret,
  revokeProgram,
  askByProgram,
  fetchByProgram,
  keepMessageForProgram,
  notifyByProgram,
  reportByProgram,
  reviseByProgram,
  settleByProgram,
  withdrawByProgram,
];
