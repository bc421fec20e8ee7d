import type { Journal } from '../journal/journal.ts';
import type { RunRow } from '../records/run-row.ts';
import { flatMapInOrder } from '../store/in-order.ts';

/** All active runs, as far as they can be read. */
export async function readActiveRuns(journal: Journal): Promise<RunRow[]> {
  const readAll = () => journal.read.all<RunRow>('SELECT * FROM runs WHERE ended IS NULL');
  return (
    (await journal.read.pastDamage('runs', readAll, null)) ?? (await activePastDamage(journal))
  );
}

/** Ids from an index only: an unreadable run does not keep the others from being resumed. */
const activePastDamage = async (journal: Journal): Promise<RunRow[]> =>
  flatMapInOrder(
    await journal.read.all<{ id: string; thread: string }>(
      'SELECT id, thread FROM runs INDEXED BY runs_thread',
    ),
    async ({ id, thread }) => {
      const read = () => journal.read.all<RunRow>('SELECT * FROM runs WHERE id = ?', id);
      const found = await journal.read.pastDamage('runs', read, null);
      if (found === null) journal.noteDamage(thread);
      return (found ?? []).filter(({ ended }) => ended === null);
    },
  );

/** Whether an agent recognizes a repeated run, as at its last contact. */
export async function knowsRuns(journal: Journal, agentId: string): Promise<boolean> {
  const last = await journal.read.get<{ resumable: number }>(
    'SELECT resumable FROM runs WHERE agent = ? AND contacted = 1 ORDER BY place DESC, started DESC LIMIT 1',
    agentId,
  );
  return last?.resumable === 1;
}
