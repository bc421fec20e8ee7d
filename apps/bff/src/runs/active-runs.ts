import type { Journal } from '../journal/journal.ts';
import { flatMapInOrder } from '../store/in-order.ts';
import { activeRuns, idsOfRuns, lastContactedRun, type RunRow, readRun } from '../store/runs.ts';

/** All active runs, as far as they can be read. */
export async function readActiveRuns(journal: Journal): Promise<RunRow[]> {
  const readAll = () => activeRuns(journal.read);
  return (
    (await journal.read.pastDamage('runs', readAll, null)) ?? (await activePastDamage(journal))
  );
}

/** Ids from an index only: an unreadable run does not keep the others from being resumed. */
const activePastDamage = async (journal: Journal): Promise<RunRow[]> =>
  flatMapInOrder(await idsOfRuns(journal.read), async ({ id, thread }) => {
    const read = async () => (await readRun(journal.read, id)) ?? [];
    const found = await journal.read.pastDamage('runs', read, null);
    if (found === null) journal.noteDamage(thread);
    return [found ?? []].flat().filter(({ ended }) => ended === null);
  });

/** Whether an agent recognizes a repeated run, as at its last contact. */
export async function knowsRuns(journal: Journal, agentId: string): Promise<boolean> {
  const last = await lastContactedRun(journal.read, agentId);
  return last?.resumable === 1;
}
