import type { WrittenStatement } from '@countersign/json/statement';
import { inJson } from './any-text.ts';
import { type Awaitable, whenRead } from './awaitable.ts';
import type { Reading, Writing } from './port.ts';
import { storedJson } from './stored-json.ts';

/** Where a prompt was asked last. */
export interface AskedPlace {
  id: string;
  run: string;
  message_id: string;
}

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

/** Questions by what their agent calls them; read here, because a text that is no character cannot leave the store by itself. */
const bySource = (
  rows: Awaitable<{ source: string; reason: string | null }[]>,
): Awaitable<{ id: string; reason: string | null }[]> =>
  whenRead(rows, (found) =>
    found.map(({ source, reason }) => ({ id: storedJson<{ id: string }>(source).id, reason })),
  );

/** Interrupts of a run that closed without an answer, except those of a CUSTOM event, which cannot be cancelled. */
export const closedInterrupts = (
  reading: Reading,
  threadId: string,
  together: string,
): Awaitable<{ id: string; reason: string | null }[]> =>
  bySource(
    reading.all(
      `SELECT source, closed_reason AS reason FROM prompts
       WHERE thread = ? AND together = ? AND answered_by = 'resume' AND state IN ('expired', 'withdrawn')
         AND json_extract(source, '$.carrier') IS NULL
       ORDER BY sequence, place, json_extract(source, '$.id')`,
      threadId,
      together,
    ),
  );

/** Questions of CUSTOM events that are answered together and closed without an answer. */
export const closedEventQuestions = (
  reading: Reading,
  threadId: string,
  together: string,
): Awaitable<{ source: string; message: string; reason: string | null }[]> =>
  reading.all(
    `SELECT source, message, closed_reason AS reason FROM prompts
     WHERE thread = ? AND together = ? AND answered_by = 'resume' AND state IN ('expired', 'withdrawn')
       AND json_extract(source, '$.carrier') IS NOT NULL
     ORDER BY sequence, place, id`,
    threadId,
    together,
  );

/** Where a question was asked last: of one that was repeated, not where its message says. */
export const askedAt = (
  reading: Reading,
  promptId: string,
): Awaitable<(Omit<AskedPlace, 'id'> & { sequence: number }) | undefined> =>
  reading.get<Omit<AskedPlace, 'id'> & { sequence: number }>(
    'SELECT run, message_id, sequence FROM prompts WHERE id = ?',
    promptId,
  );

/** Tool calls of a task whose question closed without an answer. */
export const closedCalls = (
  reading: Reading,
  threadId: string,
): Awaitable<{ id: string; reason: string | null }[]> =>
  bySource(
    reading.all(
      `SELECT source, closed_reason AS reason FROM prompts
       WHERE thread = ? AND answered_by = 'result' AND state IN ('expired', 'withdrawn')`,
      threadId,
    ),
  );

/** Answers to calls that came back, and whose question closed then: as messages of the task they have the ids of the decisions. */
export const resultsTakenBack = (reading: Reading, threadId: string): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT d.id FROM prompts p JOIN decisions d ON d.prompt = p.id
     WHERE p.thread = ? AND p.answered_by = 'result' AND p.state IN ('expired', 'withdrawn')
       AND d.state IN ('refused', 'undeliverable')`,
    threadId,
  );

/** Each interrupt of a run once, except those of a CUSTOM event, which cannot be cancelled. */
export const interruptsOfRun = (
  reading: Reading,
  threadId: string,
  runId: string,
): Awaitable<{ id: string; reason: string | null }[]> =>
  bySource(
    reading.all(
      `SELECT MAX(source) AS source, MAX(closed_reason) AS reason FROM prompts
       WHERE thread = ? AND run = ? AND answered_by = 'resume' AND json_extract(source, '$.carrier') IS NULL
       GROUP BY json_extract(source, '$.id') ORDER BY MIN(sequence), MIN(place), json_extract(source, '$.id')`,
      threadId,
      runId,
    ),
  );

/** Interrupts that are open and were not answered in vain, or whose answer has not left. */
export const unansweredInterrupts = (
  reading: Reading,
  threadId: string,
): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT p.id FROM prompts p LEFT JOIN decisions d ON d.prompt = p.id AND d.state = 'recorded'
       LEFT JOIN outbox o ON o.id = d.id AND o.state IN ('pending', 'held')
       WHERE p.thread = ? AND p.answered_by = 'resume'
         AND (o.id IS NOT NULL OR p.state = 'open' AND NOT EXISTS (
           SELECT 1 FROM decisions f WHERE f.prompt = p.id AND f.state IN ('refused', 'undeliverable')))
       ORDER BY p.sequence, p.place, p.id`,
    threadId,
  );

/** Whether an answer to an interrupt of a run has arrived, or may have: what may have been done is not cancelled. */
export const isInterruptTaken = (
  reading: Reading,
  threadId: string,
  runId: string,
): Awaitable<boolean> =>
  whenRead(
    reading.get(
      `SELECT 1 FROM prompts p JOIN decisions d ON d.prompt = p.id WHERE p.thread = ? AND p.run = ?
       AND p.answered_by = 'resume' AND (d.state IN ('delivered', 'acknowledged')
         OR d.state = 'recorded' AND json_extract(d.failure_statement, '$.code') IN ('delivery.repeat-refused', 'delivery.may-have-arrived')) LIMIT 1`,
      threadId,
      runId,
    ),
    (row) => row !== undefined,
  );

export const lastInterrupt = (
  reading: Reading,
  threadId: string,
): Awaitable<{ run: string; sequence: number } | undefined> =>
  reading.get<{ run: string; sequence: number }>(
    `SELECT run, sequence FROM prompts WHERE thread = ? AND answered_by = 'resume' ORDER BY sequence DESC LIMIT 1`,
    threadId,
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

/** The same interrupt as earlier runs of a task have asked it, the newest first. */
export const earlierInterrupts = (
  reading: Reading,
  { threadId, runId, sourceId }: { threadId: string; runId: string; sourceId: string },
): Awaitable<AskedPlace[]> =>
  reading.all<AskedPlace>(
    `SELECT id, run, message_id FROM prompts
       WHERE thread = ? AND answered_by = 'resume' AND run <> ? AND state IN ('open', 'answered')
         AND json_extract(source, '$.id') = json_extract(?, '$') ORDER BY sequence DESC, place DESC LIMIT 20`,
    threadId,
    runId,
    inJson(sourceId),
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

/** Open interrupts of a task that were answered, and whose answers came back. */
export const returnedInterrupts = (
  reading: Reading,
  threadId: string,
): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT p.id FROM prompts p WHERE p.thread = ? AND p.state = 'open' AND p.answered_by = 'resume'
     AND EXISTS (SELECT 1 FROM decisions f WHERE f.prompt = p.id AND f.state IN ('refused', 'undeliverable'))
     ORDER BY p.sequence, p.place, p.id`,
    threadId,
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
