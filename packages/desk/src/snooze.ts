import type { Prompt, Snooze } from '@countersign/api/prompt';

const hourMs = 3_600_000;
const longestMs = 30 * 24 * hourMs;
/** The maximum snooze of a critical prompt, independent of the policy: it must come back within one shift. */
const longestCriticalMs = hourMs;

/** Why a prompt cannot be snoozed until a time: in the past, after the deadline, or beyond the limit of its severity or of all. */
export type SnoozeRefusal = 'over' | 'after-deadline' | 'too-far-for-critical' | 'too-far';

/** The members of a prompt that determine how long it may be snoozed. */
type Snoozable = Pick<Prompt, 'severity' | 'expiresAt'>;

/** Why a prompt cannot be snoozed until then, null = it can. `until` and `now`: epoch ms. */
export function snoozeRefusal(
  { severity, expiresAt }: Snoozable,
  until: number,
  now: number,
): SnoozeRefusal | null {
  if (until <= now) return 'over';
  if (expiresAt !== null && until > expiresAt) return 'after-deadline';
  if (until - now <= longestOf(severity)) return null;
  return severity === 'critical' ? 'too-far-for-critical' : 'too-far';
}

/** The same snooze, limited to the maximum from now; null = it is not snoozed. The clock may have been set back. */
export function cappedSnooze(
  snooze: Snooze,
  { severity }: Pick<Prompt, 'severity'>,
  now: number,
): Snooze | null {
  const latest = now + longestOf(severity);
  return snooze.until <= latest ? null : { ...snooze, until: latest };
}

/** Whether the snooze of an open prompt has ended, even if its timer has not run yet. */
export const isToWake = ({ state, snooze }: Pick<Prompt, 'state' | 'snooze'>, now: number) =>
  state === 'open' && snooze !== null && snooze.until <= now;

const longestOf = (severity: Prompt['severity']) =>
  severity === 'critical' ? longestCriticalMs : longestMs;
