import type { UpMessage } from '@countersign/upformat/message';
import { expect, it } from 'vitest';
import { missingReason, needsReason } from './reason.ts';

const policy = { reasonFor: ['reject' as const, 'instruction' as const] };
const message: UpMessage = {
  messageId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11:refund',
  threadId: 't',
  timestamp: '2026-01-01T00:00:00Z',
  state: 'needsHumanDecision',
  upPrompt: { defaultFeedback: { type: 'reject' } },
};

it('is needed for the kinds that the policy lists, if the kind has a place for it', () => {
  expect(needsReason(policy, 'reject')).toBe(true);
  expect(needsReason(policy, 'approve')).toBe(false);
  expect(needsReason(policy, 'instruction')).toBe(false);
  expect(needsReason(policy, null)).toBe(false);
});

it('is missing if empty, but not if the agent’s own default is sent', () => {
  const { upPrompt: _none, ...plain } = message;
  expect(missingReason(policy, plain, { type: 'reject' })).not.toBe(null);
  expect(missingReason(policy, plain, { type: 'reject', content: { reason: ' ' } })).not.toBe(null);
  expect(missingReason(policy, plain, { type: 'reject', content: { reason: 'paid' } })).toBe(null);
  expect(missingReason(policy, plain, { type: 'approve' })).toBe(null);
  expect(missingReason(policy, message, { type: 'reject' })).toBe(null);
});
