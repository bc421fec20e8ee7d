import type { Decision, Prompt } from '@countersign/api/prompt';
import type { Connection, SqlValue } from '../journal/database.ts';

type Reading = Pick<Connection, 'get' | 'all'>;

export interface PromptRow {
  id: string;
  thread: string;
  title: string;
  run: string;
  source_run: string | null;
  message_id: string;
  agent: string;
  agent_name: string | null;
  blocking: number;
  state: Prompt['state'];
  severity: Prompt['severity'];
  revision: number;
  sequence: number;
  ask: string;
  message: string;
  digest: string;
  opened: number;
  revised: number | null;
  expires: number | null;
  closed: number | null;
  closed_reason: string | null;
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
}

export const selectPrompt = `SELECT p.*, t.title AS title, a.name AS agent_name
  FROM prompts p JOIN tasks t ON t.id = p.thread LEFT JOIN agents a ON a.id = p.agent`;

function toDecision(row: DecisionRow): Decision {
  return {
    id: row.id,
    promptId: row.prompt,
    by: { kind: row.by_kind, id: row.by_id, name: row.by_name },
    feedback: JSON.parse(row.feedback),
    digest: row.digest,
    state: row.state,
    recordedAt: row.recorded,
    deliveredAt: row.delivered,
    acknowledgedAt: row.acknowledged,
    attempts: row.attempts,
    failure: row.failure,
  };
}

export function toPrompt(reading: Reading, row: PromptRow): Prompt {
  return {
    id: row.id,
    taskId: row.thread,
    taskTitle: row.title,
    runId: row.run,
    agentId: row.agent,
    agentName: row.agent_name ?? row.agent,
    origin: 'upformat',
    blocking: row.blocking === 1,
    state: row.state,
    severity: row.severity,
    revision: row.revision,
    sequence: row.sequence,
    ask: row.ask,
    message: JSON.parse(row.message),
    digest: row.digest,
    openedAt: row.opened,
    revisedAt: row.revised,
    expiresAt: row.expires,
    closedAt: row.closed,
    closedReason: row.closed_reason,
    decision: row.state === 'answered' ? decisionOfPrompt(reading, row.id) : null,
  };
}

export function readPrompt(reading: Reading, id: string): Prompt | null {
  const row = reading.get<PromptRow>(`${selectPrompt} WHERE p.id = ?`, id);
  return row === undefined ? null : toPrompt(reading, row);
}

export function readPrompts(reading: Reading, where: string, ...values: SqlValue[]): Prompt[] {
  return reading
    .all<PromptRow>(`${selectPrompt} WHERE ${where}`, ...values)
    .map((row) => toPrompt(reading, row));
}

function decisionOfPrompt(reading: Reading, promptId: string): Decision | null {
  const row = reading.get<DecisionRow>('SELECT * FROM decisions WHERE prompt = ?', promptId);
  return row === undefined ? null : toDecision(row);
}

export function readDecision(reading: Reading, id: string): Decision | null {
  const row = reading.get<DecisionRow>('SELECT * FROM decisions WHERE id = ?', id);
  return row === undefined ? null : toDecision(row);
}
