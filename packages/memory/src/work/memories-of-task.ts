import { createMemory } from '../model/create-memory.ts';
import type { Memory } from '../model/memory.ts';
import { writeTime } from '../model/wire-time.ts';
import type { FinishedTask } from './finished-task.ts';

/** A procedure of one step says no more than the event does. */
const leastSteps = 2;

/**
 * What a finished task leaves: the event, and the procedure with its result as it was, also if it failed. Both are personal to the agent,
 * and linked.
 */
export function memoriesOfTask(task: FinishedTask, createId: (prefix: string) => string): Memory[] {
  const common = {
    agent: task.agent,
    createdAt: task.endedAt,
    tags: task.domain === '' ? [] : [task.domain],
  };
  const importance =
    task.outcome === 'cancelled' ? 'low' : task.decisions.length > 0 ? 'high' : 'medium';
  const eventId = createId('ep');
  const hasProcedure = task.steps.length >= leastSteps;
  const workflowId = createId('wf');
  const decisions = task.decisions.map(({ subject, choice }) => `${subject}: ${choice}`);
  const event = createMemory({
    ...common,
    importance,
    id: eventId,
    type: 'episodic',
    content: {
      event_summary: task.title,
      timestamp: writeTime(task.startedAt),
      location: '',
      participants: [...new Set(task.decisions.map(({ by }) => by))],
      causal_chain: {},
      learnings: decisions,
      result_status: task.outcome,
      domain: task.domain,
      source_info: { source_type: 'trajectory', task_id: task.id },
    },
    links: hasProcedure ? [{ to: workflowId, kind: 'related' }] : [],
  });
  if (!hasProcedure) return [event];
  const workflow = createMemory({
    ...common,
    importance,
    id: workflowId,
    type: 'workflow',
    content: {
      workflow_name: task.title,
      task_description: task.title,
      steps: task.steps.map(({ name, description, tool }) => ({
        name,
        description,
        details: tool === '' ? {} : { tool },
      })),
      result_status: task.outcome,
      domain: task.domain,
      source_info: { source_type: 'trajectory', task_id: task.id },
    },
    links: [{ to: eventId, kind: 'related' }],
  });
  return [event, workflow];
}
