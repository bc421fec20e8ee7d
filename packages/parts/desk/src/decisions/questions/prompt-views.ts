import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { keepView, readView, type ViewRow } from '../../rows/prompt-views.ts';

interface Report {
  promptId: string;
  operatorId: string;
  revision: number;
  /** The tab has closed it, or is not visible any more. */
  isGone: boolean;
}

/** A tab that has not reported for so long did not have it open meanwhile. */
const silenceMs = 45_000;

/** Since the last report. */
const visibleUntil = ({ visible_ms, last }: ViewRow, now: number): number =>
  now - last > silenceMs ? visible_ms : visible_ms + Math.max(0, now - last);

/** A tab reports that it has a prompt open: the time since its last report counts. */
export const noteView = operation<Report, null>('noteView', async (transaction, report) => {
  const { now } = transaction;
  const before = await readView(transaction, report);
  if (before === undefined && report.isGone) return null;
  await keepView(transaction, report, {
    since: before?.since ?? now,
    last: report.isGone ? 0 : now,
    visible_ms: before === undefined ? 0 : visibleUntil(before, now),
  });
  return null;
});

/** For how long an operator had this revision open until now; null = it was not. */
export async function seenUntilNow(
  transaction: Transaction,
  of: Omit<Report, 'isGone'>,
): Promise<{ since: number; visibleMs: number; revision: number } | null> {
  const opening = await readView(transaction, of);
  if (opening === undefined) return null;
  const visibleMs = visibleUntil(opening, transaction.now);
  return { since: opening.since, visibleMs, revision: of.revision };
}
