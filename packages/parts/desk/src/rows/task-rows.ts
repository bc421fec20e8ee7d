import type { RunStatus, Task } from '@countersign/api/task';
import { inJson } from '@countersign/server/store/any-text';
import type { Awaitable } from '@countersign/server/store/awaitable';
import { likePattern } from '@countersign/server/store/dialect';
import { damageScope } from '@countersign/server/store/keys';
import type { Reading, SqlValue } from '@countersign/server/store/port';

export interface TaskRow {
  id: string;
  title: string;
  agent: string;
  agent_name: string | null;
  descriptor: string | null;
  agents: string;
  run: string;
  status: RunStatus;
  ended: number | null;
  state: Task['state'];
  started: number;
  updated: number;
  events: number;
  anomalies: number;
  blocking: number;
  followup: number;
  /** Kind of the last answer to a blocking question that was not taken back. */
  answer: string | null;
  /** State of the last blocking question. */
  asked: string | null;
  damaged: number;
  reads: number;
}

const openPrompts = (blocking: 0 | 1) =>
  `(SELECT COUNT(*) FROM prompts p WHERE p.thread = t.id AND p.state = 'open' AND p.blocking = ${blocking})`;

const lastAnswer = `(SELECT json_extract(d.feedback, '$.type') FROM prompts p JOIN decisions d ON d.prompt = p.id
  WHERE p.thread = t.id AND p.blocking = 1 AND d.state NOT IN ('recalled', 'refused', 'undeliverable')
  ORDER BY d.recorded DESC, d.place DESC LIMIT 1)`;

const lastAsked = `(SELECT p.state FROM prompts p WHERE p.thread = t.id AND p.blocking = 1
  ORDER BY p.sequence DESC, p.place DESC LIMIT 1)`;

/** A task is shown with its last run, or with an active one left by an older release: the task has not ended before that. */
const selectTask = `SELECT t.*, a.name AS agent_name, a.descriptor AS descriptor, r.id AS run, r.status AS status,
  r.ended AS ended, EXISTS(SELECT 1 FROM keys k WHERE k.scope = '${damageScope}' AND k.key = t.id) AS damaged,
  ${openPrompts(1)} AS blocking, ${openPrompts(0)} AS followup, ${lastAnswer} AS answer, ${lastAsked} AS asked
  FROM tasks t JOIN runs r ON r.id = COALESCE(
    (SELECT g.id FROM runs g WHERE g.thread = t.id AND g.ended IS NULL ORDER BY g.place DESC, g.started DESC LIMIT 1), t.run)
  LEFT JOIN agents a ON a.id = t.agent`;

export const taskRow = (reading: Reading, id: string): Awaitable<TaskRow | undefined> =>
  reading.get<TaskRow>(`${selectTask} WHERE t.id = ?`, id);

export interface TaskFilter {
  /** A declared state, or a run status. */
  state?: string | undefined;
  agent?: string | undefined;
  q?: string | undefined;
}

const condition = `(? IS NULL OR t.state = ? OR r.status = ?)
  AND (? IS NULL OR EXISTS(SELECT 1 FROM json_each(t.agents) WHERE value = json_extract(?, '$')))
  AND (? IS NULL OR t.title LIKE ? ESCAPE '\\' OR t.id = ?)`;

function valuesOf(query: TaskFilter): SqlValue[] {
  const [state, agent, q] = [query.state ?? null, query.agent ?? null, query.q ?? null];
  const pattern = q === null ? null : likePattern(q);
  return [state, state, state, agent, agent === null ? null : inJson(agent), pattern, pattern, q];
}

/** Tasks of the filter, newest first, after a place in that order (null = from the newest). */
export async function taskRows(
  reading: Reading,
  filter: TaskFilter,
  { before, limit }: { before: { at: number; id: string } | null; limit: number },
): Promise<TaskRow[]> {
  const [at, id] = [before?.at ?? null, before?.id ?? null];
  return reading.all<TaskRow>(
    `${selectTask} WHERE ${condition} AND (? IS NULL OR (t.started, t.id) < (?, ?))
     ORDER BY t.started DESC, t.id DESC LIMIT ?`,
    ...valuesOf(filter),
    at,
    at,
    id,
    limit,
  );
}

/** A task, if it is one of the filter. */
export const taskRowIf = (
  reading: Reading,
  filter: TaskFilter,
  id: string,
): Awaitable<TaskRow | undefined> =>
  reading.get<TaskRow>(`${selectTask} WHERE ${condition} AND t.id = ?`, ...valuesOf(filter), id);

interface TaskPlace {
  id: string;
  started: number;
}

/** Ids and start times from an index only, for when tasks cannot be read. */
export const taskPlaces = (
  reading: Reading,
  before: TaskPlace,
  limit: number,
): Awaitable<TaskPlace[]> =>
  reading.all<TaskPlace>(
    `SELECT id, started FROM tasks INDEXED BY tasks_started WHERE (started, id) < (?, ?)
     ORDER BY started DESC, id DESC LIMIT ?`,
    before.started,
    before.id,
    limit,
  );
