import type { Prompt } from '@countersign/api/prompt';
import type { PromptQuery } from '@countersign/api/prompt-query';
import { decodePageCursor, encodePageCursor, likePattern } from '../http/page-cursor.ts';
import type { Journal } from '../journal/journal.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { isDamage } from '../store/damage.ts';
import { flatMapInOrder } from '../store/in-order.ts';
import type { SqlValue } from '../store/port.ts';

/** A page of prompts is cut if their messages are longer than this together: one of them may have a megabyte. */
const maxPageChars = 8_000_000;

interface PromptPage {
  items: Prompt[];
  nextCursor: string | null;
}

/** Newest first; the reader sorts by urgency. */
export async function listPrompts(journal: Journal, query: PromptQuery): Promise<PromptPage> {
  try {
    return await pageOf(journal, query);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return await pageAround(journal, query);
  }
}

async function pageOf(journal: Journal, query: PromptQuery): Promise<PromptPage> {
  const { where, values } = conditionsOf(query);
  const at = momentOf(query);
  // The ids first, which need little memory; the content is read only for those shown.
  const rows = await journal.read.all<{ id: string; at: number; chars: number }>(
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
    items: await flatMapInOrder(
      shown,
      async ({ id }) => (await readPrompt(journal.read, id)) ?? [],
    ),
    nextCursor:
      rows.length > shown.length && last !== undefined ? encodePageCursor(last.at, last.id) : null,
  };
}

const momentOf = ({ order }: PromptQuery) => (order === 'closed' ? 'p.closed' : 'p.opened');

const atOnce = 200;

/** A prompt is on a page that cannot be read: its task, found by an index only, is marked as damaged. */
export async function noteLost(journal: Journal, id: string): Promise<void> {
  const place = await journal.read.get<{ thread: string }>(
    'SELECT thread FROM prompts INDEXED BY prompts_thread WHERE id = ?',
    id,
  );
  if (place !== undefined) journal.noteDamage(place.thread);
}

/** The same with pages of the disk that cannot be read: the ids come from an index, and each prompt is read separately. */
async function pageAround(journal: Journal, query: PromptQuery): Promise<PromptPage> {
  const { where, values } = conditionsOf(query);
  const items: Prompt[] = [];
  const [at, index] =
    query.order === 'closed' ? ['closed', 'prompts_closed'] : ['opened', 'prompts_opened'];
  let last = decodePageCursor(query.cursor) ?? { at: Number.MAX_SAFE_INTEGER, id: '' };
  let chars = 0;
  const readWhole = async (id: string): Promise<Prompt | null> => {
    try {
      const sql = `SELECT 1 FROM prompts p WHERE p.id = ? AND (${where})`;
      if ((await journal.read.get(sql, id, ...values)) === undefined) return null;
      return await readPrompt(journal.read, id);
    } catch (error) {
      if (!isDamage(error)) throw error;
      await noteLost(journal, id);
      return null;
    }
  };
  for (;;) {
    const places = await journal.read.all<typeof last>(
      `SELECT id, ${at} AS at FROM prompts INDEXED BY ${index} WHERE ${at} IS NOT NULL
       AND (${at}, id) < (?, ?) ORDER BY ${at} DESC, id DESC LIMIT ?`,
      last.at,
      last.id,
      atOnce,
    );
    for (const place of places) {
      last = place;
      const prompt = await readWhole(place.id);
      if (prompt === null) continue;
      items.push(prompt);
      chars += JSON.stringify(prompt.message).length;
      if (items.length >= query.limit || chars > maxPageChars) {
        return { items, nextCursor: encodePageCursor(last.at, last.id) };
      }
    }
    if (places.length < atOnce) return { items, nextCursor: null };
  }
}

/** Only requested filters are part of the query, so that an index is used. */
function conditionsOf(query: PromptQuery): { where: string; values: SqlValue[] } {
  const cursor = decodePageCursor(query.cursor);
  const pattern = query.q === undefined ? null : likePattern(query.q);
  const conditions: [sql: string, ...values: (SqlValue | undefined)[]][] = [
    ['p.id IN (SELECT value FROM json_each(?))', query.ids && JSON.stringify(query.ids)],
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
