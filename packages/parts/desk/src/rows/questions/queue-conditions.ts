import type { Operator } from '@countersign/api/operator';
import type { QueueFilter, QueueQuery } from '@countersign/api/prompts/queue';
import { dueSoonBy } from '@countersign/desk/due-soon';
import { onlyReads } from '@countersign/desk/permissions';
import { inJson } from '@countersign/server/store/any-text';
import { isListed, likePattern } from '@countersign/server/store/dialect';
import type { SqlValue } from '@countersign/server/store/port';

/** Who requests the queue, and when. */
export interface Looking {
  me: Operator;
  now: number;
}

export type Condition = readonly [sql: string, ...values: SqlValue[]];

const claimed = '(SELECT operator FROM claims WHERE prompt = p.id)';
const group = `json_extract(p.escalation, '$.group')`;

/** Whether it waits for the requesting operator, as in `turnOf`: the store contains no expired claims or snoozes. */
export function isMine({ me }: Looking): Condition {
  if (onlyReads(me)) return ['1 = 0'];
  return [
    `(${claimed} IS NOT DISTINCT FROM ? OR (${claimed} IS NULL AND p.snooze IS NULL AND
      (${group} IS NULL OR ${group} ${isListed})))`,
    me.id,
    JSON.stringify(me.groups),
  ];
}

function turnIs(turn: NonNullable<QueueFilter['turn']>, looking: Looking): Condition {
  if (turn === 'mine') return isMine(looking);
  if (turn === 'free') return [`${claimed} IS NULL`];
  return [turn === 'held' ? `${claimed} = ?` : `${claimed} <> ?`, looking.me.id];
}

export const isDue = ({ now }: Looking): Condition => ['p.expires <= ?', dueSoonBy(now)];

const wordAnywhere = `(p.ask LIKE ? ESCAPE '\\' OR (SELECT title FROM tasks WHERE id = p.thread) LIKE ? ESCAPE '\\'
  OR COALESCE(p.asker, (SELECT name FROM agents WHERE id = p.agent), p.agent) LIKE ? ESCAPE '\\' OR p.relayed LIKE ? ESCAPE '\\'
  OR json_extract(p.source, '$.toolName') LIKE ? ESCAPE '\\')`;

/** Every word somewhere in it; or the whole text as an id. */
function says(text: string): Condition {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const patterns = words.flatMap((word) => Array<string>(5).fill(likePattern(word)));
  const id = text.trim();
  return [
    `(${['1 = 1', ...words.map(() => wordAnywhere)].join(' AND ')} OR p.id = ? OR p.message_id = ?
      OR json_extract(p.source, '$.id') = json_extract(?, '$'))`,
    ...patterns,
    id,
    id,
    inJson(id),
  ];
}

const severityOrder = `CASE p.severity WHEN 'critical' THEN 0 WHEN 'major' THEN 1 WHEN 'minor' THEN 2 ELSE 3 END`;

/** The sort key of the queue, as in the index `prompts_queue` and in `compareInQueue`. */
export const queueKey = [
  '1 - p.blocking',
  'IFNULL(p.expires, 9007199254740991)',
  severityOrder,
  'p.opened',
  'p.thread',
  'p.sequence',
  'p.place',
  'p.id',
] as const;

/** The filter of a queue in SQL; all but `condition`, which is checked message by message. */
export function filterConditions(filter: QueueFilter, looking: Looking): Condition[] {
  const { q, agent, task, kind, severity, turn, snoozed, due, origin } = filter;
  const conditions: (Condition | false | undefined)[] = [
    agent !== undefined && ['p.agent = ?', agent],
    task !== undefined && ['p.thread = ?', task],
    kind !== undefined && ['p.blocking = ?', Number(kind === 'blocking')],
    severity !== undefined && ['p.severity = ?', severity],
    origin !== undefined && ['p.origin = ?', origin],
    // A row has the beginning of the key only.
    filter.class !== undefined && [
      'substr(p.class_key, 1, ?) = ?',
      filter.class.length,
      filter.class,
    ],
    due !== undefined && isDue(looking),
    snoozed !== 'any' && [
      `(p.state = 'open' AND p.snooze IS NOT NULL) = ?`,
      Number(snoozed === 'only'),
    ],
    turn !== undefined && turnIs(turn, looking),
    q !== undefined && q.trim() !== '' && says(q),
  ];
  return conditions.filter((condition) => condition !== undefined && condition !== false);
}

/** Which prompts a query is about before any filter. */
export function stateConditions({ show, closedAfter, ids }: QueueQuery): Condition[] {
  if (ids !== undefined) return [[`p.id ${isListed}`, JSON.stringify(ids)]];
  if (show === undefined) return [[`p.state = 'open'`]];
  const closed: Condition = ['p.closed > ?', closedAfter ?? 0];
  if (show === 'closed') return [closed];
  if (show === 'answered') return [closed, [`p.state = 'answered'`]];
  return [
    closed,
    [`p.state = 'answered' AND p.seen IS NULL`],
    [
      `EXISTS(SELECT 1 FROM decisions d WHERE d.prompt = p.id AND d.by_kind IN ('default', 'escalation'))`,
    ],
  ];
}

/** Conditions as one, with their values in order. */
export function allOf(conditions: readonly Condition[]): { sql: string; values: SqlValue[] } {
  return {
    sql: conditions.length === 0 ? '1 = 1' : conditions.map(([sql]) => `(${sql})`).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  };
}
