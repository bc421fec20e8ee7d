import { wireRowOf } from '@countersign/api/prompt-row';
import {
  maxQueueValues,
  type QueueCounts,
  type QueueFilter,
  type QueueQuery,
  type QueueValues,
} from '@countersign/api/queue';
import { say } from '@countersign/api/statements';
import type { WireRow } from '@countersign/api/wire-row';
import { holds } from '@countersign/desk/conditions';
import { parsePath } from '@countersign/desk/json-path';
import { withUpPrompt } from '@countersign/upformat/up-prompt';
import { decodeKeyCursor, encodeKeyCursor } from '../http/page-cursor.ts';
import { ProblemError } from '../http/problem.ts';
import type { Journal } from '../journal/journal.ts';
import { readRowSource } from '../records/prompt-records.ts';
import { isDamage } from '../store/damage.ts';
import type { SqlValue } from '../store/port.ts';
import { noteLost } from './prompt-queries.ts';
import {
  allOf,
  type Condition,
  filterConditions,
  isDue,
  isMine,
  type Looking,
  queueKey,
  stateConditions,
} from './queue-conditions.ts';

interface QueuePage {
  items: WireRow[];
  nextCursor: string | null;
}

type Key = readonly (string | number)[];

/** The maximum of messages that one page checks by a condition, and of their characters: a partial result is a page too. */
const maxJudged = 1_000;
const maxJudgedChars = 16_000_000;
const atOnce = 200;

/** The sort order, its index, and the direction in which keys follow each other. */
interface Order {
  key: readonly string[];
  index: string;
  direction: 'ASC' | 'DESC';
}
const byUrgency: Order = { key: queueKey, index: 'prompts_queue', direction: 'ASC' };
const byClosing: Order = { key: ['p.closed', 'p.id'], index: 'prompts_closed', direction: 'DESC' };

const after = ({ key, direction }: Order, cursor: Key | null): Condition[] =>
  cursor === null
    ? []
    : [
        [
          `(${key.join(', ')}) ${direction === 'ASC' ? '>' : '<'} (${key.map(() => '?').join(', ')})`,
          ...cursor,
        ],
      ];

const columnsOf = ({ key }: Order) => key.map((sql, index) => `${sql} AS k${index}`).join(', ');
const orderOf = ({ key, direction }: Order) =>
  key.map((_, index) => `k${index} ${direction}`).join(', ');

type Place = Record<string, string | number> & { id: string };
const keyOf = ({ key }: Order, place: Place): Key =>
  key.map((_, index) => place[`k${index}`] ?? '');

/** Prompts as short rows: the open ones, the most urgent first; or closed ones, the latest first. */
export async function listQueue(
  journal: Journal,
  query: QueueQuery,
  looking: Looking,
): Promise<QueuePage> {
  const order = query.show === undefined ? byUrgency : byClosing;
  const passes = judgeOf(query);
  // Prompts requested by id are returned regardless of the filters.
  const filters = query.ids === undefined ? filterConditions(query, looking) : [];
  const conditions = [...stateConditions(query), ...filters];
  let cursor: Key | null = decodeKeyCursor(query.cursor, order.key.length);
  const items: WireRow[] = [];
  let judged = 0;
  let chars = 0;
  for (;;) {
    const limit = passes === null ? query.limit - items.length + 1 : atOnce;
    const places = await placesOf(journal, order, [...conditions, ...after(order, cursor)], limit);
    for (const place of places) {
      if (items.length >= query.limit || judged >= maxJudged || chars >= maxJudgedChars)
        return { items, nextCursor: cursor === null ? null : encodeKeyCursor(cursor) };
      cursor = keyOf(order, place);
      const source = await readSource(journal, place.id);
      if (source === null) continue;
      if (passes !== null) {
        judged += 1;
        chars += source.ask.length + JSON.stringify(source.message).length;
        if (!passes(withUpPrompt(source.message))) continue;
      }
      items.push(wireRowOf(source));
    }
    if (places.length < limit) return { items, nextCursor: null };
  }
}

/** Whether a message passes the requested condition; null = there is none. */
function judgeOf({ condition }: QueueFilter): ((message: unknown) => boolean) | null {
  if (condition === undefined) return null;
  let isDirect = false;
  try {
    isDirect = parsePath(condition.path).direct;
  } catch {
    // Falls through to the problem.
  }
  // A path that searches may cost more than a list should.
  if (!isDirect) throw new ProblemError('invalid-request', say('request.path-of-condition'));
  return (message) => holds([condition], message);
}

