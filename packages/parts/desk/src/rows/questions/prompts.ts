import type { WrittenStatement } from '@countersign/json/statement';
import { inJson } from '@countersign/server/store/any-text';
import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';

/** Whether a task has more open prompts than this number. */
export const hasMoreOpen = (
  reading: Reading,
  threadId: string,
  number: number,
): Awaitable<boolean> =>
  whenRead(
    reading.get(
      `SELECT 1 FROM prompts WHERE thread = ? AND state = 'open' LIMIT 1 OFFSET ?`,
      threadId,
      number,
    ),
    (row) => row !== undefined,
  );

/** How many open questions of a log are about calls of one caller. */
export const openOfCaller = (
  reading: Reading,
  threadId: string,
  caller: string,
): Awaitable<number> =>
  whenRead(
    reading.get<{ count: number }>(
      `SELECT COUNT(*) AS count FROM prompts WHERE thread = ? AND state = 'open'
         AND json_extract(message, '$.payload.caller') = json_extract(?, '$')`,
      threadId,
      JSON.stringify(caller),
    ),
    (row) => row?.count ?? 0,
  );

export const openPromptsOfAgent = (
  reading: Reading,
  agentId: string,
): Awaitable<{ id: string; run: string }[]> =>
  reading.all<{ id: string; run: string }>(
    `SELECT p.id, p.run FROM prompts p JOIN runs r ON r.id = p.run
     WHERE p.state = 'open' AND r.agent = ? ORDER BY p.thread, p.sequence, p.place`,
    agentId,
  );

export const openPromptsOfRun = (
  reading: Reading,
  runId: string,
): Awaitable<{ id: string; run: string; sequence: number }[]> =>
  reading.all<{ id: string; run: string; sequence: number }>(
    `SELECT id, run, sequence FROM prompts WHERE run = ? AND state = 'open' ORDER BY sequence, place`,
    runId,
  );

/** What a task asks and offers. */
export const openPromptsOfTask = (
  reading: Reading,
  threadId: string,
): Awaitable<{ run: string; answered_by: string }[]> =>
  reading.all<{ run: string; answered_by: string }>(
    `SELECT run, answered_by FROM prompts WHERE thread = ? AND state = 'open' AND run <> ''
     ORDER BY sequence, place`,
    threadId,
  );

/** From an index only: the row may be on a page that cannot be read. */
export const threadOfLost = (
  reading: Reading,
  id: string,
): Awaitable<{ thread: string } | undefined> =>
  reading.get<{ thread: string }>(
    'SELECT thread FROM prompts INDEXED BY prompts_thread WHERE id = ?',
    id,
  );

export const endSnoozeOf = (writing: Writing, id: string): Awaitable<number> =>
  writing.run('UPDATE prompts SET snooze = NULL, wake_at = NULL WHERE id = ?', id);

export const keepSnooze = (
  writing: Writing,
  { snooze, wakeAt, id }: { snooze: string; wakeAt: number; id: string },
): Awaitable<number> =>
  writing.run('UPDATE prompts SET snooze = ?, wake_at = ? WHERE id = ?', snooze, wakeAt, id);

