import type { Task } from '@countersign/api/task';
import {
  decodePageCursor,
  encodePageCursor,
  likePattern,
  pageOfRows,
} from '../http/page-cursor.ts';
import type { SqlValue } from '../journal/database.ts';
import type { Journal } from '../journal/journal.ts';
import { selectTask, type TaskRow, toTask } from './records.ts';

export interface TaskQuery {
  /** A declared state, or a run status. */
  state?: string | undefined;
  agent?: string | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Newest first. */
export function listTasks(
  journal: Journal,
  query: TaskQuery,
): { items: Task[]; nextCursor: string | null } {
  const cursor = decodePageCursor(query.cursor);
  const pattern = query.q === undefined ? null : likePattern(query.q);
  const values: SqlValue[] = [
    query.state ?? null,
    query.state ?? null,
    query.state ?? null,
    query.agent ?? null,
    query.agent ?? null,
    pattern,
    pattern,
    query.q ?? null,
    cursor?.at ?? null,
    cursor?.at ?? null,
    cursor?.id ?? null,
    query.limit + 1,
  ];
  const rows = journal.read.all<TaskRow>(
    `${selectTask} WHERE (? IS NULL OR t.state = ? OR r.status = ?)
      AND (? IS NULL OR EXISTS(SELECT 1 FROM json_each(t.agents) WHERE value = ?))
      AND (? IS NULL OR t.title LIKE ? ESCAPE '\\' OR t.id = ?)
      AND (? IS NULL OR (t.started, t.id) < (?, ?))
     ORDER BY t.started DESC, t.id DESC LIMIT ?`,
    ...values,
  );
  return pageOfRows(rows, query.limit, {
    item: (row) => toTask(journal.read, row),
    cursor: (row) => encodePageCursor(row.started, row.id),
  });
}