async function readSource(journal: Journal, id: string) {
  try {
    return await readRowSource(journal.read, id);
  } catch (error) {
    if (!isDamage(error)) throw error;
    await noteLost(journal, id);
    return null;
  }
}

/** The prompts that come next. If a page of the disk is lost, each is read separately, in the order of the index. */
async function placesOf(
  journal: Journal,
  order: Order,
  conditions: readonly Condition[],
  limit: number,
): Promise<Place[]> {
  const { sql, values } = allOf(conditions);
  const select = (index: string, where: string, given: readonly SqlValue[], count: number) =>
    journal.read.all<Place>(
      `SELECT p.id, ${columnsOf(order)} FROM prompts p ${index} WHERE ${where} ORDER BY ${orderOf(order)} LIMIT ?`,
      ...given,
      count,
    );
  try {
    return await select('', sql, values, limit);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const within: Condition = [order === byUrgency ? `p.state = 'open'` : 'p.closed IS NOT NULL'];
  const found: Place[] = [];
  let cursor: Key | null = null;
  for (;;) {
    const all = allOf([within, ...after(order, cursor)]);
    const places = await select(`INDEXED BY ${order.index}`, all.sql, all.values, atOnce);
    for (const place of places) {
      cursor = keyOf(order, place);
      try {
        const fits = `SELECT 1 AS fits FROM prompts p WHERE p.id = ? AND (${sql})`;
        if ((await journal.read.get(fits, place.id, ...values)) === undefined) continue;
      } catch (error) {
        if (!isDamage(error)) throw error;
      }
      // An unreadable one is recorded when it is read, and takes no place.
      if (found.push(place) >= limit) return found;
    }
    if (places.length < atOnce) return found;
  }
}

/** How many prompts are open within a filter, without its `condition`. */
export async function countQueue(
  journal: Journal,
  filter: QueueFilter,
  looking: Looking,
): Promise<QueueCounts> {
  const { sql, values } = allOf([[`p.state = 'open'`], ...filterConditions(filter, looking)]);
  const [mine, ...mineValues] = isMine(looking);
  const [due, ...dueValues] = isDue(looking);
  const awake = 'p.snooze IS NULL';
  const row = await journal.read.get<QueueCounts>(
    `SELECT COUNT(*) FILTER (WHERE p.blocking = 1) AS blocking, COUNT(*) FILTER (WHERE p.blocking = 0) AS followup,
      COUNT(*) FILTER (WHERE p.blocking = 1 AND ${awake}) AS waiting,
      COUNT(*) FILTER (WHERE p.blocking = 1 AND p.seen IS NULL AND ${mine}) AS unseen,
      COUNT(*) FILTER (WHERE p.severity = 'critical' AND ${awake}) AS critical,
      COUNT(*) FILTER (WHERE ${awake} AND ${mine}) AS mine,
      COUNT(*) FILTER (WHERE ${awake} AND ${due}) AS due,
      COUNT(*) FILTER (WHERE NOT ${awake}) AS snoozed
     FROM prompts p WHERE ${sql}`,
    ...mineValues,
    ...mineValues,
    ...dueValues,
    ...values,
  );
  if (row === undefined) throw new Error('A count gives one row.');
  return row;
}

/** The agents and tasks with open prompts, those with the most first: for a filter, which does not have all rows. */
export async function queueValues(journal: Journal): Promise<QueueValues> {
  const grouped = (by: string) =>
    `(SELECT ${by} AS id, COUNT(*) AS open FROM prompts WHERE state = 'open' GROUP BY ${by}
      ORDER BY open DESC, id LIMIT ${maxQueueValues}) g`;
  return {
    agents: await journal.read.all(
      `SELECT g.id, COALESCE(a.name, (SELECT MAX(asker) FROM prompts WHERE agent = g.id AND state = 'open'), g.id) AS name, g.open FROM ${grouped('agent')} LEFT JOIN agents a ON a.id = g.id
       ORDER BY g.open DESC, g.id`,
    ),
    tasks: await journal.read.all(
      `SELECT g.id, t.title, g.open FROM ${grouped('thread')} JOIN tasks t ON t.id = g.id ORDER BY g.open DESC, g.id`,
    ),
  };
}
