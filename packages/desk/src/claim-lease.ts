import type { ClaimFact } from '@countersign/api/fact';
import type { Claim } from '@countersign/api/prompt';
import type { ClassPolicy } from '@countersign/api/settings/policy';

/** One operator at one time, with the policy of the prompt. `now`: epoch ms. */
export interface Moment {
  now: number;
  operator: string;
  name: string;
  policy: Pick<ClassPolicy, 'claimLeaseMs' | 'takeOverMs'>;
}

/** What happened to a claim, and its new state. */
export interface LeaseStep {
  change: ClaimFact['change'];
  claim: Claim | null;
}

/** `refused`: another operator holds it. No step: nothing to change. */
export type LeaseOutcome =
  | { kind: 'held'; claim: Claim; step: LeaseStep | null }
  | { kind: 'refused'; claim: Claim };

/** A renewal this early changes nothing: a repeated claim is the same claim. */
const renewAfterPart = 0.1;

/** The effect of time: an unanswered request is granted, an expired lease is released. Null: nothing yet. */
export function settleLease(
  claim: Claim,
  moment: Pick<Moment, 'now' | 'policy'>,
): LeaseStep | null {
  const { takeOver, until } = claim;
  const { now, policy } = moment;
  if (takeOver !== null && Math.min(takeOver.grantedAt, until) <= now) {
    return { change: 'taken-over', claim: lease({ ...takeOver, now, policy }) };
  }
  return until <= now ? { change: 'expired', claim: null } : null;
}

/** Who holds a prompt now, including effects of time whose timer has not run yet. Null = it is unclaimed. */
export function holderOf(
  claim: Claim | null,
  moment: Pick<Moment, 'now' | 'policy'>,
): string | null {
  const step = claim === null ? null : settleLease(claim, moment);
  return (step === null ? claim : step.claim)?.operator ?? null;
}

/** The clock was set: a lease and a request for it keep their remaining time. */
export const shiftLease = (claim: Claim, jumpMs: number): Claim => ({
  ...claim,
  since: claim.since + jumpMs,
  until: claim.until + jumpMs,
  takeOver: claim.takeOver && {
    ...claim.takeOver,
    at: claim.takeOver.at + jumpMs,
    grantedAt: claim.takeOver.grantedAt + jumpMs,
  },
});

/** Claims a free prompt or renews the operator's own claim. `claim`: its current state after effects of time. */
export function takeLease(claim: Claim | null, moment: Moment): LeaseOutcome {
  if (claim === null) {
    const fresh = lease(moment);
    return { kind: 'held', claim: fresh, step: { change: 'claimed', claim: fresh } };
  }
  if (claim.operator !== moment.operator) return { kind: 'refused', claim };
  const until = moment.now + moment.policy.claimLeaseMs;
  if (until - claim.until < moment.policy.claimLeaseMs * renewAfterPart) {
    return { kind: 'held', claim, step: null };
  }
  const renewed = { ...claim, until };
  return { kind: 'held', claim: renewed, step: { change: 'renewed', claim: renewed } };
}

/** Requests it from the holder; one request at a time. A free or own claim is taken at once. */
export function askForLease(claim: Claim | null, moment: Moment): LeaseOutcome {
  if (claim === null || claim.operator === moment.operator) return takeLease(claim, moment);
  if (claim.takeOver !== null) {
    if (claim.takeOver.operator !== moment.operator) return { kind: 'refused', claim };
    return { kind: 'held', claim, step: null };
  }
  const { now, operator, name, policy } = moment;
  const takeOver = { operator, name, at: now, grantedAt: now + policy.takeOverMs };
  const asked = { ...claim, takeOver };
  return { kind: 'held', claim: asked, step: { change: 'take-over-asked', claim: asked } };
}

/** An administrator takes it at once. */
export function forceLease(claim: Claim | null, moment: Moment): LeaseOutcome {
  if (claim === null || claim.operator === moment.operator) return takeLease(claim, moment);
  const taken = lease(moment);
  return { kind: 'held', claim: taken, step: { change: 'taken-over', claim: taken } };
}

/** The holder keeps it: the request is declined, and the lease restarts. */
export function keepLease(claim: Claim | null, moment: Moment): LeaseOutcome {
  if (claim === null || claim.operator !== moment.operator || claim.takeOver === null) {
    return takeLease(claim, moment);
  }
  const kept = { ...claim, until: moment.now + moment.policy.claimLeaseMs, takeOver: null };
  return { kind: 'held', claim: kept, step: { change: 'take-over-declined', claim: kept } };
}

/** The holder releases it, and the requester gets it; the requester can withdraw the request. Null: the operator is neither. */
export function releaseLease(claim: Claim | null, moment: Omit<Moment, 'name'>): LeaseStep | null {
  if (claim === null) return null;
  const { takeOver } = claim;
  if (claim.operator === moment.operator) {
    if (takeOver === null) return { change: 'released', claim: null };
    const { now, policy } = moment;
    return { change: 'taken-over', claim: lease({ ...takeOver, now, policy }) };
  }
  if (takeOver?.operator !== moment.operator) return null;
  return { change: 'take-over-withdrawn', claim: { ...claim, takeOver: null } };
}

function lease({ now, operator, name, policy }: Moment): Claim {
  return { operator, name, since: now, until: now + policy.claimLeaseMs, takeOver: null };
}
