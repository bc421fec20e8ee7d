import type { Decision, Prompt, PromptComment } from '@countersign/api/prompt';
import type { RowSource } from '@countersign/api/prompt-row';
import { extensionOf } from '@countersign/desk/extension';
import type { UpMessage } from '@countersign/upformat/message';
import { mapInOrder } from '../store/in-order.ts';
import type { Reading, SqlValue } from '../store/port.ts';
import { storedJson } from '../store/stored-json.ts';
import { waitsFor } from './answer-group.ts';
import { deliveryMethodOfRow, takesCommentsAsAnswers } from './delivery-method.ts';
import { openRunOf } from './open-runs.ts';
import { type OriginColumns, originOf } from './origin-columns.ts';

export interface PromptRow extends OriginColumns {
  id: string;
  thread: string;
  title: string | null;
  run: string;
  source_run: string | null;
  message_id: string;
  agent: string;
  relayed: string | null;
  agent_name: string | null;
  /** Of a prompt without a task: the name of who asks. */
  asker: string | null;
  blocking: number;
  state: Prompt['state'];
  severity: Prompt['severity'];
  revision: number;
  sequence: number;
  place: number;
  ask: string;
  message: string;
  digest: string;
  opened: number;
  revised: number | null;
  expires: number | null;
  closed: number | null;
  closed_reason: string | null;
  closed_statement: string | null;
  stopped_by: string | null;
  source: string | null;
  class_key: string;
  seen: string | null;
  extended: number;
  escalation: string | null;
  snooze: string | null;
  claim: string | null;
  run_status: string | null;
  run_ended: number | null;
  /** Of the agent behind the run; null = it is not in the registry. */
  descriptor: string | null;
}

interface DecisionRow {
  id: string;
  prompt: string;
  by_kind: Decision['by']['kind'];
  by_id: string;
  by_name: string;
  feedback: string;
  digest: string;
  state: Decision['state'];
  recorded: number;
  delivered: number | null;
  acknowledged: number | null;
  attempts: number;
  failure: string | null;
  failure_statement: string | null;
  rule: string | null;
  release_at: number | null;
}

/** `reasonFor` is missing in rows of an older release. */
type Escalation = Omit<NonNullable<Prompt['escalation']>, 'reasonFor'>;

export const selectPrompt = `SELECT p.*, t.title AS title, a.name AS agent_name, c.body AS claim,
  r.status AS run_status, r.ended AS run_ended, ra.descriptor AS descriptor
  FROM prompts p LEFT JOIN tasks t ON t.id = p.thread LEFT JOIN agents a ON a.id = p.agent LEFT JOIN claims c ON c.prompt = p.id
  LEFT JOIN runs r ON r.id = p.run LEFT JOIN agents ra ON ra.id = r.agent`;

/** A prompt without its data in other tables: for when that cannot be read. */
const selectAlone = `SELECT p.*, NULL AS title, NULL AS agent_name, NULL AS claim, r.status AS run_status,
  r.ended AS run_ended, ra.descriptor AS descriptor
  FROM prompts p LEFT JOIN runs r ON r.id = p.run LEFT JOIN agents ra ON ra.id = r.agent`;

const rowsOf = async (reading: Reading, where: string, values: SqlValue[]): Promise<PromptRow[]> =>
  (await reading.pastDamage(
    'prompts',
    () => reading.all<PromptRow>(`${selectPrompt} WHERE ${where}`, ...values),
    null,
  )) ?? (await reading.all<PromptRow>(`${selectAlone} WHERE ${where}`, ...values));

async function toDecision(reading: Reading, row: DecisionRow): Promise<Decision> {
  return {
    id: row.id,
    promptId: row.prompt,
    by: {
      kind: row.by_kind,
      id: row.by_id,
      name: row.by_name,
      ...(row.rule === null ? {} : { rule: storedJson(row.rule) }),
    },
    feedback: storedJson(row.feedback),
    digest: row.digest,
    state: row.state,
    recordedAt: row.recorded,
    releaseAt: row.release_at,
    waitsFor: row.state === 'recorded' ? await waitsFor(reading, row.prompt) : [],
    ...(row.state === 'recorded' ? await waitsForRun(reading, row.id) : {}),
    deliveredAt: row.delivered,
    acknowledgedAt: row.acknowledged,
    attempts: row.attempts,
    failure: row.failure,
    failureStatement: parsed(row.failure_statement) ?? undefined,
  };
}

/** The run whose end an answer in the queue of its task waits for. */
async function waitsForRun(reading: Reading, id: string): Promise<{ waitsForRun?: string }> {
  const read = async () => {
    const row = await reading.get<{ thread: string }>(
      `SELECT thread FROM outbox WHERE id = ? AND state = 'held' AND queued IS NOT NULL`,
      id,
    );
    return row === undefined ? null : await openRunOf(reading, row.thread);
  };
  // The answer is returned even if what it waits for cannot be read.
  const run = await reading.pastDamage('outbox', read, null);
  return run === null ? {} : { waitsForRun: run.id };
}

const parsed = <Value>(json: string | null): Value | null =>
  json === null ? null : storedJson<Value>(json);

