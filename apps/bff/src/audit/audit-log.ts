import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodePageCursor, encodePageCursor, pageOfRows } from '../http/page-cursor.ts';
import type { Journal } from '../journal/journal.ts';
import { auditRowsAfter, newestAuditRows } from '../store/audit.ts';
import { auditHash } from '../store/transaction.ts';

export interface AuditQuery {
  task?: string | undefined;
  operator?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Newest first, each row with its link of the chain. */
export async function listAudit(journal: Journal, query: AuditQuery) {
  const cursor = decodePageCursor(query.cursor);
  const rows = await newestAuditRows(journal.read, {
    task: query.task ?? null,
    operator: query.operator ?? null,
    before: cursor?.at ?? null,
    limit: query.limit + 1,
  });
  return pageOfRows(rows, query.limit, {
    item: (row): Record<string, unknown> => ({ ...JSON.parse(row.row), hash: row.hash }),
    cursor: (row) => encodePageCursor(row.number, ''),
  });
}

const pageRows = 100;

/** Verifies the whole chain; `brokenAt` is the first row that was changed, or is missing. Yields to others between two pages. */
export async function verifyAudit(
  journal: Journal,
): Promise<{ ok: boolean; rows: number; brokenAt: number | null }> {
  let previous = { number: 0, hash: '' };
  for (;;) {
    const rows = await auditRowsAfter(journal.read, previous.number, pageRows);
    for (const row of rows) {
      const expected = auditHash(previous.hash, JSON.parse(row.row));
      if (row.number !== previous.number + 1 || row.hash !== expected) {
        return { ok: false, rows: previous.number, brokenAt: previous.number + 1 };
      }
      previous = row;
    }
    if (rows.length < pageRows) return { ok: true, rows: previous.number, brokenAt: null };
    await nextTurn();
  }
}
