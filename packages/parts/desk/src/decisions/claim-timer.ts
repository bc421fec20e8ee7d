import type { Journal } from '@countersign/server/journal/journal';
import { createAlarm, type Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import { whenRead } from '@countersign/server/store/awaitable';
import { nextClaimEnd } from '../rows/claims.ts';
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

  const fire = async () => {
    if (closed || working) return;
    working = true;
    let atLeastMs = 0;
    try {
      const read = nextClaimEnd(journal.read);
      const at = read instanceof Promise ? await read : read;
      // The transaction checks each claim again: the first change wins, and nothing happens twice.
      if (at <= clock.now()) await journal.commit(settleClaims, null).catch(fail);
    } finally {
      working = false;
    }
    await alarm.arm(atLeastMs);
    function fail(error: unknown) {
      report('Claims that have ended were not released.', error);
      atLeastMs = retryMs;
    }
  };
  const alarm = createAlarm({
    clock,
    untilNext: () => whenRead(nextClaimEnd(journal.read), (at) => at - clock.now()),
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
