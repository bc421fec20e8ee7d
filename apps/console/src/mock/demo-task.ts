import type { Prompt } from '@countersign/api/prompt';
import type { Control, Task } from '@countersign/api/task';
import type { Thread } from '@countersign/thread/thread';

interface TaskParts {
  /** The task as described by the tape. */
  recorded: Task;
  thread: Thread;
  controls: readonly Control[];
  prompts: readonly Prompt[];
  startedAt: number;
  updatedAt: number;
}

/** The summary of a task, from its folded thread. */
export function demoTask({
  recorded,
  thread,
  controls,
  prompts,
  startedAt,
  updatedAt,
}: TaskParts): Task {
  const open = prompts.filter((prompt) => prompt.state === 'open');
  const blocking = open.filter((prompt) => prompt.blocking).length;
  const { run } = thread;
  return {
    ...recorded,
    id: thread.threadId,
    runId: run.runId ?? recorded.runId,
    runStatus: run.status === 'idle' ? 'starting' : run.status,
    state: thread.upStates[recorded.agentId] ?? null,
    agents: thread.agents.filter((id) => id !== 'countersign' && !id.startsWith('operator:')),
    openPrompts: { blocking, followup: open.length - blocking },
    startedAt,
    updatedAt,
    endedAt: run.endedAt,
    counts: { events: thread.sequence, anomalies: thread.anomalyCount },
    controls: [...controls].reverse(),
    can: { ...recorded.can, message: run.endedAt === null ? 'running' : 'new-run' },
  };
}
