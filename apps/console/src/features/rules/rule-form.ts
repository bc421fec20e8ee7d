import type { CreateRule, Rule, RuleCondition, RuleMatch } from '@countersign/api/rule';
import { mayEndAt } from '@countersign/desk/rule-state';
import type { FeedbackType, Severity, UpFeedback } from '@countersign/upformat/message';
import { rulesText } from '../../text/texts.ts';
import { momentOfWall, wallInput } from '../../ui/time-zone.ts';
import { conditionFaults, readCondition } from './read-condition.ts';
import { writeConditionValue } from './rule-value.ts';

const words = rulesText.form;
const DAY = 86_400_000;
/** The maximum lifetime of a rule, ms. */
const OUTSET_MS = 7 * DAY;

export interface ConditionForm {
  /** Lasts as long as the form. */
  key: number;
  path: string;
  of: NonNullable<RuleCondition['of']>;
  is: RuleCondition['is'];
  value: string;
}
/** A rule as it is typed. */
export interface RuleForm {
  name: string;
  agentId: string;
  relayedFor: string;
  kind: 'any' | 'blocking' | 'followup';
  /** Name of an origin; '' = any. */
  origin: string;
  toolName: string;
  severityUpTo: Severity;
  /** Of the prompt it was made from; null = from none. */
  classKey: string | null;
  sameClass: boolean;
  conditions: readonly ConditionForm[];
  /** Null = none is chosen yet: it is never chosen beforehand. */
  answer: FeedbackType | null;
  text: string;
  /** An edit or a ranking that was made elsewhere: it is sent as it is. */
  kept: UpFeedback | null;
  /** Local date and time, as the browser's own field writes it. */
  expires: string;
}
export type RuleFaults = Readonly<Record<string, string>>;

let nextKey = 0;
export const conditionForm = (condition: RuleCondition): ConditionForm => ({
  key: nextKey++,
  path: condition.path,
  of: condition.of ?? 'payload',
  is: condition.is,
  value: writeConditionValue(condition),
});

function matchForm(match: RuleMatch) {
  const { blocking, classKey } = match;
  return {
    agentId: match.agentId,
    relayedFor: match.relayedFor ?? '',
    kind: blocking === undefined ? 'any' : blocking ? 'blocking' : 'followup',
    origin: match.origin ?? '',
    toolName: match.toolName ?? '',
    severityUpTo: match.severityUpTo ?? 'minor',
    classKey: classKey ?? null,
    sameClass: classKey !== undefined,
    conditions: match.conditions.map(conditionForm),
  } as const;
}

const textOf = (feedback: UpFeedback): string => {
  if (feedback.type === 'approve' || feedback.type === 'reject') {
    return feedback.content?.reason ?? '';
  }
  return feedback.type === 'comment' || feedback.type === 'instruction'
    ? feedback.content.text
    : '';
};

export function ruleForm(rule: Rule): RuleForm {
  const { feedback } = rule;
  const isMadeElsewhere = feedback.type === 'edit' || feedback.type === 'rank';
  return {
    ...matchForm(rule.match),
    name: rule.name,
    answer: feedback.type,
    text: textOf(feedback),
    kept: isMadeElsewhere ? feedback : null,
    expires: wallInput(rule.expiresAt),
  };
}

/** What a new rule begins with. */
export interface RuleOrigin {
  match: RuleMatch;
  /** The answer that was given; null = none that could be given again. */
  feedback: UpFeedback | null;
}

/** An empty form, or one that begins with what was asked and answered. `now`: epoch ms of the server. */
export function newRuleForm(origin: RuleOrigin | null, now: number): RuleForm {
  const feedback = origin?.feedback ?? null;
  return {
    ...matchForm(origin?.match ?? { agentId: '', conditions: [] }),
    name: '',
    answer: null,
    text: feedback === null ? '' : textOf(feedback),
    kept: null,
    expires: wallInput(now + OUTSET_MS),
  };
}

function readFeedback({ answer, text, kept }: RuleForm): UpFeedback | null {
  const written = text.trim();
  switch (answer) {
    case 'approve':
    case 'reject':
      return written === '' ? { type: answer } : { type: answer, content: { reason: written } };
    case 'comment':
    case 'instruction':
      return written === '' ? null : { type: answer, content: { text: written } };
    default:
      return kept;
  }
}

/** What is typed as a rule, or what is wrong with it by place. `now`: epoch ms of the server. */
export function readRuleForm(
  form: RuleForm,
  now: number,
): { ok: true; rule: CreateRule } | { ok: false; faults: RuleFaults } {
  const name = form.name.trim();
  const feedback = readFeedback(form);
  const expiresAt = momentOfWall(form.expires);
  const conditions = form.conditions.map(readCondition);
  const faults: [string, string][] = conditions.flatMap((condition, index) =>
    Object.entries(conditionFaults(condition)).map(([member, fault]): [string, string] => [
      `conditions.${index}.${member}`,
      fault,
    ]),
  );
  if (name === '' || name.length > 120) faults.push(['name', words.nameBad]);
  if (form.agentId === '') faults.push(['agentId', words.agentBad]);
  if (form.answer === null) faults.push(['answer', words.answerBad]);
  else if (feedback === null) faults.push(['text', words.textBad]);
  if (expiresAt === null || !mayEndAt(expiresAt, now)) faults.push(['expires', words.expiresBad]);
  if (faults.length > 0 || feedback === null || expiresAt === null) {
    return { ok: false, faults: Object.fromEntries(faults) };
  }
  const { agentId, relayedFor, kind, origin, toolName, severityUpTo, classKey, sameClass } = form;
  const tool = toolName.trim();
  const match: RuleMatch = {
    agentId,
    severityUpTo,
    conditions,
    ...(kind === 'any' ? {} : { blocking: kind === 'blocking' }),
    ...(origin === '' ? {} : { origin }),
    // As the agent gives it: a name of spaces is a name, too.
    ...(relayedFor === '' ? {} : { relayedFor }),
    ...(tool === '' ? {} : { toolName: tool }),
    ...(sameClass && classKey !== null ? { classKey } : {}),
  };
  return { ok: true, rule: { name, expiresAt, match, feedback } };
}
