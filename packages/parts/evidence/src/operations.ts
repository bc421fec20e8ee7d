import type { AnyOperation } from '@countersign/server/journal/operation';
import { beginExecution, endExecution, rotateKey, signEvidence } from './receipt-operations.ts';

/** What changes the store for receipts. */
export const evidenceOperations: readonly AnyOperation[] = [
  beginExecution,
  endExecution,
  rotateKey,
  signEvidence,
];
