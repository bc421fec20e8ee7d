import type { Control } from '@countersign/api/task';
import type { WrittenStatement } from '@countersign/json/statement';
import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

export interface ControlRow {
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
  not_obeyed: number | null;
}

/** Controls of a run that are still in progress, oldest first. */
export const activeControlRows = (reading: Reading, runId: string): Awaitable<ControlRow[]> =>
  reading.all<ControlRow>(
    `SELECT * FROM controls WHERE run = ? AND state NOT IN ('settled', 'cut-off', 'failed') ORDER BY place, requested`,
    runId,
  );

/** Stops of a run whose stream was closed by the server. */
export const cutOffStops = (reading: Reading, runId: string): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT id FROM controls WHERE run = ? AND action = 'stop' AND state = 'cut-off'`,
    runId,
  );

const isUnobeyed = `c.not_obeyed IS NULL AND c.means = 'agent' AND c.state IN ('requested', 'delivered', 'acknowledged')
  AND c.action <> 'resume' AND r.ended IS NULL`;

/** When the oldest control was requested that has had no effect yet, epoch ms; infinite = there is none. */
export const oldestUnobeyed = (reading: Reading): Awaitable<number> =>
  whenRead(
    reading.get<{ at: number | null }>(
      `SELECT MIN(c.requested) AS at FROM controls c JOIN runs r ON r.id = c.run WHERE ${isUnobeyed}`,
    ),
    (row) => row?.at ?? Number.POSITIVE_INFINITY,
  );

/** Controls that had no effect although they were requested by then. */
export const unobeyedControls = (reading: Reading, by: number): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT c.id FROM controls c JOIN runs r ON r.id = c.run WHERE c.requested <= ? AND ${isUnobeyed} ORDER BY c.requested, c.id`,
    by,
  );

/** 1 = its agent was not known not to follow it. */
export const noteNotObeyed = (writing: Writing, id: string): Awaitable<number> =>
  writing.run(
    'UPDATE controls SET not_obeyed = ? WHERE id = ? AND not_obeyed IS NULL',
    writing.now,
    id,
  );

/** The newest controls of a task, newest first. */
export const newestControlRows = (reading: Reading, threadId: string): Awaitable<ControlRow[]> =>
  reading.all<ControlRow>(
    'SELECT * FROM controls WHERE thread = ? ORDER BY place DESC, requested DESC, id DESC LIMIT 50',
    threadId,
  );

export const hasUnsettledStop = (reading: Reading, threadId: string): Awaitable<boolean> =>
  whenRead(
    reading.get(
      `SELECT 1 FROM controls WHERE thread = ? AND action = 'stop' AND state NOT IN ('settled', 'cut-off', 'failed') LIMIT 1`,
      threadId,
    ),
    (row) => row !== undefined,
  );

/** The operator of the last stop of a run that has not failed; the name is null for one who is not registered. */
export const lastStopper = (
  reading: Reading,
  runId: string,
): Awaitable<{ id: string; name: string | null } | undefined> =>
  reading.get<{ id: string; name: string | null }>(
    `SELECT c.by_id AS id, o.name FROM controls c LEFT JOIN operators o ON o.id = c.by_id
     WHERE c.run = ? AND c.action = 'stop' AND c.state <> 'failed' ORDER BY c.place DESC, c.requested DESC, c.id DESC LIMIT 1`,
    runId,
  );

export const controlRow = (reading: Reading, id: string): Awaitable<ControlRow | undefined> =>
  reading.get<ControlRow>('SELECT * FROM controls WHERE id = ?', id);

export const acknowledgeControl = (writing: Writing, id: string): Awaitable<number> =>
  writing.run('UPDATE controls SET acknowledged = ? WHERE id = ?', writing.now, id);

export const hasUnreportedCounts = (reading: Reading): Awaitable<boolean> =>
  whenRead(
    reading.get(`SELECT 1 FROM controls WHERE events_since > told_count LIMIT 1`),
    (row) => row !== undefined,
  );

