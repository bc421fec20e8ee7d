import { describeAudit, noteAudit, signHead } from './audit/audit-operations.ts';
import { resumeTime, shiftWaits } from './journal/clock-set.ts';
import { noteDamage } from './journal/damage-operation.ts';
import type { AnyOperation } from './journal/operation.ts';
import { notePlace } from './journal/place-operation.ts';
import { prune } from './journal/prune-operation.ts';
import { keepSnapshot, settleBudget } from './journal/snapshot-operation.ts';
import { confirmWrite } from './journal/write-operation.ts';

/** What changes the store for the kernel. */
export const kernelOperations: readonly AnyOperation[] = [
  resumeTime,
  shiftWaits,
  noteDamage,
  notePlace,
  prune,
  keepSnapshot,
  settleBudget,
  confirmWrite,
  describeAudit,
  noteAudit,
  signHead,
];
