import { type Prompt, promptStateSchema } from '@countersign/api/prompt';
import { severitySchema } from '@countersign/upformat/message';
import { z } from 'zod';
import {
  decodePageCursor,
  encodePageCursor,
  likePattern,
  pageOfRows,
} from '../http/page-cursor.ts';
import type { SqlValue } from '../journal/database.ts';
import type { Journal } from '../journal/journal.ts';
import { type PromptRow, selectPrompt, toPrompt } from './records.ts';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Query of `GET /api/prompts`. */
export const promptQuerySchema = z.object({
  state: promptStateSchema.optional(),
  blocking: flag.optional(),
  agent: z.string().optional(),
  task: z.string().optional(),
  severity: severitySchema.optional(),
  /** Put aside by a person, and not awake yet. */
  snoozed: flag.optional(),
  /** Prompts that ask the same thing of other data. */
  classKey: z.string().optional(),
  /** Id of the operator who holds it; empty = nobody does. */
  claimedBy: z.string().optional(),
  q: z.string().max(200).optional(),
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type PromptQuery = z.infer<typeof promptQuerySchema>;

/** Newest first; sorting by urgency is the reader's, who knows what is on his screen. */
export function listPrompts(
  journal: Journal,
  query: PromptQuery,
): { items: Prompt[]; nextCursor: string | null } {
  const cursor = decodePageCursor(query.cursor);
  const number = (value: boolean | undefined) => (value === undefined ? null : Number(value));
  const pattern = query.q === undefined ? null : likePattern(query.q);
  const twice = (value: SqlValue): SqlValue[] => [value, value];
  const rows = journal.read.all<PromptRow>(
    `${selectPrompt} WHERE (? IS NULL OR p.state = ?) AND (? IS NULL OR p.blocking = ?)
      AND (? IS NULL OR p.agent = ?) AND (? IS NULL OR p.thread = ?)
      AND (? IS NULL OR p.severity = ?) AND (? IS NULL OR (p.snooze IS NOT NULL) = ?)
      AND (? IS NULL OR p.class_key = ?) AND (? IS NULL OR COALESCE(c.operator, '') = ?)
      AND (? IS NULL OR p.ask LIKE ? ESCAPE '\\' OR t.title LIKE ? ESCAPE '\\')
      AND (? IS NULL OR (p.opened, p.id) < (?, ?))
     ORDER BY p.opened DESC, p.id DESC LIMIT ?`,
    ...twice(query.state ?? null),
    ...twice(number(query.blocking)),
    ...twice(query.agent ?? null),
    ...twice(query.task ?? null),
    ...twice(query.severity ?? null),
    ...twice(number(query.snoozed)),
    ...twice(query.classKey ?? null),
    ...twice(query.claimedBy ?? null),
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
