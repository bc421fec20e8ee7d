import type { Reading, Writing } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import type { Transaction } from '@countersign/server/store/transaction';
import { deleteEnvironment, putEnvironment, type StoredCall } from './environment-entries.ts';

const minuteMs = 60_000;
/** How long after its end a call that reads is joined, and one that acts: what is read is old soon, and nothing must be done twice. */
export const joinedMs = { reading: 10 * minuteMs, acting: 24 * 60 * minuteMs } as const;
/** How long it is kept that an outcome is not known. */
const doubtMs = 30 * 24 * 60 * minuteMs;

/**
 * Removes calls that nobody has fetched, and doubts that are old. Returns how many there were. What has not ended as usual may have an
 * unknown outcome.
 */
export async function removeOldCalls(transaction: Transaction, limit: number): Promise<number> {
  const { now } = transaction;
  let removed = await deleteEndedGrants(transaction);
  for (const { id, call, endedAt, status } of await endedCalls(
    transaction,
    now - joinedMs.reading,
  )) {
    if (removed >= limit) break;
    const { taskId, wasUnknown, isReading = false, asOf = endedAt ?? 0 } = call;
    const isOld = now - (endedAt ?? 0) >= (isReading ? joinedMs.reading : joinedMs.acting);
    if (taskId !== null && !isOld) continue;
    const isDoubtful =
      wasUnknown || (taskId !== null && !isReading && status !== null && status !== 'finished');
    const keptMs = wasUnknown ? doubtMs : joinedMs.acting;
    if (taskId === null && now - asOf < keptMs) continue;
    removed += 1;
    if (taskId !== null && isDoubtful) {
      await putEnvironment(transaction, 'call', id, {
        ...call,
        taskId: null,
        wasUnknown: true,
        asOf,
      });
    } else await deleteEnvironment(transaction, 'call', id);
  }
  return removed;
}

/** Removes what was allowed for tasks that have ended; returns how many there were. */
const deleteEndedGrants = async (writing: Writing): Promise<number> =>
  writing.run(
    `DELETE FROM environment_entries WHERE kind = 'grant' AND NOT EXISTS(
       SELECT 1 FROM tasks t JOIN runs r ON r.id = t.run
       WHERE t.id = json_extract(environment_entries.body, '$.task') AND r.ended IS NULL)`,
  );

/** Calls whose task has ended before a time, epoch ms, or is not there any more. */
async function endedCalls(
  reading: Reading,
  before: number,
): Promise<{ id: string; call: StoredCall; endedAt: number | null; status: string | null }[]> {
  const rows = await reading.all<{
    id: string;
    body: string;
    ended: number | null;
    status: string | null;
  }>(
    `SELECT e.id, e.body, r.ended, r.status FROM environment_entries e
     LEFT JOIN tasks t ON t.id = json_extract(e.body, '$.taskId') LEFT JOIN runs r ON r.id = t.run
     WHERE e.kind = 'call' AND (r.id IS NULL OR r.ended < ?)`,
    before,
  );
  return rows.map(({ id, body, ended, status }) => ({
    ...{ id, call: storedJson<StoredCall>(body), endedAt: ended, status },
  }));
}
