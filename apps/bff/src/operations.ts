import { publishCounts, requestControl, stepControl } from './controls/control-operations.ts';
import { noteStatus } from './controls/status-operation.ts';
import { askWithoutRun, withdrawAsked } from './decisions/ask-operation.ts';
import { claimPrompt, releaseClaim, settleClaims } from './decisions/claim-operations.ts';
import { commentPrompt } from './decisions/comments.ts';
import { expire } from './decisions/deadline.ts';
import { decide } from './decisions/decide-operation.ts';
import { dismissPrompt } from './decisions/dismiss.ts';
import { dismissTool, repeatToolCall } from './decisions/dismissed-tools.ts';
import { removeDraft, saveDraft } from './decisions/drafts-operations.ts';
import { escalate } from './decisions/escalate.ts';
import { extendPrompt } from './decisions/extension.ts';
import { keepSchema } from './decisions/keep-schema.ts';
import { changePolicy } from './decisions/policy.ts';
import { recall } from './decisions/recall.ts';
import { seePrompt } from './decisions/seen-operation.ts';
import { endSnooze, snoozePrompt, wakePrompt } from './decisions/snooze.ts';
import { leaseOutbox, reclaimOutbox, settleDelivery } from './delivery/lease.ts';
import { resumeByNewRun } from './delivery/resume-run.ts';
import { followEachOther } from './followers.ts';
import { putPolicy, removePolicy } from './gateway/policies.ts';
import { resumeTime, shiftWaits } from './journal/clock-set.ts';
import { noteDamage } from './journal/damage-operation.ts';
import type { AnyOperation } from './journal/operation.ts';
import { notePlace } from './journal/place-operation.ts';
import { prune } from './journal/prune-operation.ts';
import { keepSnapshot, settleBudget } from './journal/snapshot-operation.ts';
import { confirmWrite } from './journal/write-operation.ts';
import { keepKnowledge } from './memories/keep-operation.ts';
import {
  addOperator,
  changeOperator,
  closeSession,
  keepSignInCode,
  openSession,
  removeOperator,
  takeSignInCode,
} from './operators/auth-operations.ts';
import { addProgram, meetProgram, revokeProgram } from './programs/program-operations.ts';
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
import {
  addAgent,
  changeAgent,
  removeAgent,
  syncConfigAgents,
} from './registry/registry-operations.ts';
import { noteMasked } from './relayed/masked-notes.ts';
import { answerByRule, passOver } from './rules/answer-operation.ts';
import {
  addRule,
  changeRule,
  enableRule,
  keepDryRun,
  removeRule,
  stopRules,
} from './rules/rule-operations.ts';
import { ingest } from './runs/ingest-operation.ts';
import { breakRun, contact, noteProtocol, postRun, takePostBack } from './runs/run-operations.ts';
import { noteApproval } from './signifiers/approval-operations.ts';
import {
  addArtifact,
  approveSignifiers,
  noteArtifactFault,
  putCallPolicy,
  removeArtifact,
  synchroniseArtifact,
} from './signifiers/artifact-operations.ts';
import { grantCalls, revokeGrant } from './signifiers/grant-operations.ts';
import { beginCall, forgetCall, noteStep } from './signifiers/ledger-operations.ts';
import { putProfile, putSignifierNote, removeProfile } from './signifiers/profile-operations.ts';
import { addMessage } from './tasks/message-operation.ts';
import { restart } from './tasks/restart-operation.ts';
import { startTask } from './tasks/task-operations.ts';
import { withdrawQueued } from './tasks/withdraw-operation.ts';
import { keepReceipts } from './team/receipt-operations.ts';
import { addView, changeView, removeView } from './team/view-operations.ts';
import { keepChild, removeChild } from './uap/child-operations.ts';
import {
  addUapRoute,
  leadUapRoute,
  removeUapRoute,
  replaceUapRoute,
  storedRoutes,
} from './uap/route-operations.ts';
import {
  addService,
  keepLifeChanges,
  removeService,
  replaceService,
  storedServices,
} from './uap/service-operations.ts';
import { holdCall, keepTest, queueCalls, settleCall } from './webhooks/call-operations.ts';
import { addWebhook, changeWebhook, removeWebhook } from './webhooks/webhook-operations.ts';

followEachOther();

/** Everything that can change the store: the complete list of operations for the writer's thread. */
export const operations: readonly AnyOperation[] = [
  keepChild,
  removeChild,
  addAgent,
  addArtifact,
  approveSignifiers,
  noteArtifactFault,
  putCallPolicy,
  removeArtifact,
  synchroniseArtifact,
  putProfile,
  putSignifierNote,
  beginCall,
  forgetCall,
  grantCalls,
  noteApproval,
  revokeGrant,
  noteStep,
  removeProfile,
  addProgram,
  addOperator,
  addRule,
  addUapRoute,
  leadUapRoute,
  addService,
  answerByRule,
  askByProgram,
  repeatToolCall,
  askWithoutRun,
  fetchByProgram,
  keepMessageForProgram,
  meetProgram,
  revokeProgram,
  notifyByProgram,
  reportByProgram,
  reviseByProgram,
  settleByProgram,
  withdrawByProgram,
  dismissTool,
  addView,
  addWebhook,
  breakRun,
  resumeByNewRun,
  changeAgent,
  changePolicy,
  changeOperator,
  changeRule,
  changeView,
  changeWebhook,
  claimPrompt,
  closeSession,
  commentPrompt,
  confirmWrite,
  notePlace,
  contact,
  decide,
  dismissPrompt,
  enableRule,
  endSnooze,
  escalate,
  expire,
  extendPrompt,
  holdCall,
  ingest,
  keepDryRun,
  keepKnowledge,
  keepReceipts,
  keepLifeChanges,
  keepSchema,
  keepSnapshot,
  keepTest,
  leaseOutbox,
  openSession,
  keepSignInCode,
  takeSignInCode,
  passOver,
  noteDamage,
  noteProtocol,
  noteStatus,
  postRun,
  prune,
  queueCalls,
  recall,
  reclaimOutbox,
  releaseClaim,
  removeAgent,
  removeDraft,
  removeOperator,
  removePolicy,
  removeRule,
  removeService,
  removeUapRoute,
  replaceService,
  replaceUapRoute,
  removeView,
  removeWebhook,
  requestControl,
  restart,
  resumeTime,
  saveDraft,
  addMessage,
  seePrompt,
  storedRoutes,
  storedServices,
  settleBudget,
  settleCall,
  settleClaims,
  settleDelivery,
  shiftWaits,
  snoozePrompt,
  stepControl,
  stopRules,
  syncConfigAgents,
  publishCounts,
  noteMasked,
  putPolicy,
  startTask,
  takePostBack,
  wakePrompt,
  withdrawAsked,
  withdrawQueued,
];
