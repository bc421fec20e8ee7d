import type { AgentCapabilities } from '@countersign/adapters/protocol/agent-protocol';
import type { RunStatus, Task } from '@countersign/api/task';
import { capabilitiesOf, type StoredDescriptor } from '../agents/capabilities.ts';
import { damageScope } from '../journal/damage-operation.ts';
import { newestControls } from '../records/control-records.ts';
import type { Reading } from '../store/port.ts';
import { storedJson } from '../store/stored-json.ts';

export interface TaskRow {
  id: string;
  title: string;
  agent: string;
  agent_name: string | null;
  descriptor: string | null;
  agents: string;
  run: string;
  status: RunStatus;
  ended: number | null;
  state: Task['state'];
  started: number;
  updated: number;
  events: number;
  anomalies: number;
  blocking: number;
  followup: number;
  damaged: number;
}

const openPrompts = (blocking: 0 | 1) =>
  `(SELECT COUNT(*) FROM prompts p WHERE p.thread = t.id AND p.state = 'open' AND p.blocking = ${blocking})`;

/** A task is shown with its last run, or with an active one left by an older release: the task has not ended before that. */
export const selectTask = `SELECT t.*, a.name AS agent_name, a.descriptor AS descriptor, r.id AS run, r.status AS status,
  r.ended AS ended, EXISTS(SELECT 1 FROM keys k WHERE k.scope = '${damageScope}' AND k.key = t.id) AS damaged,
  ${openPrompts(1)} AS blocking, ${openPrompts(0)} AS followup
  FROM tasks t JOIN runs r ON r.id = COALESCE(
    (SELECT g.id FROM runs g WHERE g.thread = t.id AND g.ended IS NULL ORDER BY g.place DESC, g.started DESC LIMIT 1), t.run)
  LEFT JOIN agents a ON a.id = t.agent`;

/** The controls of an agent, and what the server does instead. */
export function capabilities(can: AgentCapabilities | null, running: boolean): Task['can'] {
  const { actions, answers } = can ?? { actions: [], answers: false };
  return {
    pause: actions.includes('pause') && actions.includes('resume') ? 'agent' : 'hold',
    stop: actions.includes('stop') ? 'agent' : 'close',
    message: !running ? 'new-run' : answers ? 'running' : 'next-run',
    ...(actions.includes('status') ? { status: true } : {}),
  };
}

export async function toTask(reading: Reading, row: TaskRow): Promise<Task> {
  const descriptor: StoredDescriptor | null =
    row.descriptor === null ? null : storedJson(row.descriptor);
  return {
    id: row.id,
    title: row.title,
    agentId: row.agent,
    agentName: row.agent_name ?? row.agent,
    agents: storedJson(row.agents),
    runId: row.run,
    runStatus: row.status,
    state: row.state,
    openPrompts: { blocking: row.blocking, followup: row.followup },
    startedAt: row.started,
    updatedAt: row.updated,
    endedAt: row.ended,
    counts: { events: row.events, anomalies: row.anomalies },
    ...(row.damaged === 1 ? { damaged: true as const } : {}),
    controls: await newestControls(reading, row.id),
    can: capabilities(descriptor && capabilitiesOf(descriptor), row.ended === null),
  };
}

export async function readTask(reading: Reading, id: string): Promise<Task | null> {
  const row = await reading.get<TaskRow>(`${selectTask} WHERE t.id = ?`, id);
  return row === undefined ? null : await toTask(reading, row);
}
