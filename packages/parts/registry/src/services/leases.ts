import { createAlarm, type Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import {
  type Lease,
  type LeasePhase,
  leasePhase,
  leaseTerms,
  nextLeaseChangeAt,
  settleLease,
  startLease,
} from '@countersign/uap/life/lease';
import type { Service } from '@countersign/uap/model/service';

/** The current state of a lease. */
export interface LeaseState {
  phase: LeasePhase;
  remainingMs: number;
  /** From a renewal to the end. */
  lengthMs: number;
}

/** The leases of ephemeral services, by elapsed time: a clock that is set changes none. */
export interface Leases {
  /** Begins the lease of a service that has one, with its health; the lease of one that has none any longer is forgotten. */
  begin(service: Service): void;
  /** Begins it again; null = it has none. `wasUnhealthy`: it is healthy from now on. */
  renew(id: string): { wasUnhealthy: boolean } | null;
  forget(id: string): void;
  /** For display; null = it has none. */
  state(id: string): LeaseState | null;
  /** Sets the timer. */
  arm(): void;
  close(): void;
}

export function createLeases(options: {
  clock: Clock;
  /** Whether leases end here: another server watches over them if not. */
  isKeeper: () => boolean;
  /** What has become of leases; those that have ended are forgotten. */
  onDue: (due: readonly { id: string; change: 'unhealthy' | 'deleted' }[]) => void;
  report: Report;
}): Leases {
  const { clock, isKeeper, onDue, report } = options;
  const leases = new Map<string, Lease>();

  const settle = () => {
    const now = clock.monotonic();
    const due: { id: string; change: 'unhealthy' | 'deleted' }[] = [];
    for (const [id, lease] of leases) {
      const change = settleLease(lease, now);
      if (change === null) continue;
      if (change === 'deleted') leases.delete(id);
      else leases.set(id, { ...lease, health: 'unhealthy' });
      due.push({ id, change });
    }
    if (due.length > 0) onDue(due);
    void alarm.arm();
  };
  const alarm = createAlarm({
    clock,
    untilNext: () => {
      let next = Number.POSITIVE_INFINITY;
      for (const lease of leases.values()) next = Math.min(next, nextLeaseChangeAt(lease));
      return next - clock.monotonic();
    },
    ring: settle,
    report,
  });

  return {
    begin(service) {
      const { id, ephemeral_check: check } = service;
      if (check === undefined) leases.delete(id);
      else {
        const lease = startLease(leaseTerms(check), clock.monotonic());
        const health = service.health_status === 'unhealthy' ? 'unhealthy' : 'healthy';
        leases.set(id, { ...lease, health });
      }
    },
    renew(id) {
      const lease = leases.get(id);
      if (lease === undefined) return null;
      leases.set(id, startLease(lease.terms, clock.monotonic()));
      return { wasUnhealthy: lease.health === 'unhealthy' };
    },
    forget: (id) => void leases.delete(id),
    state(id) {
      const lease = leases.get(id);
      if (lease === undefined) return null;
      return { ...leasePhase(lease, clock.monotonic()), lengthMs: lease.terms.deleteMs };
    },
    arm() {
      if (isKeeper()) void alarm.arm();
    },
    close: alarm.stop,
  };
}
