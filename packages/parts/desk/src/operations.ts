import type { AnyOperation } from '@countersign/server/journal/operation';
import { publishCounts, requestControl, stepControl } from './controls/control-operations.ts';
import { noteDisobedience } from './controls/obedience-watch.ts';
import { noteStatus } from './controls/status-operation.ts';
import { claimPrompt, releaseClaim, settleClaims } from './decisions/claim-operations.ts';
import { commentPrompt } from './decisions/comments.ts';
import { expire } from './decisions/deadlines/deadline.ts';
import { escalate } from './decisions/deadlines/escalate.ts';
import { extendPrompt } from './decisions/deadlines/extension.ts';
import { endSnooze, snoozePrompt, wakePrompt } from './decisions/deadlines/snooze.ts';
import { decide } from './decisions/decide-operation.ts';
import { dismissPrompt } from './decisions/dismiss.ts';
import { dismissTool, repeatToolCall } from './decisions/dismissed-tools.ts';
import { removeDraft, saveDraft } from './decisions/drafts-operations.ts';
import { changePolicy } from './decisions/policy.ts';
import { askWithoutRun, withdrawAsked } from './decisions/questions/ask-operation.ts';
import { keepSchema } from './decisions/questions/keep-schema.ts';
import { noteView } from './decisions/questions/prompt-views.ts';
import { seePrompt } from './decisions/questions/seen-operation.ts';
import { recall } from './decisions/recall.ts';
import { withdrawVote } from './decisions/vote.ts';
import { leaseOutbox, reclaimOutbox, settleDelivery } from './delivery/lease.ts';
import { resumeByNewRun } from './delivery/resume-run.ts';
import { bypassLine, endBypass, putPolicyTable, stopAnswering } from './policy/table-operations.ts';
import {
  addAgent,
  changeAgent,
  removeAgent,
  syncConfigAgents,
} from './registry/registry-operations.ts';
import { noteMasked } from './relayed/masked-notes.ts';
import { answerByPolicy } from './rules/answer-by-policy.ts';
import { answerByRule, passOver } from './rules/answer-operation.ts';
import {
  addRule,
  changeRule,
  enableRule,
  keepDryRun,
  removeRule,
  stopRules,
} from './rules/rule-operations.ts';
import { ingest } from './runs/intake/ingest-operation.ts';
import { breakRun, contact, noteProtocol, postRun, takePostBack } from './runs/run-operations.ts';
import { addMessage } from './tasks/message-operation.ts';
import { restart } from './tasks/restart-operation.ts';
import { startTask } from './tasks/task-operations.ts';
import { withdrawQueued } from './tasks/withdraw-operation.ts';
import { keepReceipts, stopBatch, timeAnswers } from './team/receipt-operations.ts';
import { addShiftNote } from './team/shift-note-operation.ts';
import { addView, changeView, removeView } from './team/view-operations.ts';
import { holdCall, keepTest, queueCalls, settleCall } from './webhooks/call-operations.ts';
import { addWebhook, changeWebhook, removeWebhook } from './webhooks/webhook-operations.ts';

/** What changes the store for agents, tasks, questions and decisions. */
export const deskOperations: readonly AnyOperation[] = [
  publishCounts,
  requestControl,
  stepControl,
  noteDisobedience,
  noteStatus,
  claimPrompt,
  releaseClaim,
  settleClaims,
  commentPrompt,
  expire,
  escalate,
  extendPrompt,
  endSnooze,
  snoozePrompt,
  wakePrompt,
  decide,
  dismissPrompt,
  dismissTool,
  repeatToolCall,
  removeDraft,
  saveDraft,
  changePolicy,
  askWithoutRun,
  withdrawAsked,
  keepSchema,
  noteView,
  seePrompt,
  recall,
  leaseOutbox,
  reclaimOutbox,
  settleDelivery,
  resumeByNewRun,
  addAgent,
  changeAgent,
  removeAgent,
  syncConfigAgents,
  noteMasked,
  withdrawVote,
  putPolicyTable,
  stopAnswering,
  bypassLine,
  endBypass,
  answerByPolicy,
  answerByRule,
  passOver,
  addRule,
  changeRule,
  enableRule,
  keepDryRun,
  removeRule,
  stopRules,
  ingest,
  breakRun,
  contact,
  noteProtocol,
  postRun,
  takePostBack,
  addMessage,
  restart,
  startTask,
  withdrawQueued,
  keepReceipts,
  stopBatch,
  timeAnswers,
  addShiftNote,
  addView,
  changeView,
  removeView,
  holdCall,
  keepTest,
  queueCalls,
  settleCall,
  addWebhook,
  changeWebhook,
  removeWebhook,
];
