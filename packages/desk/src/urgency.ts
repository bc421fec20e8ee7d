import { logOf } from '@countersign/api/asker';
import type { Prompt } from '@countersign/api/prompt';
import { type Severity, severities } from '@countersign/upformat/message';

const weightOf = (severity: Severity): number => severities.indexOf(severity);

/** The members that determine the order of prompts. */
export type Urgency = Pick<
  Prompt,
  'id' | 'taskId' | 'agentId' | 'severity' | 'expiresAt' | 'openedAt' | 'sequence' | 'place'
>;

/** Whether a severity is no higher than another. */
export const isAtMost = (severity: Severity, most: Severity): boolean =>
  weightOf(severity) <= weightOf(most);

/** The highest severity among prompts. */
export const mostSevere = (prompts: readonly Pick<Prompt, 'severity'>[]): Severity =>
  prompts.reduce<Severity>(
    (most, { severity }) => (weightOf(severity) > weightOf(most) ? severity : most),
    'info',
  );

/**
 * The order of every list of questions: by deadline, then severity, then age; no deadline comes last. Negative = `left`
 * is the more urgent one.
 */
export function comparePrompts(left: Urgency, right: Urgency): number {
  const deadline = ({ expiresAt }: Urgency) => expiresAt ?? Number.POSITIVE_INFINITY;
  if (deadline(left) !== deadline(right)) return deadline(left) - deadline(right);
  if (left.severity !== right.severity) return weightOf(right.severity) - weightOf(left.severity);
  const age = left.openedAt - right.openedAt;
  if (age !== 0) return age;
  // At the same time: by log, in the order of asking.
  const [log, other] = [logOf(left), logOf(right)];
  if (log !== other) return log < other ? -1 : 1;
  const asked = left.sequence - right.sequence || left.place - right.place;
  if (asked !== 0) return asked;
  return left.id < right.id ? -1 : 1;
}

/** The order of the queue: blocking prompts first, each part by urgency. */
export const compareInQueue = (
  left: Urgency & Pick<Prompt, 'blocking'>,
  right: Urgency & Pick<Prompt, 'blocking'>,
): number => Number(right.blocking) - Number(left.blocking) || comparePrompts(left, right);
