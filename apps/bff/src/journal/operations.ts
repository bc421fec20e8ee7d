import { ingest } from '../agents/ingest-operation.ts';
import {
  addAgent,
  changeAgent,
  removeAgent,
  syncConfigAgents,
} from '../agents/registry-operations.ts';
import { breakRun, contact } from '../agents/run-operations.ts';
import { requestControl, stepControl, tellCounts } from '../controls/control-operations.ts';
import { claimPrompt, releaseClaim, settleClaims } from '../decisions/claim-operations.ts';
import { decide, expire } from '../decisions/decide-operation.ts';
import { removeDraft, saveDraft } from '../decisions/drafts-operations.ts';
import {
  carryByNewRun,
  leaseOutbox,
  reclaimOutbox,
  settleDelivery,
} from '../decisions/outbox-operations.ts';
import { changePolicy } from '../decisions/policy.ts';
import { seePrompt } from '../decisions/seen-operation.ts';
import {
  addOperator,
  changeOperator,
  closeSession,
  openSession,
  removeOperator,
} from '../http/auth-operations.ts';
import { createTask, say } from '../tasks/task-operations.ts';
import { keepReceipts } from '../team/receipt-operations.ts';
import { addView, changeView, removeView } from '../team/view-operations.ts';
import { keepSnapshot } from './snapshot-operation.ts';

/** Everything that can change the store: the whole list of intents. */
export const operations = {
  addAgent,
  addOperator,
  addView,
  breakRun,
  carryByNewRun,
  changeAgent,
  changePolicy,
  changeOperator,
  changeView,
  claimPrompt,
  closeSession,
  contact,
  createTask,
  decide,
  expire,
  ingest,
  keepReceipts,
  keepSnapshot,
  leaseOutbox,
  openSession,
  reclaimOutbox,
  releaseClaim,
  removeAgent,
  removeDraft,
  removeOperator,
  removeView,
  requestControl,
  saveDraft,
  say,
  seePrompt,
  settleClaims,
  settleDelivery,
  stepControl,
  syncConfigAgents,
  tellCounts,
};

export type OperationName = keyof typeof operations;
export type OperationInput<Name extends OperationName> = Parameters<(typeof operations)[Name]>[1];
export type OperationOutcome<Name extends OperationName> = ReturnType<(typeof operations)[Name]>;
