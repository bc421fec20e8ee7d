import { durationMs } from '../model/duration.ts';
import type { EphemeralCheck } from '../model/service.ts';

/** The lengths of a lease, ms. */
export interface LeaseTerms {
  /** The service renews this often. */
  intervalMs: number;
  unhealthyMs: number;
  deleteMs: number;
}

/** A lease of an ephemeral service, counted from its last renewal (epoch ms). */
export interface Lease {
  terms: LeaseTerms;
  renewedAt: number;
  health: 'healthy' | 'unhealthy';
}

/** What time does to a lease: it becomes unhealthy once, and then ends. */
export type LeaseChange = 'unhealthy' | 'deleted';

/** The terms that a check states; a checked one states all of them. */
export const leaseTerms = (check: EphemeralCheck): LeaseTerms => ({
  intervalMs: durationMs(check.renewal_interval) ?? 15_000,
  unhealthyMs: durationMs(check.renewal_unhealthy_timeout) ?? 30_000,
  deleteMs: durationMs(check.renewal_delete_timeout) ?? 60_000,
});

/** A lease that begins, or begins again, now: a renewal makes it healthy. */
export const startLease = (terms: LeaseTerms, now: number): Lease => ({
  terms,
  renewedAt: now,
  health: 'healthy',
});

/** What is due of a lease; null = nothing yet. A time that was missed counts as its last change. */
export function settleLease(lease: Lease, now: number): LeaseChange | null {
  const age = now - lease.renewedAt;
  if (age >= lease.terms.deleteMs) return 'deleted';
  return lease.health === 'healthy' && age >= lease.terms.unhealthyMs ? 'unhealthy' : null;
}

/** When the next change is due (epoch ms). */
export const nextLeaseChangeAt = ({ terms, renewedAt, health }: Lease): number =>
  renewedAt + (health === 'healthy' ? terms.unhealthyMs : terms.deleteMs);

/** The state of a lease, for display. `late`: a renewal is overdue, and it is still healthy. */
export type LeasePhase = 'renewed' | 'late' | 'unhealthy' | 'over';

/** The phase of a lease, and the ms until it ends. */
export function leasePhase(lease: Lease, now: number): { phase: LeasePhase; remainingMs: number } {
  const { terms, renewedAt } = lease;
  const age = Math.max(0, now - renewedAt);
  const remainingMs = Math.max(0, terms.deleteMs - age);
  if (age >= terms.deleteMs) return { phase: 'over', remainingMs };
  if (lease.health === 'unhealthy' || age >= terms.unhealthyMs)
    return { phase: 'unhealthy', remainingMs };
  return { phase: age >= terms.intervalMs ? 'late' : 'renewed', remainingMs };
}
