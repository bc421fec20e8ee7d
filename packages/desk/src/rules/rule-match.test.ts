import type { Prompt } from '@countersign/api/prompt';
import type { RuleMatch } from '@countersign/api/rule';
import { expect, it } from 'vitest';
import { promptWith } from '../testing/prompt-with.ts';
import { judgeAtOnce } from './judge-conditions.ts';
import { type JudgeConditions, matches, matchesWithoutConditions } from './rule-match.ts';

const prompt = promptWith();
const judge: JudgeConditions = async (conditions, value) => {
  const verdict = judgeAtOnce(conditions, value);
  return verdict === 'searches' ? null : verdict;
};
const one: RuleMatch = { agentId: 'hiring', conditions: [] };

it.each<[string, Partial<RuleMatch>, boolean]>([
  ['nothing more', {}, true],
  ['another agent', { agentId: 'radio' }, false],
  ['whom it speaks for', { relayedFor: 'recommender' }, true],
  ['another name', { relayedFor: 'radio' }, false],
  ['what blocks', { blocking: true }, true],
  ['what does not block', { blocking: false }, false],
  ['its origin', { origin: 'ag-ui/interrupt' }, true],
  ['another origin', { origin: 'upformat/message' }, false],
  ['its tool', { toolName: 'sendEmail' }, true],
  ['another tool', { toolName: 'pay' }, false],
  ['its class', { classKey: 'c1' }, true],
  ['another class', { classKey: 'c2' }, false],
  ['less severe prompts', { severityUpTo: 'info' }, false],
  ['more severe prompts', { severityUpTo: 'critical' }, true],
])('a rule that names %s', (_name, more, expected) => {
  expect(matchesWithoutConditions({ ...one, ...more }, prompt)).toBe(expected);
});

it('leaves critical prompts to people unless it includes them', () => {
  const critical: Prompt = { ...prompt, severity: 'critical' };
  expect(matchesWithoutConditions(one, critical)).toBe(false);
  expect(matchesWithoutConditions({ ...one, severityUpTo: 'critical' }, critical)).toBe(true);
});

it('checks the payload and the whole message, and does not guess what could not be evaluated', async () => {
  const cheap = { path: '$.cost', is: 'at-most' as const, value: 50 };
  const effect = { path: '$.upPrompt.effect', of: 'message' as const, is: 'present' as const };
  const verdict = (...conditions: RuleMatch['conditions']) =>
    matches(judge, { ...one, conditions }, prompt);
  expect(await verdict(cheap, effect)).toBe(true);
  expect(await verdict({ ...cheap, value: 20 }, effect)).toBe(false);
  expect(await verdict(cheap, { ...effect, is: 'absent' })).toBe(false);
  expect(await verdict({ path: '$..cost', is: 'present' })).toBeNull();
  expect(
    await verdict({ ...cheap, value: 20 }, { path: '$..a', of: 'message', is: 'present' }),
  ).toBe(false);
  const elsewhere = {
    ...one,
    agentId: 'radio',
    conditions: [{ path: '$..a', is: 'present' as const }],
  };
  expect(await matches(judge, elsewhere, prompt)).toBe(false);
});
