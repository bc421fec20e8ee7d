import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import type { Reading } from '@countersign/server/store/port';

/** What is due on an open prompt: its deadline, the end of a snooze, or a step of its escalation. */
export interface DuePrompt {
  kind: 'expires' | 'wakes' | 'escalates';
  id: string;
}

const atOnce = 200;

/** In the order of execution at the same time. */
const times = [
  { kind: 'expires', column: 'expires', index: 'prompts_expiry' },
  { kind: 'wakes', column: 'wake_at', index: 'prompts_wake' },
  { kind: 'escalates', column: 'escalate_at', index: 'prompts_escalate' },
] as const;

/** The index is named: otherwise SQLite reads every open prompt. */
const openWith = ({ column, index }: (typeof times)[number]) =>
  `FROM prompts INDEXED BY ${index} WHERE state = 'open' AND ${column} IS NOT NULL`;

// Separate minima: one is found by its index only if it is the only one requested.
const earliest = `SELECT MIN(at) AS at FROM (${times
  .map((time) => `SELECT MIN(${time.column}) AS at ${openWith(time)}`)
  .join(' UNION ALL ')}) AS times`;

const due = times
  .map(
    (time, place) => `SELECT place, kind, id, at FROM (
      SELECT ${place} AS place, '${time.kind}' AS kind, id, ${time.column} AS at ${openWith(time)}
      AND ${time.column} <= ? ORDER BY ${time.column} LIMIT ${atOnce}) AS ${time.kind}`,
  )
  .join(' UNION ALL ');

/** When something is due next, epoch ms; infinite = nothing. */
export const nextDueAt = (reading: Reading): Awaitable<number> =>
  whenRead(
    reading.get<{ at: number | null }>(earliest),
    (row) => row?.at ?? Number.POSITIVE_INFINITY,
  );

export const duePrompts = (reading: Reading, now: number): Awaitable<DuePrompt[]> =>
  reading.all<DuePrompt>(`${due} ORDER BY place, at`, now, now, now);
