import type { AgentCapabilities } from '@countersign/adapters/protocol/agent-protocol';
import type { Task } from '@countersign/api/task';
import type { Reading } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import { capabilitiesOf, type StoredDescriptor } from '../agents/capabilities.ts';
import { newestControls } from '../records/control-records.ts';
import { type TaskRow, taskRow } from '../rows/task-rows.ts';

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

const isUnanswered = ({ state, blocking, asked }: TaskRow): boolean =>
  state === 'needsHumanDecision' &&
  blocking === 0 &&
  (asked === 'expired' || asked === 'withdrawn');

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
    ...(row.answer === 'reject' ? { rejected: true as const } : {}),
    ...(isUnanswered(row) ? { unanswered: true as const } : {}),
    startedAt: row.started,
    updatedAt: row.updated,
    endedAt: row.ended,
    counts: { events: row.events, anomalies: row.anomalies },
    ...(row.reads === 1 ? { reads: true as const } : {}),
    ...(row.damaged === 1 ? { damaged: true as const } : {}),
    controls: await newestControls(reading, row.id),
    can: capabilities(descriptor && capabilitiesOf(descriptor), row.ended === null),
  };
}

export async function readTask(reading: Reading, id: string): Promise<Task | null> {
  const row = await taskRow(reading, id);
  return row === undefined ? null : await toTask(reading, row);
}

/** Whether a task has a run that has not ended. */
export const isRunning = ({ runStatus }: Pick<Task, 'runStatus'>): boolean =>
  ['starting', 'running', 'paused', 'held', 'stopping'].includes(runStatus);
