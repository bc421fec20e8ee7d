import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';
import type { UpState } from '@countersign/upformat/message';

/** The task of a run is cancelled, unless its agent has declared in the run how the work ended. */
export const cancelUndeclared = (writing: Writing, runId: string): Awaitable<number> =>
  writing.run(
    `UPDATE tasks SET state = 'cancelled' WHERE id = (SELECT thread FROM runs WHERE id = ?) AND NOT EXISTS (
         SELECT 1 FROM up_lanes l JOIN runs r ON r.id = l.run
         WHERE l.run = ? AND l.thread = r.thread AND l.agent = r.agent
           AND l.state IN ('completed', 'followup', 'failed', 'cancelled'))`,
    runId,
    runId,
  );

export const stateOfMessage = (
  reading: Reading,
  { threadId, speaker, messageId }: { threadId: string; speaker: string; messageId: string },
): Awaitable<{ lane: string; state: UpState } | undefined> =>
  reading.get<{ lane: string; state: UpState }>(
    'SELECT lane, state FROM up_messages WHERE thread = ? AND agent = ? AND message = ?',
    threadId,
    speaker,
    messageId,
  );

export const writeLaneState = (
  writing: Writing,
  {
    threadId,
    speaker,
    lane,
    state,
    runId,
  }: { threadId: string; speaker: string; lane: string; state: string; runId: string },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO up_lanes(thread, agent, lane, state, run) VALUES(?,?,?,?,?)
     ON CONFLICT(thread, agent, lane) DO UPDATE SET state = excluded.state, run = excluded.run`,
    threadId,
    speaker,
    lane,
    state,
    runId,
  );

export const writeMessageState = (
  writing: Writing,
  {
    threadId,
    speaker,
    messageId,
    lane,
    state,
  }: { threadId: string; speaker: string; messageId: string; lane: string; state: string },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO up_messages(thread, agent, message, lane, state) VALUES(?,?,?,?,?)
     ON CONFLICT(thread, agent, message) DO UPDATE SET state = excluded.state`,
    threadId,
    speaker,
    messageId,
    lane,
    state,
  );

export const stateOfLane = (
  reading: Reading,
  { threadId, speaker, lane }: { threadId: string; speaker: string; lane: string },
): Awaitable<{ state: UpState } | undefined> =>
  reading.get<{ state: UpState }>(
    'SELECT state FROM up_lanes WHERE thread = ? AND agent = ? AND lane = ?',
    threadId,
    speaker,
    lane,
  );
