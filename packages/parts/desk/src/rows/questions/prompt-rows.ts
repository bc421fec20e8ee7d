import type { Prompt } from '@countersign/api/prompt';
import type { Reading, SqlValue } from '@countersign/server/store/port';
import type { OriginColumns } from '../origin-columns.ts';

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
  /** Of a prompt without a task: the name of the asker. */
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
  demand: string | null;
  signals: string | null;
  snooze: string | null;
  claim: string | null;
  run_status: string | null;
  run_ended: number | null;
  /** Of the agent behind the run; null = it is not in the registry. */
  descriptor: string | null;
}

const selectPrompt = `SELECT p.*, t.title AS title, a.name AS agent_name, c.body AS claim,
  r.status AS run_status, r.ended AS run_ended, ra.descriptor AS descriptor
  FROM prompts p LEFT JOIN tasks t ON t.id = p.thread LEFT JOIN agents a ON a.id = p.agent LEFT JOIN claims c ON c.prompt = p.id
  LEFT JOIN runs r ON r.id = p.run LEFT JOIN agents ra ON ra.id = r.agent`;

/** A prompt without its data in other tables: for when that cannot be read. */
const selectAlone = `SELECT p.*, NULL AS title, NULL AS agent_name, NULL AS claim, r.status AS run_status,
  r.ended AS run_ended, ra.descriptor AS descriptor
  FROM prompts p LEFT JOIN runs r ON r.id = p.run LEFT JOIN agents ra ON ra.id = r.agent`;

const rowsOf = async (
  reading: Reading,
  where: string,
  ...values: SqlValue[]
): Promise<PromptRow[]> =>
  (await reading.pastDamage(
    'prompts',
    () => reading.all<PromptRow>(`${selectPrompt} WHERE ${where}`, ...values),
    null,
  )) ?? (await reading.all<PromptRow>(`${selectAlone} WHERE ${where}`, ...values));

/** A prompt; without its data in other tables where that cannot be read. */
export const promptRow = async (reading: Reading, id: string): Promise<PromptRow | undefined> =>
  (await rowsOf(reading, 'p.id = ?', id))[0];

/** The same; throws where a page cannot be read. */
export const plainPromptRow = async (
  reading: Reading,
  id: string,
): Promise<PromptRow | undefined> => reading.get<PromptRow>(`${selectPrompt} WHERE p.id = ?`, id);

/** The prompt that a message has opened. */
export const promptRowOfMessage = async (
  reading: Reading,
  threadId: string,
  messageId: string,
): Promise<PromptRow | undefined> =>
  (await rowsOf(reading, 'p.thread = ? AND p.message_id = ?', threadId, messageId))[0];

/** Prompts that a rule may be about. Null = any. */
export interface RuleScope {
  agentId: string;
  relayedFor: string | null;
  blocking: boolean | null;
  origin: string | null;
  classKey: string | null;
}

const stateFor = {
  'answered-by-people': `p.state = 'answered' AND EXISTS(SELECT 1 FROM decisions d WHERE d.prompt = p.id
    AND d.state <> 'recalled' AND d.by_kind = 'operator')`,
  open: `p.state = 'open'`,
} as const;

/** A page of the prompts that a rule may be about, newest first. */
export async function promptRowsInScope(
  reading: Reading,
  scope: RuleScope,
  page: { state: keyof typeof stateFor; limit: number; offset: number },
): Promise<PromptRow[]> {
  const { agentId, relayedFor, origin, classKey } = scope;
  const blocking = scope.blocking === null ? null : Number(scope.blocking);
  return rowsOf(
    reading,
    `${stateFor[page.state]} AND p.agent = ? AND (? IS NULL OR p.relayed = ?) AND (? IS NULL OR p.blocking = ?)
     AND (? IS NULL OR p.origin = ?) AND (? IS NULL OR p.class_key = ?) ORDER BY p.opened DESC, p.id DESC LIMIT ? OFFSET ?`,
    agentId,
    relayedFor,
    relayedFor,
    blocking,
    blocking,
    origin,
    origin,
    classKey,
    classKey,
    page.limit,
    page.offset,
  );
}

/** A question without a task that was answered, or that nobody answered in time. */
export interface SettledRow {
  id: string;
  message: string;
  /** Epoch ms. */
  at: number;
  /** Who answered; null = nobody did. */
  by_kind: string | null;
  by_id: string | null;
  by_name: string | null;
  feedback: string | null;
}

/** The questions of an asker that are settled, newest first. An answer that was recalled or not taken settles none. */
export const settledRowsOf = async (
  reading: Reading,
  thread: string,
  limit: number,
): Promise<SettledRow[]> =>
  reading.all<SettledRow>(
    `SELECT p.id, p.message, COALESCE(d.recorded, p.closed, p.opened) AS at, d.by_kind, d.by_id, d.by_name, d.feedback
     FROM prompts p LEFT JOIN decisions d ON d.prompt = p.id AND d.state NOT IN ('recalled', 'refused', 'undeliverable')
     WHERE p.thread = ? AND (p.state = 'expired' OR (p.state = 'answered' AND d.id IS NOT NULL))
     ORDER BY at DESC, p.place DESC LIMIT ?`,
    thread,
    limit,
  );
