import { ingest } from '../agents/ingest-operation.ts';
import {
  addAgent,
  changeAgent,
  removeAgent,
  syncConfigAgents,
} from '../agents/registry-operations.ts';
import { breakRun, contact } from '../agents/run-operations.ts';
import { requestControl, stepControl, tellCounts } from '../controls/control-operations.ts';
import { claimPrompt, releaseClaim, saveDraft } from '../decisions/claim-operations.ts';
import { decide, expire } from '../decisions/decide-operation.ts';
import {
  carryByNewRun,
  leaseOutbox,
  reclaimOutbox,
  settleDelivery,
} from '../decisions/outbox-operations.ts';
import { changePolicy } from '../decisions/policy.ts';
import { addOperator, closeSession, openSession, removeOperator } from '../http/auth-operations.ts';
import { createTask, say } from '../tasks/task-operations.ts';
import { keepSnapshot } from './snapshot-operation.ts';

/** Everything that can change the store: the whole list of intents. */
export const operations = {
  addAgent,
  addOperator,
  breakRun,
  carryByNewRun,
  changeAgent,
  changePolicy,
  claimPrompt,
  closeSession,
  contact,
  createTask,
  decide,
  expire,
  ingest,
  keepSnapshot,
  leaseOutbox,
  openSession,
  reclaimOutbox,
  releaseClaim,
  removeAgent,
  removeOperator,
  requestControl,
  saveDraft,
  say,
  settleDelivery,
  stepControl,
  syncConfigAgents,
  tellCounts,
};

export type OperationName = keyof typeof operations;
export type OperationInput<Name extends OperationName> = Parameters<(typeof operations)[Name]>[1];
export type OperationOutcome<Name extends OperationName> = ReturnType<(typeof operations)[Name]>;
