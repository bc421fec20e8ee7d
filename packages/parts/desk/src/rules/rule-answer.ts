import type { Prompt } from '@countersign/api/prompt';
import { cameAfter, type KnownRule } from '@countersign/desk/rule-life';
import { ruleAnswer } from '@countersign/desk/rules/rule-answer';
import { matches, matchesWithoutConditions } from '@countersign/desk/rules/rule-match';
import type { Journal } from '@countersign/server/journal/journal';
import type { Clock } from '@countersign/server/runtime/clock';
import type { UpFeedback } from '@countersign/upformat/message';
import { answerByRule, passOver } from './answer-operation.ts';
import type { ConditionCheck } from './condition-check.ts';

export interface RuleAnswerOptions {
  journal: Journal;
  clock: Clock;
  createId: () => string;
  conditionCheck: ConditionCheck;
  /** Called after a rule has answered. */
  onAnswered: () => void;
}

const slowMs = 100;
const restMs = 60_000;

/** The result of a rule for a question. */
type Verdict =
  | { kind: 'no-match' }
  | { kind: 'pass-over'; reason: string }
  | { kind: 'answer'; feedback: UpFeedback };

/** Tries one rule on a question, and journals the result; resolves to whether the rule has answered. */
export function createRuleAnswer(
  options: RuleAnswerOptions,
): (rule: KnownRule, prompt: Prompt) => Promise<boolean> {
  const { journal, clock } = options;
  const resting = new Map<string, number>();

  const judge = async (rule: KnownRule, prompt: Prompt): Promise<Verdict> => {
    if (!cameAfter(rule, prompt) || !matchesWithoutConditions(rule.match, prompt)) {
      return { kind: 'no-match' };
    }
    const startedAt = clock.monotonic();
    if ((resting.get(rule.id) ?? 0) > startedAt) {
      return passedOver('Its conditions took too long a moment ago.');
    }
    const holds = await matches(options.conditionCheck.holds, rule.match, prompt);
    if (holds === null) {
      // An agent that sends many slow payloads must not block the rules of others.
      const now = clock.monotonic();
      if (now - startedAt >= slowMs) resting.set(rule.id, now + restMs);
      return passedOver('Its conditions could not be judged: too large or too slow.');
    }
    if (!holds) return { kind: 'no-match' };
    const { feedback, misfit } = ruleAnswer(rule, prompt);
    return misfit === null
      ? { kind: 'answer', feedback }
      : passedOver(`Its answer does not fit: ${misfit}`);
  };

  return async (rule, prompt) => {
    const verdict = await judge(rule, prompt);
    if (verdict.kind === 'no-match') return false;
    const { digest, id: promptId } = prompt;
    const by = { ruleId: rule.id, version: rule.version, promptId, digest };
    if (verdict.kind === 'pass-over') {
      await journal.commit(passOver, { ...by, reason: verdict.reason });
      return false;
    }
    const { feedback } = verdict;
    const decision = await journal.commit(answerByRule, {
      ...by,
      decisionId: options.createId(),
      feedback,
    });
    if (decision !== null) options.onAnswered();
    return decision !== null;
  };
}

const passedOver = (reason: string): Verdict => ({ kind: 'pass-over', reason });