export const snoozedPrompts = (reading: Reading): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT id FROM prompts INDEXED BY prompts_wake WHERE state = 'open' AND wake_at IS NOT NULL`,
  );

export const reopenPrompt = (writing: Writing, id: string): Awaitable<number> =>
  writing.run(
    `UPDATE prompts SET state = 'open', closed = NULL WHERE id = ? AND state = 'answered'`,
    id,
  );

/** The number of prompts that were open with this digest: one or none. */
export const closeAnswered = (writing: Writing, id: string, digest: string): Awaitable<number> =>
  writing.run(
    `UPDATE prompts SET state = 'answered', closed = ?, snooze = NULL, wake_at = NULL
     WHERE id = ? AND state = 'open' AND digest = ?`,
    writing.now,
    id,
    digest,
  );

export const revisePromptRow = (
  writing: Writing,
  {
    blocking,
    severity,
    revision,
    ask,
    message,
    digest,
    expiresAt,
    classKey,
    id,
  }: {
    blocking: number;
    severity: string;
    revision: number;
    ask: string;
    message: string;
    digest: string;
    expiresAt: number | null;
    classKey: string;
    id: string;
  },
): Awaitable<number> =>
  writing.run(
    `UPDATE prompts SET blocking = ?, severity = ?, revision = ?, ask = ?, message = ?, digest = ?, revised = ?, expires = ?,
      class_key = ?, snooze = NULL, wake_at = NULL WHERE id = ?`,
    blocking,
    severity,
    revision,
    ask,
    message,
    digest,
    writing.now,
    expiresAt,
    classKey,
    id,
  );

/** Open. Its place is its number among those that one event asks. */
export const insertPrompt = (
  writing: Writing,
  prompt: {
    id: string;
    threadId: string;
    runId: string;
    sourceRun: string | null;
    messageId: string;
    agentId: string;
    relayedFor: string | null;
    blocking: number;
    severity: string;
    revision: number;
    sequence: number;
    ask: string;
    message: string;
    digest: string;
    expiresAt: number | null;
    origin: string;
    answeredBy: string;
    originLabel: string | null;
    source: string | null;
    together: string | null;
    classKey: string;
    asker: string | null;
  },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO prompts(id, thread, run, source_run, message_id, agent, relayed, blocking, state, severity, revision,
      sequence, place, ask, message, digest, opened, expires, origin, answered_by,
      origin_label, source, together, class_key, asker)
     VALUES(?,?,?,?,?,?,?,?,'open',?,?,?,(SELECT COUNT(*) FROM prompts WHERE thread = ? AND sequence = ?),?,?,?,?,?,?,?,?,?,?,?,?)`,
    prompt.id,
    prompt.threadId,
    prompt.runId,
    prompt.sourceRun,
    prompt.messageId,
    prompt.agentId,
    prompt.relayedFor,
    prompt.blocking,
    prompt.severity,
    prompt.revision,
    prompt.sequence,
    prompt.threadId,
    prompt.sequence,
    prompt.ask,
    prompt.message,
    prompt.digest,
    writing.now,
    prompt.expiresAt,
    prompt.origin,
    prompt.answeredBy,
    prompt.originLabel,
    prompt.source,
    prompt.together,
    prompt.classKey,
    prompt.asker,
  );

/** It belongs to another run from now on. */
export const movePrompt = (
  writing: Writing,
  {
    runId,
    messageId,
    together,
    source,
    id,
  }: { runId: string; messageId: string; together: string | null; source: string; id: string },
): Awaitable<number> =>
  writing.run(
    `UPDATE prompts SET run = ?, message_id = ?, together = ?, source = ? WHERE id = ?`,
    runId,
    messageId,
    together,
    source,
    id,
  );

/** In the order of their next steps. */
export const escalatingPrompts = (
  reading: Reading,
): Awaitable<{ id: string; escalation: string }[]> =>
  reading.all<{
    id: string;
    escalation: string;
  }>(`SELECT id, escalation FROM prompts INDEXED BY prompts_escalate
     WHERE state = 'open' AND escalate_at IS NOT NULL ORDER BY escalate_at`);

export const keepEscalation = (
  writing: Writing,
  { escalation, nextAt, id }: { escalation: string; nextAt: number | null; id: string },
): Awaitable<number> =>
  writing.run(
    'UPDATE prompts SET escalation = ?, escalate_at = ? WHERE id = ?',
    escalation,
    nextAt,
    id,
  );

export const openPromptsOfTool = (
  reading: Reading,
  agentId: string,
  tool: string,
): Awaitable<{ id: string; run: string }[]> =>
  reading.all<{ id: string; run: string }>(
    `SELECT p.id, p.run FROM prompts p JOIN runs r ON r.id = p.run WHERE p.state = 'open' AND p.answered_by = 'result'
      AND r.agent = ? AND json_extract(p.source, '$.toolName') = json_extract(?, '$')`,
    agentId,
    inJson(tool),
  );

/** The tool whose call a prompt asks about, and the agent that called it. */
export const toolOfPrompt = (
  reading: Reading,
  promptId: string,
): Awaitable<{ agent: string; tool: string | null; thread: string } | undefined> =>
  whenRead(
    reading.get<{ agent: string; source: string; thread: string }>(
      `SELECT r.agent, p.source, p.thread FROM prompts p JOIN runs r ON r.id = p.run
       WHERE p.id = ? AND p.answered_by = 'result'`,
      promptId,
    ),
    (row) => {
      if (row === undefined) return undefined;
      const { agent, source, thread } = row;
      return { agent, tool: storedJson<{ toolName: string | null }>(source).toolName, thread };
    },
  );

