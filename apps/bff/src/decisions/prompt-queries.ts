import { type Prompt, promptStateSchema } from '@countersign/api/prompt';
import { severitySchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { decodePageCursor, encodePageCursor, likePattern } from '../http/page-cursor.ts';
import type { SqlValue } from '../journal/database.ts';
import type { Journal } from '../journal/journal.ts';
import { readPrompt } from './records.ts';

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
  /** Closed after this moment, epoch ms. */
  closedAfter: z.coerce.number().optional(),
  /** Whether its default, or its escalation, decided it. */
  defaulted: flag.optional(),
  /** Whether somebody had it open. */
  seen: flag.optional(),
  /** Newest first, by when it was asked or when it was closed; by the second, what is open is left out. */
  order: z.enum(['opened', 'closed']).optional(),
  q: z.string().max(200).optional(),
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type PromptQuery = z.infer<typeof promptQuerySchema>;

/** A page of prompts is cut when their messages are longer than this together: one of them may have a megabyte. */
const maxPageChars = 8_000_000;

/** Newest first; sorting by urgency is the reader's, who knows what is on the screen. */
export function listPrompts(
  journal: Journal,
  query: PromptQuery,
): { items: Prompt[]; nextCursor: string | null } {
  const { where, values } = conditionsOf(query);
  const at = momentOf(query);
  // Which they are comes first and needs little memory; what they say is read for those that are shown.
  const rows = journal.read.all<{ id: string; at: number; chars: number }>(
    `SELECT p.id, ${at} AS at, length(p.message) AS chars FROM prompts p WHERE ${where}
     ORDER BY ${at} DESC, p.id DESC LIMIT ?`,
    ...values,
    query.limit + 1,
  );
  let chars = 0;
  const shown = rows.slice(0, query.limit).filter((row, index) => {
    chars += row.chars;
    return index === 0 || chars <= maxPageChars;
  });
  const last = shown.at(-1);
  return {
    items: shown.flatMap(({ id }) => readPrompt(journal.read, id) ?? []),
    nextCursor:
      rows.length > shown.length && last !== undefined ? encodePageCursor(last.at, last.id) : null,
  };
}

const momentOf = ({ order }: PromptQuery) => (order === 'closed' ? 'p.closed' : 'p.opened');

/** Only what is asked for stands in the query, so that an index is used for it. */
function conditionsOf(query: PromptQuery): { where: string; values: SqlValue[] } {
  const cursor = decodePageCursor(query.cursor);
  const pattern = query.q === undefined ? null : likePattern(query.q);
  const conditions: [sql: string, ...values: (SqlValue | undefined)[]][] = [
    ['p.state = ?', query.state],
    ['p.blocking = ?', numberOf(query.blocking)],
    ['p.agent = ?', query.agent],
    ['p.thread = ?', query.task],
    ['p.severity = ?', query.severity],
    ['(p.snooze IS NOT NULL) = ?', numberOf(query.snoozed)],
    ['p.class_key = ?', query.classKey],
    [`COALESCE((SELECT operator FROM claims WHERE prompt = p.id), '') = ?`, query.claimedBy],
    [
      `(p.ask LIKE ? ESCAPE '\\' OR (SELECT title FROM tasks WHERE id = p.thread) LIKE ? ESCAPE '\\')`,
      pattern ?? undefined,
      pattern,
    ],
    ['p.closed > ?', query.order === 'closed' ? (query.closedAfter ?? 0) : query.closedAfter],
    ['(p.seen IS NOT NULL) = ?', numberOf(query.seen)],
    [
      `EXISTS(SELECT 1 FROM decisions d WHERE d.prompt = p.id AND d.by_kind IN ('default', 'escalation')) = ?`,
      numberOf(query.defaulted),
    ],
    [`(${momentOf(query)}, p.id) < (?, ?)`, cursor?.at, cursor?.id],
  ];
  const asked = conditions.filter(([, first]) => first !== undefined);
  return {
    where: asked.length === 0 ? '1' : asked.map(([sql]) => sql).join(' AND '),
    values: asked.flatMap(([, ...values]) => values.map((value) => value ?? null)),
  };
}

const numberOf = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));
