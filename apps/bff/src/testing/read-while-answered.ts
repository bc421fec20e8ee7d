import type { Task } from '@countersign/api/task';

/** The row of a task read just before its question was answered: its thread, which is read next, has no open one any more. */
export const readWhileAnswered = {
  ...{ id: 'task-1', agentId: 'booking', runStatus: 'running', state: null },
  openPrompts: { blocking: 1, followup: 0 },
  ...{ startedAt: 1_790_000_000_000, updatedAt: 1_790_000_001_000, endedAt: null },
} as Task;
