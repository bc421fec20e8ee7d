import { classKeyChars } from '@countersign/api/prompt-row';
import {
  groupedFrom,
  maxQueueValues,
  type QueueCounts,
  type QueueFilter,
  type QueueGroup,
  type QueueValues,
} from '@countersign/api/prompts/queue';
import { isDamage } from '@countersign/server/store/faults/damage';
import type { Reading, SqlValue } from '@countersign/server/store/port';
import {
  allOf,
  type Condition,
  filterConditions,
  isDue,
  isMine,
  type Looking,
  queueKey,
} from './queue-conditions.ts';

/** The place of a prompt in an order: its columns. */
export type Key = readonly (string | number)[];

/** Read at once where each is read separately. */
const atOnce = 200;

/** The sort order, its index, and the direction in which keys follow each other. */
export interface Order {
  key: readonly string[];
  index: string;
  direction: 'ASC' | 'DESC';
}
export const byUrgency: Order = { key: queueKey, index: 'prompts_queue', direction: 'ASC' };
export const byClosing: Order = {
  key: ['p.closed', 'p.id'],
  index: 'prompts_closed',
  direction: 'DESC',
};

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
export const keyOf = ({ key }: Order, place: Place): Key =>
  key.map((_, index) => place[`k${index}`] ?? '');

/** The prompts that come next. If a page of the disk is lost, each is read separately, in the order of the index. */
export async function queuePlaces(
  reading: Reading,
  order: Order,
  {
    conditions,
    after: last,
    limit,
  }: { conditions: readonly Condition[]; after: Key | null; limit: number },
): Promise<Place[]> {
  const { sql, values } = allOf([...conditions, ...after(order, last)]);
  const select = (index: string, where: string, given: readonly SqlValue[], count: number) =>
    reading.all<Place>(
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
        if ((await reading.get(fits, place.id, ...values)) === undefined) continue;
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
  reading: Reading,
  filter: QueueFilter,
  looking: Looking,
): Promise<QueueCounts> {
  const { sql, values } = allOf([[`p.state = 'open'`], ...filterConditions(filter, looking)]);
  const [mine, ...mineValues] = isMine(looking);
  const [due, ...dueValues] = isDue(looking);
  const awake = 'p.snooze IS NULL';
  const row = await reading.get<QueueCounts>(
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

/** How many open prompts of a class there are within a filter, without its `condition`: for a queue, which does not have all rows. */
export async function queueGroups(
  reading: Reading,
  filter: QueueFilter,
  looking: Looking,
): Promise<QueueGroup[]> {
  const { sql, values } = allOf([[`p.state = 'open'`], ...filterConditions(filter, looking)]);
  return reading.all<QueueGroup>(
    `SELECT substr(p.class_key, 1, ${classKeyChars}) AS classKey, COUNT(*) AS open,
      COUNT(*) FILTER (WHERE p.severity = 'critical') AS critical
     FROM prompts p WHERE p.class_key <> '' AND ${sql} GROUP BY 1 HAVING COUNT(*) >= ${groupedFrom}
     ORDER BY 2 DESC, 1 LIMIT ${maxQueueValues}`,
    ...values,
  );
}

/** The agents and tasks with open prompts, those with the most first: for a filter, which does not have all rows. */
export async function queueValues(reading: Reading): Promise<QueueValues> {
  const grouped = (by: string) =>
    `(SELECT ${by} AS id, COUNT(*) AS open FROM prompts WHERE state = 'open' GROUP BY ${by}
      ORDER BY open DESC, id LIMIT ${maxQueueValues}) g`;
  return {
    agents: await reading.all(
      `SELECT g.id, COALESCE(a.name, (SELECT MAX(asker) FROM prompts WHERE agent = g.id AND state = 'open'), g.id) AS name, g.open FROM ${grouped('agent')} LEFT JOIN agents a ON a.id = g.id
       ORDER BY g.open DESC, g.id`,
    ),
    tasks: await reading.all(
      `SELECT g.id, t.title, g.open FROM ${grouped('thread')} JOIN tasks t ON t.id = g.id ORDER BY g.open DESC, g.id`,
    ),
  };
}
