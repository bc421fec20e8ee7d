import type { Rule, RuleCondition, RuleMatch } from '@countersign/api/rule';
import { feedbackSummary } from '../../text/answers/feedback-summary.ts';
import { rulesText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { takesNoValue, writeConditionValue } from './rule-value.ts';

const words = rulesText.when;

/** A path of plain names in readable form: `$.order.amount` gives `order.amount`. */
export function placeText(path: string): string {
  if (path === '$') return words.whole;
  const plain = /^\$((?:\.[A-Za-z_][\w-]*)+)$/.exec(path)?.[1];
  return plain === undefined ? path : plain.slice(1);
}

export const conditionText = (condition: RuleCondition): string =>
  visibleText(
    words.condition(
      condition.of === 'message'
        ? words.ofMessage(placeText(condition.path))
        : placeText(condition.path),
      condition.is,
      takesNoValue(condition.is) ? null : writeConditionValue(condition),
    ),
  );

/** What a rule matches, in reading order. */
export function matchText(
  match: RuleMatch,
  agentName: (agentId: string) => string,
): readonly string[] {
  const { agentId, relayedFor, blocking, origin, toolName, classKey } = match;
  return [
    words.asks(visibleText(agentName(agentId))),
    ...(relayedFor === undefined ? [] : [words.relayedFor(visibleText(relayedFor))]),
    ...(toolName === undefined ? [] : [words.tool(visibleText(toolName))]),
    ...(blocking === undefined ? [] : [blocking ? words.blocking : words.followup]),
    ...(origin === undefined ? [] : [words.origin(origin)]),
    words.severity(match.severityUpTo ?? 'minor'),
    ...(classKey === undefined ? [] : [words.sameClass]),
    ...match.conditions.map(conditionText),
  ];
}

/** What a rule answers, in one line. */
export const answerText = (rule: Pick<Rule, 'feedback'>): string =>
  visibleText(rulesText.then(feedbackSummary(rule.feedback)));
