import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

/** A run, as stored. */
export interface RunRow {
  id: string;
  thread: string;
  agent: string;
  status: string;
  input: string;
  resumable: number;
  contacted: number;
  /** How often it was posted, so that the agent may have started, whether it has responded or not. */
  posted: number;
  last_event: string | null;
  carries: string | null;
  started: number;
  ended: number | null;
  /** The position of the log when it ended; null = it is running, or ended under an older release. */
  ended_place: number | null;
}

export interface OpenRun {
  id: string;
  agent: string;
  status: string;
}

/** The runs of a task that have not ended, the one it is shown with first. */
export const openRunsOf = (reading: Reading, threadId: string): Awaitable<OpenRun[]> =>
  reading.all<OpenRun>(
    `SELECT r.id, r.agent, r.status FROM runs r JOIN tasks t ON t.id = r.thread
     WHERE r.thread = ? AND r.ended IS NULL ORDER BY r.id = t.run DESC, r.place DESC, r.started DESC, r.id`,
    threadId,
  );

/** What the agent of the newest run was sent. */
export const lastInputOf = (
  reading: Reading,
  id: string,
): Awaitable<{ input: string } | undefined> =>
  reading.get<{ input: string }>(
    'SELECT r.input FROM tasks t JOIN runs r ON r.id = t.run WHERE t.id = ?',
    id,
  );

/** What the agent of the first run of a task was sent. */
export const firstInputOf = (
  reading: Reading,
  threadId: string,
): Awaitable<{ input: string } | undefined> =>
  reading.get<{ input: string }>(
    'SELECT input FROM runs WHERE thread = ? ORDER BY started, place, id LIMIT 1',
    threadId,
  );

export const hasRunEnded = (reading: Reading, runId: string): Awaitable<boolean> =>
  whenRead(
    reading.get('SELECT 1 FROM runs WHERE id = ? AND ended IS NOT NULL', runId),
    (row) => row !== undefined,
  );

export const readRun = (reading: Reading, id: string | null): Awaitable<RunRow | undefined> =>
  reading.get<RunRow>('SELECT * FROM runs WHERE id = ?', id);

/** A run of a task that has not ended. */
export const activeRunOf = (
  reading: Reading,
  threadId: string,
): Awaitable<{ id: string } | undefined> =>
  reading.get<{ id: string }>(
    'SELECT id FROM runs WHERE thread = ? AND ended IS NULL LIMIT 1',
    threadId,
  );

export const markFinished = (writing: Writing, runId: string): Awaitable<number> =>
  writing.run(`UPDATE runs SET status = 'finished' WHERE id = ?`, runId);

/** Of a run that has not ended. */
export const setOpenRunStatus = (writing: Writing, status: string, id: string): Awaitable<number> =>
  writing.run('UPDATE runs SET status = ? WHERE id = ? AND ended IS NULL', status, id);

/** Of a run that has ended. */
export const setEndedRunStatus = (
  writing: Writing,
  status: string,
  id: string,
): Awaitable<number> => writing.run('UPDATE runs SET status = ? WHERE id = ?', status, id);

export const markStopping = (writing: Writing, runId: string): Awaitable<number> =>
  writing.run(`UPDATE runs SET status = 'stopping' WHERE id = ? AND ended IS NULL`, runId);

export const lastRunOf = (reading: Reading, threadId: string): Awaitable<RunRow | undefined> =>
  reading.get<RunRow>(
    'SELECT r.* FROM tasks t JOIN runs r ON r.id = t.run WHERE t.id = ?',
    threadId,
  );

/** Whether a later run of a task, that has not failed, has sent something after a sequence. */
export const hasGoneOn = (
  reading: Reading,
  { runId, threadId, sequence }: { runId: string; threadId: string; sequence: number },
): Awaitable<boolean> =>
  whenRead(
    reading.get(
      `SELECT 1 FROM runs r JOIN runs asked ON asked.id = ? WHERE r.thread = ? AND r.id <> asked.id
       AND r.status <> 'failed' AND r.started >= asked.started
       AND EXISTS (SELECT 1 FROM events e WHERE e.thread = r.thread AND e.sequence > ? AND e.run = r.id) LIMIT 1`,
      runId,
      threadId,
      sequence,
    ),
    (row) => row !== undefined,
  );

export const carriesOf = (
  reading: Reading,
  runId: string,
): Awaitable<{ carries: string | null } | undefined> =>
  reading.get<{ carries: string | null }>('SELECT carries FROM runs WHERE id = ?', runId);

