import type { Prompt } from '@countersign/api/prompt';
import {
  decodePageCursor,
  encodePageCursor,
  likePattern,
  pageOfRows,
} from '../http/page-cursor.ts';
import type { SqlValue } from '../journal/database.ts';
import type { Journal } from '../journal/journal.ts';
import { type PromptRow, selectPrompt, toPrompt } from './records.ts';

export interface PromptQuery {
  state?: string | undefined;
  blocking?: boolean | undefined;
  agent?: string | undefined;
  task?: string | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Newest first; sorting by urgency is the reader's, who knows what is on his screen. */
export function listPrompts(
  journal: Journal,
  query: PromptQuery,
): { items: Prompt[]; nextCursor: string | null } {
  const cursor = decodePageCursor(query.cursor);
  const blocking = query.blocking === undefined ? null : Number(query.blocking);
  const pattern = query.q === undefined ? null : likePattern(query.q);
  const twice = (value: SqlValue): SqlValue[] => [value, value];
  const rows = journal.read.all<PromptRow>(
    `${selectPrompt} WHERE (? IS NULL OR p.state = ?) AND (? IS NULL OR p.blocking = ?)
      AND (? IS NULL OR p.agent = ?) AND (? IS NULL OR p.thread = ?)
      AND (? IS NULL OR p.ask LIKE ? ESCAPE '\\' OR t.title LIKE ? ESCAPE '\\')
      AND (? IS NULL OR (p.opened, p.id) < (?, ?))
     ORDER BY p.opened DESC, p.id DESC LIMIT ?`,
    ...twice(query.state ?? null),
    ...twice(blocking),
    ...twice(query.agent ?? null),
    ...twice(query.task ?? null),
    pattern,
    pattern,
    pattern,
    ...twice(cursor?.at ?? null),
    cursor?.id ?? null,
    query.limit + 1,
  );
  return pageOfRows(rows, query.limit, {
    item: (row) => toPrompt(journal.read, row),
    cursor: (row) => encodePageCursor(row.opened, row.id),
  });
}