export const extendExpiry = (writing: Writing, expiresAt: number, id: string): Awaitable<number> =>
  writing.run(
    'UPDATE prompts SET expires = ?, extended = extended + 1 WHERE id = ?',
    expiresAt,
    id,
  );

export const replaceMessage = (
  writing: Writing,
  { message, digest, id }: { message: string; digest: string; id: string },
): Awaitable<number> =>
  writing.run(
    'UPDATE prompts SET message = ?, digest = ?, revision = revision + 1 WHERE id = ?',
    message,
    digest,
    id,
  );

export const keepFirstSeen = (writing: Writing, seen: string, id: string): Awaitable<number> =>
  writing.run('UPDATE prompts SET seen = ? WHERE id = ? AND seen IS NULL', seen, id);

export const threadOfPrompt = (
  reading: Reading,
  promptId: string,
): Awaitable<{ thread: string } | undefined> =>
  reading.get<{ thread: string }>('SELECT thread FROM prompts WHERE id = ?', promptId);

/** The number of prompts that were open: one or none. */
export const closeUnanswered = (
  writing: Writing,
  {
    state,
    reason,
    stoppedBy,
    id,
  }: {
    state: 'withdrawn' | 'expired';
    reason: WrittenStatement;
    stoppedBy: string | null;
    id: string;
  },
): Awaitable<number> =>
  writing.run(
    `UPDATE prompts SET state = ?, closed = ?, closed_reason = ?, closed_statement = ?, stopped_by = ? WHERE id = ? AND state = 'open'`,
    state,
    writing.now,
    reason.text,
    JSON.stringify(reason.statement),
    stoppedBy,
    id,
  );

/** Another reason of a question that is closed. */
export const rewordEnd = (
  writing: Writing,
  id: string,
  { text, statement }: WrittenStatement,
): Awaitable<number> =>
  writing.run(
    `UPDATE prompts SET closed_reason = ?, closed_statement = ? WHERE id = ? AND state <> 'open'`,
    text,
    JSON.stringify(statement),
    id,
  );

/** What a task offers without waiting for an answer. */
export const openFollowups = (
  reading: Reading,
  threadId: string,
): Awaitable<{ id: string; run: string }[]> =>
  reading.all<{ id: string; run: string }>(
    `SELECT id, run FROM prompts WHERE thread = ? AND state = 'open' AND blocking = 0 AND run <> ''
     ORDER BY sequence, place, id`,
    threadId,
  );

export const removeExpiry = (writing: Writing, id: string): Awaitable<number> =>
  writing.run('UPDATE prompts SET expires = NULL WHERE id = ?', id);

export const openOffersOfOthers = (
  reading: Reading,
  threadId: string,
  runId: string,
): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT id FROM prompts WHERE thread = ? AND run <> ? AND state = 'open' AND answered_by = 'words'`,
    threadId,
    runId,
  );

export const openPromptsOfCall = (
  reading: Reading,
  threadId: string,
  toolCallId: string,
): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT id FROM prompts WHERE thread = ? AND state = 'open' AND answered_by = 'result'
      AND json_extract(source, '$.id') = json_extract(?, '$')`,
    threadId,
    inJson(toolCallId),
  );

/** Whether another message has asked about the same call. */
export const isCallAsked = (
  reading: Reading,
  { threadId, messageId, callId }: { threadId: string; messageId: string; callId: string },
): Awaitable<boolean> =>
  whenRead(
    reading.get(
      `SELECT 1 FROM prompts WHERE thread = ? AND answered_by = 'result' AND state IN ('open', 'answered')
      AND message_id <> ? AND json_extract(source, '$.id') = json_extract(?, '$') LIMIT 1`,
      threadId,
      messageId,
      inJson(callId),
    ),
    (row) => row !== undefined,
  );

export const stateOfPrompt = (
  reading: Reading,
  prompt: string,
): Awaitable<{ state: string } | undefined> =>
  reading.get<{ state: string }>('SELECT state FROM prompts WHERE id = ?', prompt);
