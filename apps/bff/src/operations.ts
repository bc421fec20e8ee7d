import {
  publishCounts,
  requestControl,
  stepControl,
} from '@countersign/part-desk/controls/control-operations';
import { noteStatus } from '@countersign/part-desk/controls/status-operation';
import {
  claimPrompt,
  releaseClaim,
  settleClaims,
} from '@countersign/part-desk/decisions/claim-operations';
import { commentPrompt } from '@countersign/part-desk/decisions/comments';
import { expire } from '@countersign/part-desk/decisions/deadlines/deadline';
import { escalate } from '@countersign/part-desk/decisions/deadlines/escalate';
import { extendPrompt } from '@countersign/part-desk/decisions/deadlines/extension';
import {
  endSnooze,
  snoozePrompt,
  wakePrompt,
} from '@countersign/part-desk/decisions/deadlines/snooze';
import { decide } from '@countersign/part-desk/decisions/decide-operation';
import { dismissPrompt } from '@countersign/part-desk/decisions/dismiss';
import { dismissTool, repeatToolCall } from '@countersign/part-desk/decisions/dismissed-tools';
import { removeDraft, saveDraft } from '@countersign/part-desk/decisions/drafts-operations';
import { changePolicy } from '@countersign/part-desk/decisions/policy';
import {
  askWithoutRun,
  withdrawAsked,
} from '@countersign/part-desk/decisions/questions/ask-operation';
import { keepSchema } from '@countersign/part-desk/decisions/questions/keep-schema';
import { seePrompt } from '@countersign/part-desk/decisions/questions/seen-operation';
import { recall } from '@countersign/part-desk/decisions/recall';
import { leaseOutbox, reclaimOutbox, settleDelivery } from '@countersign/part-desk/delivery/lease';
import { resumeByNewRun } from '@countersign/part-desk/delivery/resume-run';
import {
  addAgent,
  changeAgent,
  removeAgent,
  syncConfigAgents,
} from '@countersign/part-desk/registry/registry-operations';
import { noteMasked } from '@countersign/part-desk/relayed/masked-notes';
import { answerByRule, passOver } from '@countersign/part-desk/rules/answer-operation';
import {
  addRule,
  changeRule,
  enableRule,
  keepDryRun,
  removeRule,
  stopRules,
} from '@countersign/part-desk/rules/rule-operations';
import { ingest } from '@countersign/part-desk/runs/intake/ingest-operation';
import {
  breakRun,
  contact,
  noteProtocol,
  postRun,
  takePostBack,
} from '@countersign/part-desk/runs/run-operations';
import { addMessage } from '@countersign/part-desk/tasks/message-operation';
import { restart } from '@countersign/part-desk/tasks/restart-operation';
import { startTask } from '@countersign/part-desk/tasks/task-operations';
import { withdrawQueued } from '@countersign/part-desk/tasks/withdraw-operation';
import { keepReceipts } from '@countersign/part-desk/team/receipt-operations';
import { addView, changeView, removeView } from '@countersign/part-desk/team/view-operations';
import {
  holdCall,
  keepTest,
  queueCalls,
  settleCall,
} from '@countersign/part-desk/webhooks/call-operations';
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
} from '@countersign/part-desk/webhooks/webhook-operations';
import { putPolicy, removePolicy } from '@countersign/part-gateway/policies';
import { keepKnowledge } from '@countersign/part-knowledge/memories/keep-operation';
import {
  addProgram,
  meetProgram,
  revokeProgram,
} from '@countersign/part-mcp/programs/program-operations';
import {
  askByProgram,
  fetchByProgram,
  keepMessageForProgram,
  notifyByProgram,
  reportByProgram,
  reviseByProgram,
  settleByProgram,
  withdrawByProgram,
} from '@countersign/part-mcp/programs/question-operations';
import {
  addOperator,
  changeOperator,
  closeSession,
  keepSignInCode,
  openSession,
  removeOperator,
  takeSignInCode,
} from '@countersign/part-people/operators/auth-operations';
import {
  addUapRoute,
  leadUapRoute,
  removeUapRoute,
  replaceUapRoute,
  storedRoutes,
} from '@countersign/part-registry/route-operations';
import {
  addService,
  keepLifeChanges,
  removeService,
  replaceService,
  storedServices,
} from '@countersign/part-registry/services/service-operations';
import { keepChild, removeChild } from '@countersign/part-registry/tree/child-operations';
import { noteApproval } from '@countersign/part-tools/signifiers/approval-operations';
import {
  addArtifact,
  approveSignifiers,
  noteArtifactFault,
  putCallPolicy,
  removeArtifact,
  synchroniseArtifact,
} from '@countersign/part-tools/signifiers/artifact-operations';
import { grantCalls, revokeGrant } from '@countersign/part-tools/signifiers/grant-operations';
import {
  beginCall,
  forgetCall,
  noteStep,
} from '@countersign/part-tools/signifiers/ledger-operations';
import {
  putProfile,
  putSignifierNote,
  removeProfile,
} from '@countersign/part-tools/signifiers/profile-operations';
import { resumeTime, shiftWaits } from '@countersign/server/journal/clock-set';
import { noteDamage } from '@countersign/server/journal/damage-operation';
import type { AnyOperation } from '@countersign/server/journal/operation';
import { notePlace } from '@countersign/server/journal/place-operation';
import { prune } from '@countersign/server/journal/prune-operation';
import { keepSnapshot, settleBudget } from '@countersign/server/journal/snapshot-operation';
import { confirmWrite } from '@countersign/server/journal/write-operation';
import { followEachOther } from './followers.ts';

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