/** Rows of an older release have no reasons. */
const escalationOf = ({ escalation }: PromptRow): Prompt['escalation'] =>
  escalation === null ? null : { reasonFor: [], ...storedJson<Escalation>(escalation) };

/** A prompt as shown in a list, and the data for it. */
async function toSource(reading: Reading, row: PromptRow) {
  const message: UpMessage = storedJson(row.message);
  return {
    id: row.id,
    ...(row.asker === null
      ? { taskId: row.thread, taskTitle: row.title ?? row.thread }
      : { taskId: null, taskTitle: null }),
    agentId: row.agent,
    agentName: row.asker ?? row.agent_name ?? row.agent,
    relayedFor: row.relayed,
    origin: originOf(row),
    source: parsed<Prompt['source']>(row.source) ?? {
      id: row.message_id,
      reason: null,
      toolName: null,
      together: null,
    },
    classKey: row.class_key,
    blocking: row.blocking === 1,
    state: row.state,
    severity: row.severity,
    revision: row.revision,
    sequence: row.sequence,
    place: row.place,
    ask: row.ask,
    message,
    openedAt: row.opened,
    expiresAt: row.expires,
    claim: parsed<Prompt['claim']>(row.claim),
    snooze: parsed<Prompt['snooze']>(row.snooze),
    escalation: escalationOf(row),
    seen: parsed<Prompt['seen']>(row.seen),
    closedAt: row.closed,
    decision: row.state === 'answered' ? await decisionOfPrompt(reading, row.id) : null,
  } satisfies RowSource;
}

export async function toPrompt(reading: Reading, row: PromptRow): Promise<Prompt> {
  const source = await toSource(reading, row);
  const { message } = source;
  return {
    ...source,
    runId: row.run === '' ? null : row.run,
    digest: row.digest,
    revisedAt: row.revised,
    extension: extensionOf(message, row.extended),
    closedReason: row.closed_reason,
    closedStatement: parsed(row.closed_statement) ?? undefined,
    stoppedBy: parsed(row.stopped_by),
    returned: row.state === 'open' ? await returnedOf(reading, row.id) : null,
    way: deliveryMethodOfRow(row),
    comments: await commentsOf(reading, row.id),
    commentsAnswer: takesCommentsAsAnswers(row.descriptor, message),
  };
}

/** The columns for the row of a prompt in a list: less than for the whole prompt. */
export async function readRowSource(reading: Reading, id: string): Promise<RowSource | null> {
  const row = await reading.get<PromptRow>(`${selectPrompt} WHERE p.id = ?`, id);
  return row === undefined ? null : await toSource(reading, row);
}

export async function readPrompt(reading: Reading, id: string): Promise<Prompt | null> {
  const [row] = await rowsOf(reading, 'p.id = ?', [id]);
  return row === undefined ? null : await toPrompt(reading, row);
}

/** The prompt that a message has opened, for any format of its id. */
export async function readPromptOf(
  reading: Reading,
  threadId: string,
  messageId: string,
): Promise<Prompt | null> {
  const [row] = await rowsOf(reading, 'p.thread = ? AND p.message_id = ?', [threadId, messageId]);
  return row === undefined ? null : await toPrompt(reading, row);
}

export async function readPrompts(
  reading: Reading,
  where: string,
  ...values: SqlValue[]
): Promise<Prompt[]> {
  return mapInOrder(await rowsOf(reading, where, values), (row) => toPrompt(reading, row));
}

async function decisionOfPrompt(reading: Reading, promptId: string): Promise<Decision | null> {
  const row = await reading.get<DecisionRow>(
    `SELECT * FROM decisions WHERE prompt = ? AND state <> 'recalled'
     ORDER BY state IN ('refused', 'undeliverable'), place DESC, recorded DESC LIMIT 1`,
    promptId,
  );
  return row === undefined ? null : await toDecision(reading, row);
}

async function commentsOf(reading: Reading, promptId: string): Promise<PromptComment[]> {
  return (
    await reading.all<{ id: string; by_id: string; by_name: string; at: number; feedback: string }>(
      'SELECT id, by_id, by_name, at, feedback FROM comments WHERE prompt = ? ORDER BY at, rowid',
      promptId,
    )
  ).map(({ id, by_id, by_name, at, feedback }) => ({
    id,
    by: { id: by_id, name: by_name },
    at,
    feedback: storedJson(feedback),
  }));
}

/** The last failed answer. */
async function returnedOf(reading: Reading, promptId: string): Promise<Decision | null> {
  const row = await reading.get<DecisionRow>(
    `SELECT * FROM decisions WHERE prompt = ? AND state IN ('refused', 'undeliverable')
     ORDER BY place DESC, recorded DESC LIMIT 1`,
    promptId,
  );
  return row === undefined ? null : await toDecision(reading, row);
}

export async function readDecision(reading: Reading, id: string): Promise<Decision | null> {
  const row = await reading.get<DecisionRow>('SELECT * FROM decisions WHERE id = ?', id);
  return row === undefined ? null : await toDecision(reading, row);
}
