import { openSealedMark } from '@countersign/server/audit/sealed-mark';
import { resumeTime } from '@countersign/server/journal/clock-set';
import { type Journal, openJournal } from '@countersign/server/journal/journal';
import { notePlace } from '@countersign/server/journal/place-operation';
import { openPostgresJournal } from '@countersign/server/journal/postgres-journal';
import { readsOnly } from '@countersign/server/journal/reads-only';
import { settleBudget } from '@countersign/server/journal/snapshot-operation';
import { createSnapshots } from '@countersign/server/journal/snapshots';
import type { StoreServices } from '@countersign/server/kernel';
import { guardedClock, noticingClock } from '@countersign/server/runtime/clock';
import { readsOnlyInWords } from '@countersign/server/servers/act-or-read';
import { auditKeyOf } from '@countersign/server/store/audit/audit-head';
import { readPlace } from '@countersign/server/store/meta';
import { measuredJournal } from '@countersign/server/telemetry/measured-journal';
import { silent } from '@countersign/server/telemetry/telemetry';
import { defaultBudget } from '@countersign/thread/budget';
import { storeWriter } from '../store-writer.ts';
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
    { directory, key: auditKey, startsAgain: options.act === 'on', anchor: options.anchor ?? null },
  );
  const started = () => {
    isStarting = false;
  };
  return { started, clock, journal, snapshots, sealedMark, report, telemetry };
}
