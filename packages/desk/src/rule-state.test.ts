import type { Rule } from '@countersign/api/rule';
import { expect, it } from 'vitest';
import { longestRuleMs, mayEndAt, ruleState } from './rule-state.ts';

const now = 1_760_000_000_000;
const rule = (part: Partial<Rule>): Rule => ({
  id: 'rule-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  name: 'Small refunds',
  match: { agentId: 'payments', conditions: [] },
  feedback: { type: 'approve' },
  version: 2,
  enabled: false,
  createdBy: 'ann',
  createdAt: 1,
  updatedBy: 'ann',
  updatedAt: 1,
  expiresAt: now + 1,
  answered: 0,
  answeredByVersion: 0,
  lastAnsweredAt: null,
  passedOver: 0,
  dryRun: null,
  ...part,
});
const tried = { at: 1, matched: 1, same: 1, differing: [], openNow: 0, lookedAt: 1 };

it.each<[string, Partial<Rule>, boolean]>([
  ['untried', {}, false],
  ['untried', { dryRun: { ...tried, version: 1 } }, false],
  ['off', { dryRun: { ...tried, version: 2 } }, false],
  ['on', { enabled: true }, false],
  ['stopped', { enabled: true }, true],
  ['ended', { enabled: true, expiresAt: now }, true],
])('is %s', (state, part, isStopped) => {
  expect(ruleState(rule(part), isStopped, now)).toBe(state);
});

it('ends in the future, within 90 days', () => {
  expect(mayEndAt(now, now)).toBe(false);
  expect(mayEndAt(now + 1, now)).toBe(true);
  expect(mayEndAt(now + longestRuleMs, now)).toBe(true);
  expect(mayEndAt(now + longestRuleMs + 1, now)).toBe(false);
  expect(mayEndAt(Number.NaN, now)).toBe(false);
});
