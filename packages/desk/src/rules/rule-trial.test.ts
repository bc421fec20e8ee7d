import type { Decision, Prompt } from '@countersign/api/prompt';
import type { Rule } from '@countersign/api/rule';
import type { UpFeedback } from '@countersign/upformat/message';
import { expect, it } from 'vitest';
import { newRule } from '../rule-life.ts';
import { promptWith } from '../testing/prompt-with.ts';
import { judgeAtOnce } from './judge-conditions.ts';
import type { JudgeConditions } from './rule-match.ts';
import { createTrial } from './rule-trial.ts';

const judge: JudgeConditions = async (conditions, value) => {
  const verdict = judgeAtOnce(conditions, value);
  return verdict === 'searches' ? null : verdict;
};
const ruleWith = (
  conditions: Rule['match']['conditions'],
  feedback: UpFeedback = { type: 'approve' },
): Rule =>
  newRule(
    '9d5a',
    { name: 'Cheap', match: { agentId: 'hiring', conditions }, feedback, expiresAt: 9 },
    { name: 'Ann', at: 0 },
  );
const trialOf = (rule: Rule, reasonFor: ('approve' | 'reject')[] = []) =>
  createTrial({ rule, at: 5, judge, policyOf: () => ({ reasonFor }) });

const answered = (feedback: UpFeedback, more: Partial<Prompt> = {}): Prompt => {
  const prompt = promptWith({ state: 'answered', ...more });
  const decision: Decision = {
    id: 'd',
    promptId: prompt.id,
    by: { kind: 'operator', id: 'ann', name: 'Ann' },
    feedback,
    digest: prompt.digest,
    state: 'acknowledged',
    recordedAt: 3,
    releaseAt: null,
    waitsFor: [],
    deliveredAt: 3,
    acknowledgedAt: 4,
    attempts: 1,
    failure: null,
  };
  return { ...prompt, decision };
};

it('reports how often it would have answered as people did, and where not', async () => {
  const trial = trialOf(ruleWith([{ path: '$.cost', is: 'at-most', value: 50 }]));
  await trial.lookAtPast(answered({ type: 'approve', content: { reason: 'Fine.' } }));
  await trial.lookAtPast(answered({ type: 'reject' }, { id: 'other' }));
  await trial.lookAtPast(answered({ type: 'approve' }, { agentId: 'radio' }));
  await trial.lookAtOpen(promptWith());
  await trial.lookAtOpen(promptWith({ severity: 'critical' }));
  expect(trial.found()).toEqual({
    at: 5,
    version: 1,
    matched: 2,
    same: 1,
    withoutReason: 0,
    openNow: 1,
    lookedAt: 3,
    differing: [
      {
        promptId: 'other',
        ask: 'Send it?',
        taskId: 't',
        taskTitle: 'Hire a sculptor',
        answeredAt: 3,
        by: 'Ann',
        feedback: { type: 'reject' },
      },
    ],
  });
});

it('answers no open prompt that its answer does not fit, or that needs a reason it does not give', async () => {
  const misfit = trialOf(ruleWith([], { type: 'rank', content: { order: ['a', 'b'] } }));
  await misfit.lookAtOpen(promptWith());
  expect(misfit.found().openNow).toBe(0);
  const wordless = trialOf(ruleWith([], { type: 'reject' }), ['reject']);
  await wordless.lookAtOpen(promptWith());
  expect(wordless.found().openNow).toBe(0);
});

it('counts what lacks a reason that the policy demands among what matches, and says how many', async () => {
  const trial = trialOf(ruleWith([], { type: 'approve' }), ['approve']);
  await trial.lookAtPast(answered({ type: 'approve', content: { reason: 'Fine.' } }));
  await trial.lookAtPast(answered({ type: 'reject', content: { reason: 'No.' } }));
  expect(trial.found()).toMatchObject({ matched: 2, same: 1, withoutReason: 2 });
});

it('reports the paths that are in no prompt, but none that could not be evaluated', async () => {
  const trial = trialOf(
    ruleWith([
      { path: '$.cost', is: 'equal', value: 1 },
      { path: '$.costs', is: 'equal', value: 1 },
      { path: '$.upPrompt.effekt', of: 'message', is: 'absent' },
      { path: '$..total', is: 'present' },
    ]),
  );
  expect(trial.found().nowhere).toBeUndefined();
  await trial.lookAtOpen(promptWith());
  await trial.lookAtOpen(promptWith());
  expect(trial.found().nowhere).toEqual({
    prompts: 2,
    places: [{ path: '$.costs' }, { path: '$.upPrompt.effekt', of: 'message' }],
  });
});

it('ends if too many prompts used up the time limit', async () => {
  const trial = trialOf(ruleWith([{ path: '$..a', is: 'present' }]));
  const continues: boolean[] = [];
  for (let looked = 0; looked < 20; looked += 1)
    continues.push(await trial.lookAtPast(answered({ type: 'approve' })));
  expect(continues.indexOf(false)).toBe(19);
  expect(trial.found()).toMatchObject({ lookedAt: 20, matched: 0 });
});
