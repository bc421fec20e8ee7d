import type { Journal } from '../journal/journal.ts';
import { createAlarm, type Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { settleClaims } from './claim-operations.ts';

/** The server's timer for all leases and requests to take over: independent of tabs and restarts. */
export interface LeaseTimer {
  close(): void;
}

const retryMs = 1_000;

/** Starts at once, with what the last server has left. */
export function createLeaseTimer(journal: Journal, clock: Clock, report: Report): LeaseTimer {
  let working = false;
  let closed = false;

  const earliest = () => {
    // Separate queries: a minimum is found by its index only if it is the only one requested.
    const ends = journal.read.get<{ at: number | null }>('SELECT MIN(until) AS at FROM claims');
    const grants = journal.read.get<{ at: number | null }>(
      'SELECT MIN(granted_at) AS at FROM claims WHERE granted_at IS NOT NULL',
    );
    return Math.min(ends?.at ?? Number.POSITIVE_INFINITY, grants?.at ?? Number.POSITIVE_INFINITY);
  };
  const fire = () => {
    if (closed || working) return;
    if (earliest() > clock.now()) return alarm.arm();
    working = true;
    // The transaction checks each claim again: the first change wins, and nothing happens twice.
    void journal.commit(settleClaims, null).then(
      () => done(0),
      (error) => {
        report('Claims that have ended were not released.', error);
        done(retryMs);
      },
    );
  };
  const done = (atLeastMs: number) => {
    working = false;
    void alarm.arm(atLeastMs);
  };
  const alarm = createAlarm({
    clock,
    untilNext: () => earliest() - clock.now(),
    ring: fire,
    report,
  });

  const unwatch = journal.onCommit((rows) => {
    // Only the server's own facts can change the end of a lease.
    if (!working && rows.some((row) => row.notable)) void alarm.arm();
  });
  void alarm.arm();

  return {
    close() {
      closed = true;
      unwatch();
      alarm.stop();
    },
  };
}
