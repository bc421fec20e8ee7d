import type { PromptCall } from '@countersign/api/webhook';
import type { Reading, Writing } from '@countersign/server/store/port';

/** The stored content of a call about a prompt; its address is added when it is sent. `turn`: 0 = the first, then the repeats. */
export interface PromptCallBody {
  type: Exclude<PromptCall['type'], 'test'>;
  turn: number;
  data: Omit<PromptCall['data'], 'url'>;
}

/** Of the one call about the end of a program's question: what became of it is read when it is sent. */
export interface QuestionCallBody {
  type: 'question';
  turn: 0;
  questionId: string;
}

/** About a control that its agent does not follow: how that is going is read when it is sent. */
export interface ControlCallBody {
  type: 'task.not-obeying';
  turn: 0;
  controlId: string;
}

export type CallBody = PromptCallBody | QuestionCallBody | ControlCallBody;

export interface CallRow {
  /** The same for every attempt: a receiver detects repetitions by it. */
  id: string;
  /** Id of the webhook, or `program:` and the id of a program. */
  webhook: string;
  prompt: string;
  body: string;
  state: 'pending' | 'done' | 'given-up' | 'dropped';
  due: number;
  attempts: number;
  created: number;
}

/** Calls read at once if some cannot be read. */
const lookedAt = 200;

/** When the next call is due that is not due yet, epoch ms; null = there is none. */
export async function nextCallAt(reading: Reading, now: number): Promise<number | null> {
  const row = await reading.get<{ at: number | null }>(
    `SELECT MIN(due) AS at FROM webhook_calls WHERE state = 'pending' AND due > ?`,
    now,
  );
  return row?.at ?? null;
}

/** Due calls, at most so many per receiver. */
export const dueCalls = async (reading: Reading, now: number, ofEach: number): Promise<CallRow[]> =>
  (await reading.pastDamage('calls', () => dueOfEach(reading, now, ofEach), null)) ??
  dueOneByOne(reading, now);

async function dueOfEach(reading: Reading, now: number, ofEach: number): Promise<CallRow[]> {
  const receivers = await reading.all<{ webhook: string }>(
    `SELECT DISTINCT webhook FROM webhook_calls WHERE state = 'pending' AND due <= ?`,
    now,
  );
  const calls: CallRow[] = [];
  for (const { webhook } of receivers) {
    const due = await reading.all<CallRow>(
      `SELECT * FROM webhook_calls WHERE state = 'pending' AND webhook = ? AND due <= ? ORDER BY due, id LIMIT ?`,
      webhook,
      now,
      ofEach,
    );
    calls.push(...due);
  }
  return calls;
}

/** With pages of the disk that cannot be read: the ids come from an index. */
async function dueOneByOne(reading: Reading, now: number): Promise<CallRow[]> {
  const ids = await reading.all<{ id: string }>(
    `SELECT id FROM webhook_calls INDEXED BY webhook_calls_due WHERE state = 'pending' AND due <= ?
     ORDER BY due LIMIT ${lookedAt}`,
    now,
  );
  const calls: CallRow[] = [];
  for (const { id } of ids) {
    const call = await reading.pastDamage('calls', () => readCall(reading, id), null);
    if (call !== null) calls.push(call);
  }
  return calls;
}

export async function readCall(reading: Reading, id: string): Promise<CallRow | null> {
  return (await reading.get<CallRow>('SELECT * FROM webhook_calls WHERE id = ?', id)) ?? null;
}

/** The calls of a webhook for prompts that are still open. */
export const callsOfOpenPrompts = async (reading: Reading, webhookId: string): Promise<CallRow[]> =>
  reading.all<CallRow>(
    `SELECT * FROM webhook_calls WHERE webhook = ? AND prompt IN (SELECT id FROM prompts WHERE state = 'open')`,
    webhookId,
  );

/** A call with a known id is the same call: it is not added again. */
export async function insertCall(
  writing: Writing,
  call: { id: string; webhook: string; prompt: string; body: CallBody; due: number },
): Promise<void> {
  await writing.run(
    `INSERT INTO webhook_calls(id, webhook, prompt, body, state, due, created)
     VALUES(?,?,?,?,'pending',?,?) ON CONFLICT DO NOTHING`,
    call.id,
    call.webhook,
    call.prompt,
    JSON.stringify(call.body),
    call.due,
    call.due,
  );
}

export async function settleCallRow(
  writing: Writing,
  call: Pick<CallRow, 'id' | 'state' | 'attempts' | 'due'>,
): Promise<void> {
  await writing.run(
    'UPDATE webhook_calls SET state = ?, attempts = ?, due = ? WHERE id = ?',
    call.state,
    call.attempts,
    call.due,
    call.id,
  );
}

/** Drops a pending call, or (`until`, epoch ms) postpones it. */
export async function holdCallRow(
  writing: Writing,
  id: string,
  until: number | null,
): Promise<void> {
  await writing.run(
    `UPDATE webhook_calls SET state = ?, due = COALESCE(?, due) WHERE id = ? AND state = 'pending'`,
    until === null ? 'dropped' : 'pending',
    until,
    id,
  );
}

export async function deleteCall(writing: Writing, id: string): Promise<void> {
  await writing.run('DELETE FROM webhook_calls WHERE id = ?', id);
}

/** All pending calls are due as much later; those delayed by a snooze follow its time. */
export async function shiftCallRows(writing: Writing, jumpMs: number): Promise<void> {
  await writing.run(
    `UPDATE webhook_calls SET due = due + ? WHERE state = 'pending'
       AND due IS DISTINCT FROM (SELECT p.wake_at FROM prompts p WHERE p.id = webhook_calls.prompt)`,
    jumpMs,
  );
}

/** Ids from an index only: an unreadable prompt does not prevent calls for the others. */
export async function openPromptIds(reading: Reading): Promise<string[]> {
  const rows = await reading.all<{ id: string }>(
    `SELECT id FROM prompts INDEXED BY prompts_state WHERE state = 'open'`,
  );
  return rows.map(({ id }) => id);
}
