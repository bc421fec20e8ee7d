import { type InsightsQuery, unreadMs } from '@countersign/api/records/insights';
import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, SqlValue } from '@countersign/server/store/port';

/** Conditions of SQL on `question_figures`, and their values. */
export interface Conditions {
  where: string;
  values: SqlValue[];
}

export function scopeOf({ from, to, agent, person }: InsightsQuery): Conditions {
  const parts = ['asked >= ?', 'asked < ?'];
  const values: SqlValue[] = [from, to];
  if (agent !== undefined) {
    parts.push('agent = ?');
    values.push(agent);
  }
  if (person !== undefined) {
    parts.push(`by_kind = 'operator' AND by_id = ?`);
    values.push(person);
  }
  return { where: parts.join(' AND '), values };
}

const answered = `state = 'answered'`;
const byPerson = `${answered} AND by_kind = 'operator'`;
const byDefault = `${answered} AND by_kind IN ('default', 'escalation')`;

/** Each way in which a question can end, and the parts of it that count apart, as a condition. */
export const kindConditions = {
  approved: `${byPerson} AND answer = 'approve'`,
  unread: `${byPerson} AND answer = 'approve' AND in_bulk = 0 AND visible_ms < ${unreadMs}`,
  edited: `${byPerson} AND answer = 'edit'`,
  rejected: `${byPerson} AND answer = 'reject'`,
  other: `${byPerson} AND answer NOT IN ('approve', 'edit', 'reject')`,
  byDefault,
  unseen: `${byDefault} AND first_seen IS NULL`,
  byPolicy: `${answered} AND by_kind NOT IN ('operator', 'default', 'escalation')`,
  unanswered: `state NOT IN ('answered', 'open')`,
  open: `state = 'open'`,
} as const;

const counted = (condition: string, name: string) =>
  `COUNT(CASE WHEN ${condition} THEN 1 END) AS ${name}`;
const allKinds = Object.entries(kindConditions)
  .map(([name, condition]) => counted(condition, `n_${name.toLowerCase()}`))
  .join(', ');

/** Counts by `n_` and the name of the kind in lower case. */
type KindCounts = Record<`n_${Lowercase<keyof typeof kindConditions>}`, number>;

export type SourceSums = KindCounts & {
  agent: string;
  tool: string;
  asked: number;
  example: string | null;
};

/** By connection and tool, most asked first. */
export const sumsBySource = (
  reading: Reading,
  { where, values }: Conditions,
): Awaitable<SourceSums[]> =>
  reading.all<SourceSums>(
    `SELECT agent, tool, COUNT(*) AS asked, ${allKinds}, MAX(CASE WHEN ${kindConditions.approved} THEN prompt END) AS example
     FROM question_figures WHERE ${where} GROUP BY agent, tool ORDER BY COUNT(*) DESC, agent, tool`,
    ...values,
  );

/** A length of time to two digits, downwards, as SQL: 52 s and 53 s differ, 660 s and 661 s do not, and a year has some hundred lengths. */
const roundedMs = (ms: string) =>
  `(${ms}) - (${ms}) % (CASE ${[2, 3, 4, 5, 6, 7, 8, 9, 10]
    .map((digits) => `WHEN (${ms}) < 1e${digits} THEN ${10 ** (digits - 2)}`)
    .join(' ')} ELSE ${10 ** 9} END)`;

/** How many answers of people took how long, by connection and tool; to two digits. */
export const timesBySource = (
  reading: Reading,
  { where, values }: Conditions,
): Awaitable<{ agent: string; tool: string; ms: number; n: number }[]> =>
  reading.all(
    `SELECT agent, tool, ms, COUNT(*) AS n FROM (SELECT agent, tool, ${roundedMs('ended - asked')} AS ms
       FROM question_figures WHERE ${where} AND ${byPerson}) timed GROUP BY agent, tool, ms`,
    ...values,
  );

/** The number of the first limit that a value is below, as SQL; that of the limits = none. */
const bucketOf = (value: string, limits: readonly number[]) =>
  `CASE ${limits.map((limit, at) => `WHEN ${value} < ${limit} THEN ${at}`).join(' ')} ELSE ${limits.length} END`;

/** By stated confidence, in tenths: how many were answered by a person with yes, an edit or no, and how many of them were left as they were. */
export const sumsByConfidence = (
  reading: Reading,
  { where, values }: Conditions,
): Awaitable<{ bucket: number; n: number; untouched: number }[]> =>
  reading.all(
    `SELECT bucket, COUNT(*) AS n, COUNT(CASE WHEN answer = 'approve' THEN 1 END) AS untouched
     FROM (SELECT answer, ${bucketOf('confidence', [100, 200, 300, 400, 500, 600, 700, 800, 900])} AS bucket
       FROM question_figures WHERE ${where} AND ${byPerson} AND confidence IS NOT NULL AND answer IN ('approve', 'edit', 'reject')) stated
     GROUP BY bucket ORDER BY bucket`,
    ...values,
  );

/** Questions by steps of time since the beginning of the period. */
export const sumsByTime = (
  reading: Reading,
  { where, values }: Conditions,
  { from, stepMs }: { from: number; stepMs: number },
): Awaitable<{ step: number; asked: number; waited: number }[]> =>
  reading.all(
    `SELECT step, COUNT(*) AS asked, COUNT(CASE WHEN blocking = 1 THEN 1 END) AS waited
     FROM (SELECT (asked - ${from}) / ${stepMs} AS step, blocking FROM question_figures WHERE ${where}) timed
     GROUP BY step ORDER BY step`,
    ...values,
  );

export const editedFields = (
  reading: Reading,
  { where, values }: Conditions,
): Awaitable<{ agent: string; field: string; n: number }[]> =>
  reading.all(
    `SELECT q.agent, j.value AS field, COUNT(*) AS n FROM
       (SELECT agent, edits FROM question_figures WHERE ${where} AND ${byPerson} AND edits IS NOT NULL) q, json_each(q.edits) j
     GROUP BY q.agent, j.value ORDER BY COUNT(*) DESC, q.agent, j.value LIMIT 20`,
    ...values,
  );

/** The last name of each person who has decided. */
export const sumsByPerson = (
  reading: Reading,
  { where, values }: Conditions,
): Awaitable<{ id: string; name: string; n: number }[]> =>
  reading.all(
    `SELECT by_id AS id, MAX(by_name) AS name, COUNT(*) AS n FROM question_figures WHERE ${where} AND ${byPerson}
     GROUP BY by_id ORDER BY COUNT(*) DESC, by_id`,
    ...values,
  );
