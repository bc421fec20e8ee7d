import type { Awaitable } from './awaitable.ts';
import type { Reading } from './port.ts';

/** A row of the audit: its content as canonical JSON, and its link of the chain. */
export interface AuditRow {
  number: number;
  row: string;
  hash: string;
}

/** Newest first, of one task or operator (null = of all), before a number (null = from the newest). */
export async function newestAuditRows(
  reading: Reading,
  of: { task: string | null; operator: string | null; before: number | null; limit: number },
): Promise<AuditRow[]> {
  const { task, operator, before, limit } = of;
  return reading.all<AuditRow>(
    `SELECT number, row, hash FROM audit WHERE (? IS NULL OR thread = ?) AND (? IS NULL OR operator = ?)
     AND (? IS NULL OR number < ?) ORDER BY number DESC LIMIT ?`,
    task,
    task,
    operator,
    operator,
    before,
    before,
    limit,
  );
}

/** As it is stored: what its columns say, and what its content says, must be the same. */
export interface StoredAuditRow extends AuditRow {
  at: number;
  operator: string;
  thread: string | null;
}

/** Oldest first, after a number. */
export const auditRowsAfter = async (
  reading: Reading,
  number: number,
  limit: number,
): Promise<StoredAuditRow[]> =>
  reading.all<StoredAuditRow>(
    'SELECT number, at, operator, thread, row, hash FROM audit WHERE number > ? ORDER BY number LIMIT ?',
    number,
    limit,
  );

/** A decision as it is kept, as far as the audit binds it. */
export interface DecisionRow {
  id: string;
  prompt: string;
  digest: string;
  by_id: string;
  feedback: string;
  rule: string | null;
}

/** In no particular order; those that are not there are left out. */
export const decisionRowsOf = (
  reading: Reading,
  ids: readonly string[],
): Awaitable<DecisionRow[]> =>
  reading.all<DecisionRow>(
    `SELECT * FROM decisions WHERE id IN (${ids.map(() => '?').join(', ')})`,
    ...ids,
  );
