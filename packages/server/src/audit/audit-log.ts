import { decodePageCursor, encodePageCursor, pageOfRows } from '../http/page-cursor.ts';
import type { Journal } from '../journal/journal.ts';
import { newestAuditRows } from '../store/audit.ts';

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