/** Ids from an index only, so that an unreadable row does not block the others. */
export const requestedControls = (reading: Reading): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT id FROM controls INDEXED BY controls_requested WHERE state = 'requested' ORDER BY requested`,
  );

/** Whose counts have grown since they were last published. */
export const unreportedControls = (reading: Reading): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT id FROM controls WHERE events_since > told_count AND state <> 'failed'
       AND (state <> 'settled' OR action = 'stop' OR not_obeyed IS NOT NULL)`,
  );

export const insertControl = (
  writing: Writing,
  control: {
    id: string;
    threadId: string;
    runId: string;
    action: Control['action'];
    means: Control['means'];
    reason: string | null;
    operatorId: string;
    place: number;
  },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO controls(id, thread, run, action, means, reason, by_id, state, requested, place)
     VALUES(?,?,?,?,?,?,?,'requested',?,?)`,
    control.id,
    control.threadId,
    control.runId,
    control.action,
    control.means,
    control.reason,
    control.operatorId,
    writing.now,
    control.place,
  );

/** The clock was set. */
export const shiftReportTimes = (writing: Writing, jumpMs: number): Awaitable<number> =>
  writing.run('UPDATE controls SET told_at = told_at + ? WHERE events_since > told_count', jumpMs);

export const addEventsSince = (writing: Writing, events: number, id: string): Awaitable<number> =>
  writing.run('UPDATE controls SET events_since = events_since + ? WHERE id = ?', events, id);

export interface CountingRow {
  id: string;
  action: Control['action'];
  means: Control['means'];
  state: Control['state'];
  told_at: number;
  settled: number | null;
  not_obeyed: number | null;
}

/** Whose events are counted: for a pause while its run is paused or about to be, for a stop forever. */
export const countingControls = (reading: Reading, runId: string): Awaitable<CountingRow[]> =>
  reading.all<CountingRow>(
    `SELECT c.id, c.action, c.means, c.state, c.told_at, c.settled, c.not_obeyed FROM controls c JOIN runs r ON r.id = c.run
     WHERE c.run = ? AND c.state <> 'failed'
       AND (c.state <> 'settled' OR c.action = 'stop' OR (c.action = 'pause' AND r.status = 'paused'))`,
    runId,
  );

export const hasSettledStop = (reading: Reading, runId: string): Awaitable<boolean> =>
  whenRead(
    reading.get(
      `SELECT 1 FROM controls WHERE run = ? AND action = 'stop' AND state = 'settled' AND not_obeyed IS NULL`,
      runId,
    ),
    (row) => row !== undefined,
  );

/** Whether the run of a control ended after it was requested: else the control was for what waits since. */
export const hasRunEndedSince = (reading: Reading, controlId: string): Awaitable<boolean> =>
  whenRead(
    reading.get(
      'SELECT 1 FROM controls c JOIN runs r ON r.id = c.run WHERE c.id = ? AND r.ended_place > c.place',
      controlId,
    ),
    (row) => row !== undefined,
  );

/** Times that are known are kept. What has settled is followed after all. */
export const writeProgress = (
  writing: Writing,
  {
    to,
    failure,
    delivered,
    acknowledged,
    settled,
    id,
  }: {
    to: Control['state'];
    failure: WrittenStatement | null;
    delivered: number | null;
    acknowledged: number | null;
    settled: number | null;
    id: string;
  },
): Awaitable<number> =>
  writing.run(
    `UPDATE controls SET state = ?, failure = ?, failure_statement = ?, delivered = COALESCE(delivered, ?),
       acknowledged = COALESCE(acknowledged, ?), settled = COALESCE(settled, ?),
       not_obeyed = CASE WHEN ? = 'settled' THEN NULL ELSE not_obeyed END WHERE id = ?`,
    to,
    failure?.text ?? null,
    failure === null ? null : JSON.stringify(failure.statement),
    delivered,
    acknowledged,
    settled,
    to,
    id,
  );

export const noteReportedCount = (writing: Writing, count: number, id: string): Awaitable<number> =>
  writing.run(
    'UPDATE controls SET told_count = ?, told_at = ? WHERE id = ?',
    count,
    writing.now,
    id,
  );