/** What the newest runs of a task have brought to its agent. */
export const newestCarries = (
  reading: Reading,
  threadId: string,
  limit: number,
): Awaitable<{ carries: string | null }[]> =>
  reading.all<{ carries: string | null }>(
    'SELECT carries FROM runs WHERE thread = ? ORDER BY place DESC, started DESC, id DESC LIMIT ?',
    threadId,
    limit,
  );

export const markContacted = (writing: Writing, resumable: number, id: string): Awaitable<number> =>
  writing.run('UPDATE runs SET contacted = 1, resumable = ? WHERE id = ?', resumable, id);

export const markPosted = (writing: Writing, runId: string): Awaitable<number> =>
  writing.run('UPDATE runs SET posted = posted + 1 WHERE id = ?', runId);

/** What was posted last has not arrived. */
export const markUnposted = (writing: Writing, runId: string): Awaitable<number> =>
  writing.run('UPDATE runs SET posted = posted - 1 WHERE id = ? AND posted > 0', runId);

/** Starting. */
export const insertRunRow = (
  writing: Writing,
  {
    id,
    threadId,
    agentId,
    input,
    carries,
    place,
  }: {
    id: string;
    threadId: string;
    agentId: string;
    input: string;
    carries: string | null;
    place: number;
  },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO runs(id, thread, agent, status, input, carries, started, place) VALUES(?,?,?,'starting',?,?,?,?)`,
    id,
    threadId,
    agentId,
    input,
    carries,
    writing.now,
    place,
  );

export const lastContactedRun = (
  reading: Reading,
  agentId: string,
): Awaitable<{ resumable: number } | undefined> =>
  reading.get<{ resumable: number }>(
    'SELECT resumable FROM runs WHERE agent = ? AND contacted = 1 ORDER BY place DESC, started DESC LIMIT 1',
    agentId,
  );

/** From an index only: an unreadable run does not keep the others from being resumed. */
export const idsOfRuns = (reading: Reading): Awaitable<{ id: string; thread: string }[]> =>
  reading.all<{ id: string; thread: string }>('SELECT id, thread FROM runs INDEXED BY runs_thread');

export const activeRuns = (reading: Reading): Awaitable<RunRow[]> =>
  reading.all<RunRow>('SELECT * FROM runs WHERE ended IS NULL');

/** Whether a run has an open question, or was paused. */
export const waitsForPeople = (reading: Reading, runId: string): Awaitable<boolean> =>
  whenRead(
    reading.get(
      `SELECT 1 FROM prompts WHERE run = ? AND state = 'open'
     UNION ALL SELECT 1 FROM runs WHERE id = ? AND status = 'paused' LIMIT 1`,
      runId,
      runId,
    ),
    (row) => row !== undefined,
  );

export const readActiveRun = (reading: Reading, runId: string): Awaitable<RunRow | undefined> =>
  reading.get<RunRow>('SELECT * FROM runs WHERE id = ? AND ended IS NULL', runId);

export const markStoppedRun = (writing: Writing, runId: string): Awaitable<number> =>
  writing.run(`UPDATE runs SET status = 'stopped' WHERE id = ?`, runId);

export const endRunRow = (
  writing: Writing,
  { status, place, id }: { status: string; place: number; id: string },
): Awaitable<number> =>
  writing.run(
    'UPDATE runs SET status = ?, ended = ?, ended_place = ? WHERE id = ?',
    status,
    writing.now,
    place,
    id,
  );

export const isRunActive = (reading: Reading, runId: string): Awaitable<boolean> =>
  whenRead(
    reading.get('SELECT 1 FROM runs WHERE id = ? AND ended IS NULL', runId),
    (row) => row !== undefined,
  );

/** Of a run that is starting. */
export const markRunning = (writing: Writing, runId: string): Awaitable<number> =>
  writing.run(`UPDATE runs SET status = 'running' WHERE id = ? AND status = 'starting'`, runId);

export const keepLastEvent = (writing: Writing, lastEvent: string, id: string): Awaitable<number> =>
  writing.run('UPDATE runs SET last_event = ? WHERE id = ?', lastEvent, id);

/** Of a client that calls in: it has no stream to wait for. */
export const markCalledIn = (writing: Writing, runId: string): Awaitable<number> =>
  writing.run(`UPDATE runs SET status = 'running', contacted = 1, posted = 1 WHERE id = ?`, runId);

/** Of those that were recorded and never sent to their agents. */
export const idsOfMissedRuns = (reading: Reading): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    'SELECT id FROM runs WHERE ended IS NULL AND posted = 0 AND contacted = 0 ORDER BY id',
  );
