import { expect, it } from 'vitest';
import { type OperationName, operations } from './operations.ts';
import { waitingOperations } from './waiting-operations.ts';

/** Somebody asks for it, is told that it was not done, and asks again. */
const commands: readonly OperationName[] = [
  'addAgent',
  'addOperator',
  'addRule',
  'addView',
  'addWebhook',
  'askToolAgain',
  'changeAgent',
  'changeOperator',
  'changePolicy',
  'changeRule',
  'changeView',
  'changeWebhook',
  'claimPrompt',
  'closeSession',
  'commentPrompt',
  'createTask',
  'decide',
  'dismissPrompt',
  'dismissTool',
  'enableRule',
  'extendPrompt',
  'keepDryRun',
  'keepReceipts',
  'keepSchema',
  'keepTest',
  'openSession',
  'recall',
  'releaseClaim',
  'removeAgent',
  'removeDraft',
  'removeOperator',
  'removeRule',
  'removeView',
  'removeWebhook',
  'requestControl',
  'restart',
  'saveDraft',
  'say',
  'seePrompt',
  'snoozePrompt',
  'stopRules',
  'wakePrompt',
  'withdrawWords',
];
/** Of the start, which fails without a store, or done again by itself. */
const again: readonly OperationName[] = [
  'keepSnapshot',
  'prune',
  'reclaimOutbox',
  'resumeTime',
  'settleBudget',
  'syncConfigAgents',
  'tellCounts',
];

it('every operation is waited for, refused to who asked, or done again by itself', () => {
  expect([...waitingOperations, ...commands, ...again].toSorted()).toEqual(
    Object.keys(operations).toSorted(),
  );
});
