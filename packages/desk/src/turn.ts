import type { Operator } from '@countersign/api/operator';
import type { Prompt } from '@countersign/api/prompt';
import { onlyReads } from './permissions.ts';

/** The members of a prompt that determine whose turn it is. */
type Held = Pick<Prompt, 'state' | 'claim' | 'snooze'> & {
  escalation: { group: string | null } | null;
};

/** Whether a prompt waits for this operator, and why. */
export type Turn =
  | { mine: true; reason: 'held-by-you' | 'take-over-asked' | 'your-group' | 'nobody-holds-it' }
  | { mine: false; reason: 'closed' | 'viewer' | 'snoozed' | 'held' | 'other-group' };

/**
 * Who a prompt is assigned to. Viewers are never assigned; a snoozed prompt is not assigned; a claimed prompt is assigned to its holder;
 * after an escalation to the group. Server and console use this function.
 */
export function turnOf(prompt: Held, me: Operator, now: number): Turn {
  if (prompt.state !== 'open') return { mine: false, reason: 'closed' };
  if (onlyReads(me)) return { mine: false, reason: 'viewer' };
  const { claim } = prompt;
  if (claim !== null && claim.until > now) {
    if (claim.operator !== me.id) return { mine: false, reason: 'held' };
    return { mine: true, reason: claim.takeOver === null ? 'held-by-you' : 'take-over-asked' };
  }
  if (prompt.snooze !== null && prompt.snooze.until > now)
    return { mine: false, reason: 'snoozed' };
  const group = prompt.escalation?.group ?? null;
  if (group === null) return { mine: true, reason: 'nobody-holds-it' };
  return me.groups.includes(group)
    ? { mine: true, reason: 'your-group' }
    : { mine: false, reason: 'other-group' };
}
