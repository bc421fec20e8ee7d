import { onDuty } from '@countersign/server/journal/on-duty';
import type { PartKernel } from '@countersign/server/part';
import { oneAtATime } from '@countersign/server/runtime/one-at-a-time';
import { publishFinalCounts } from '../controls/final-counts.ts';
import { createObedienceWatch } from '../controls/obedience-watch.ts';
import { createLeaseTimer } from '../decisions/claim-timer.ts';
import type { DeskServices } from '../desk-services.ts';

/** Recurring work of the server on duty, by the clock and by the log. Returns its undo. */
export function startUpkeep(
  { journal: all, clock, report }: Pick<PartKernel, 'journal' | 'clock' | 'report'>,
  on: Pick<DeskServices, 'timers' | 'dispatcher' | 'runs' | 'controls' | 'webhooks'>,
): () => void {
  const journal = onDuty(all);
  const { others } = journal;
  const { timers, dispatcher } = on;
  dispatcher.wake();
  const leaseTimer = createLeaseTimer(journal, clock, report);
  const obedience = createObedienceWatch({ journal, clock, onNoted: on.webhooks.wake, report });
  const recorded = oneAtATime(async () => {
    await on.runs.startMissed();
    await on.controls.recover();
  });
  /** What other servers have recorded for this one to do. */
  const takeRecorded = () => {
    timers.rearm();
    dispatcher.wake();
    on.webhooks.wake();
    recorded.ask().catch((error) => {
      report('What another server has recorded was not begun; it is with the next.', error);
    });
  };
  const ends = [
    leaseTimer.close,
    obedience.close,
    publishFinalCounts(journal, clock, report),
    journal.onCommit((rows) => {
      // Only the server's own facts can change a timer or add to the outbox.
      if (!rows.some((row) => row.notable)) return;
      timers.rearm();
      dispatcher.rearm();
    }),
    others.onWord(({ kind }) => {
      if (kind === 'committed') takeRecorded();
    }),
    others.onGap(takeRecorded),
    journal.onTimeSet(() => {
      timers.rearm();
      dispatcher.wake();
    }),
  ];
  // Recorded while this server was taking up the rest.
  if (journal.duty.fence() !== undefined) takeRecorded();
  return () => {
    for (const end of ends) end();
  };
}
