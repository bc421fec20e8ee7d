import type { Prompt } from '@countersign/api/prompt';
import type { Control } from '@countersign/api/task';
import type { Reading, SqlValue } from '../store/port.ts';
import { storedJson } from '../store/stored-json.ts';
import { administrator } from './administrator.ts';

interface ControlRow {
  id: string;
  thread: string;
  run: string;
  action: Control['action'];
  means: Control['means'];
  reason: string | null;
  by_id: string;
  state: Control['state'];
  requested: number;
  delivered: number | null;
  acknowledged: number | null;
  settled: number | null;
  failure: string | null;
  failure_statement: string | null;
  events_since: number;
  told_count: number;
  told_at: number;
}

function toControl(row: ControlRow): Control {
  return {
    id: row.id,
    taskId: row.thread,
    runId: row.run,
    action: row.action,
    means: row.means,
    reason: row.reason,
    by: row.by_id,
    state: row.state,
    requestedAt: row.requested,
    deliveredAt: row.delivered,
    acknowledgedAt: row.acknowledged,
    settledAt: row.settled,
    failure: row.failure,
    ...(row.failure_statement === null
      ? {}
      : { failureStatement: storedJson(row.failure_statement) }),
    eventsSince: row.events_since,
  };
}

export async function readControl(reading: Reading, id: string): Promise<Control | null> {
  const row = await reading.get<ControlRow>('SELECT * FROM controls WHERE id = ?', id);
  return row === undefined ? null : toControl(row);
}

/** Who has stopped a run, or closed its stream; null = no one. */
export async function stopperOf(
  reading: Reading,
  runId: string,
): Promise<NonNullable<Prompt['stoppedBy']> | null> {
  const row = await reading.get<{ id: string; name: string | null }>(
    `SELECT c.by_id AS id, o.name FROM controls c LEFT JOIN operators o ON o.id = c.by_id
     WHERE c.run = ? AND c.action = 'stop' AND c.state <> 'failed' ORDER BY c.place DESC, c.requested DESC, c.id DESC LIMIT 1`,
    runId,
  );
  if (row === undefined) return null;
  return {
    id: row.id,
    name: row.id === administrator.id ? administrator.name : (row.name ?? row.id),
  };
}

export async function readControls(
  reading: Reading,
  where: string,
  ...values: SqlValue[]
): Promise<Control[]> {
  return (await reading.all<ControlRow>(`SELECT * FROM controls WHERE ${where}`, ...values)).map(
    (row) => toControl(row),
  );
}

/** The newest control per action, newest first. */
export async function newestControls(reading: Reading, threadId: string): Promise<Control[]> {
  const newest = await readControls(
    reading,
    'thread = ? ORDER BY place DESC, requested DESC, id DESC LIMIT 50',
    threadId,
  );
  const seen = new Set<string>();
  return newest.filter((control) => !seen.has(control.action) && seen.add(control.action));
}
