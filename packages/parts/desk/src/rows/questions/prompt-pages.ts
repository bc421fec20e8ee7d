import type { PromptQuery } from '@countersign/api/prompts/prompt-query';
import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import { isListed, likePattern } from '@countersign/server/store/dialect';
import type { Reading, SqlValue } from '@countersign/server/store/port';

/** A place in the order of a page: prompts before it are older. */
interface Before {
  /** Epoch ms. */
  at: number;
  id: string;
}

const momentOf = ({ order }: PromptQuery) => (order === 'closed' ? 'p.closed' : 'p.opened');

/** Places of the prompts of a query, newest first, with the length of their messages. */
export function promptPlaces(
  reading: Reading,
  query: PromptQuery,
  { before, limit }: { before: Before | null; limit: number },
): Awaitable<{ id: string; at: number; chars: number }[]> {
  const { where, values } = conditionsOf(query, before);
  const at = momentOf(query);
  return reading.all<{ id: string; at: number; chars: number }>(
    `SELECT p.id, ${at} AS at, length(p.message) AS chars FROM prompts p WHERE ${where}
     ORDER BY ${at} DESC, p.id DESC LIMIT ?`,
    ...values,
    limit,
  );
}

/** Whether a prompt is one of a query. */
export function isPromptOf(
  reading: Reading,
  query: PromptQuery,
  { before, id }: { before: Before | null; id: string },
): Awaitable<boolean> {
  const { where, values } = conditionsOf(query, before);
  return whenRead(
    reading.get(`SELECT 1 FROM prompts p WHERE p.id = ? AND (${where})`, id, ...values),
    (row) => row !== undefined,
  );
}

/** Places of all prompts in the order of a query, from an index only, for when prompts cannot be read. */
export function promptPlacesInIndex(
  reading: Reading,
  { order }: PromptQuery,
  { before, limit }: { before: Before; limit: number },
): Awaitable<Before[]> {
  const [at, index] =
    order === 'closed' ? ['closed', 'prompts_closed'] : ['opened', 'prompts_opened'];
  return reading.all<Before>(
    `SELECT id, ${at} AS at FROM prompts INDEXED BY ${index} WHERE ${at} IS NOT NULL
     AND (${at}, id) < (?, ?) ORDER BY ${at} DESC, id DESC LIMIT ?`,
    before.at,
    before.id,
    limit,
  );
}

/** Only requested filters are part of the query, so that an index is used. */
function conditionsOf(
  query: PromptQuery,
  cursor: Before | null,
): { where: string; values: SqlValue[] } {
  const pattern = query.q === undefined ? null : likePattern(query.q);
  const conditions: [sql: string, ...values: (SqlValue | undefined)[]][] = [
    [`p.id ${isListed}`, query.ids && JSON.stringify(query.ids)],
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
    where: asked.length === 0 ? '1 = 1' : asked.map(([sql]) => sql).join(' AND '),
    values: asked.flatMap(([, ...values]) => values.map((value) => value ?? null)),
  };
}

const numberOf = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));
