import { defaultBudget } from '@countersign/thread/budget';
import { openSealedMark } from '../audit/sealed-mark.ts';
import { resumeTime } from '../journal/clock-set.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { notePlace } from '../journal/place-operation.ts';
import { openPostgresJournal } from '../journal/postgres-journal.ts';
import { readsOnly } from '../journal/reads-only.ts';
import { settleBudget } from '../journal/snapshot-operation.ts';
import { createSnapshots } from '../journal/snapshots.ts';
import type { StoreServices } from '../kernel.ts';
import { guardedClock, noticingClock } from '../runtime/clock.ts';
import { readsOnlyInWords } from '../servers/act-or-read.ts';
import { auditKeyOf } from '../store/audit-head.ts';
import { readPlace } from '../store/meta.ts';
import { storeWriter } from '../store-writer.ts';
import { measuredJournal } from '../telemetry/measured-journal.ts';
import { silent } from '../telemetry/telemetry.ts';
import { createCommitNews } from './commit-news.ts';
import type { ServiceOptions } from './options.ts';

/** Opens the store, and applies changes of the clock and of the budget since the last start. */
export async function openStore(options: ServiceOptions): Promise<StoreServices> {
  const { createId, directory, budget = defaultBudget, report = () => {} } = options;
  const { telemetry = silent } = options;
  const { figures, tracer, notify } = telemetry;
  const wall =
    options.report === undefined ? options.clock : guardedClock(options.clock, options.report);
  const { databaseUrl: url, report: onFault } = options;
  const auditKey = auditKeyOf(options.secretKey);
  const about = {
    writer: storeWriter,
    clock: wall,
    createId,
    act: options.act,
    auditKey,
    report: onFault,
    onGroup: figures.group,
  };
  let isStarting = true;
  const opened =
    url === null
      ? openJournal({ ...about, directory })
      : await openPostgresJournal({
          ...about,
          ...{ url, leaseMs: options.leaseMs, waits: () => isStarting },
        });
  const patient: Journal = {
    ...opened,
    commit: (operation, input, fence) =>
      opened.commit(isStarting ? { ...operation, waits: true } : operation, input, fence),
  };
  const acting = readsOnly(patient, { clock: wall, isStarting: () => isStarting });
  const journal = measuredJournal(acting, {
    figures,
    tracer,
    onCommitted: createCommitNews(figures, notify),
  });
  // Timers run by elapsed time, even if the clock was set: the change is noticed then at the latest.
  const clock = noticingClock(wall, journal.noticeTime);
  if (journal.duty.isHeld()) await journal.commit(resumeTime, null, journal.duty.fence());
  if (journal.readsOnly !== null) {
    notify('warn', readsOnlyInWords[journal.readsOnly], {});
  } else if ((await readPlace(journal.read)) !== journal.place) {
    await journal.commit(notePlace, { place: journal.place });
  }
  await journal.commit(settleBudget, { budget: JSON.stringify(budget) });
  const snapshots = createSnapshots(journal, {
    budget,
    onSkipped: (taskId, error) => report('A snapshot was skipped.', error, { taskId }),
  });
  const sealedMark = openSealedMark(
    { journal, clock, report },
    { directory, key: auditKey, startsAgain: options.act === 'on' },
  );
  const started = () => {
    isStarting = false;
  };
  return { started, clock, journal, snapshots, sealedMark, report, telemetry };
}
