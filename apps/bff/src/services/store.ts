import { defaultBudget } from '@countersign/thread/budget';
import { resumeTime } from '../clock-set.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { settleBudget } from '../journal/snapshot-operation.ts';
import { createSnapshots, type Snapshots } from '../journal/snapshots.ts';
import type { Report } from '../runtime/alarm.ts';
import { type Clock, guardedClock, noticingClock } from '../runtime/clock.ts';
import { storeWriter } from '../store-writer.ts';
import type { ServiceOptions } from './options.ts';

/** What everything else writes to, reads from and counts time by. */
export interface StoreServices {
  clock: Clock;
  journal: Journal;
  snapshots: Snapshots;
  report: Report;
}

/** Opens the store, and settles what time it is and what a task is folded within. */
export async function openStore(options: ServiceOptions): Promise<StoreServices> {
  const { createId, directory, budget = defaultBudget, report = () => {} } = options;
  const wall =
    options.report === undefined ? options.clock : guardedClock(options.clock, options.report);
  const journal = openJournal({
    writer: storeWriter,
    directory,
    clock: wall,
    createId,
    report: options.report,
  });
  // A timer runs when its length is over, whatever was done to the clock: then at the latest that is noticed.
  const clock = noticingClock(wall, journal.noticeTime);
  await journal.commit(resumeTime, null);
  await journal.commit(settleBudget, { budget: JSON.stringify(budget) });
  const snapshots = createSnapshots(journal, {
    budget,
    onSkipped: (threadId, error) => report(`A snapshot of ${threadId} was skipped.`, error),
  });
  return { clock, journal, snapshots, report };
}
