import { createMemory } from '../model/create-memory.ts';
import type { Memory } from '../model/memory.ts';
import { writeTime } from '../model/wire-time.ts';
import { correctedMembers, teaches } from './corrections-of-task.ts';
import type { DecisionFact, FinishedTask } from './finished-task.ts';

/** A procedure of one step says no more than the event does. */
const leastSteps = 2;

/**
 * What a finished task leaves in which people taught something: the event, and the procedure with its result as it was, also if it failed.
 * Both are personal to the agent, and linked. Of any other task there is nothing that the agent does not know.
 */
export function memoriesOfTask(task: FinishedTask, createId: (prefix: string) => string): Memory[] {
  const learnings = task.decisions.filter(teaches).map(learningOf);
  if (learnings.length === 0) return [];
  const common = {
    agent: task.agent,
    origin: { kind: 'work' as const, caller: task.caller },
    createdAt: task.endedAt,
    tags: task.domain === '' ? [] : [task.domain],
  };
  const importance = task.outcome === 'cancelled' ? 'low' : 'high';
  const eventId = createId('ep');
  const hasProcedure = task.steps.length >= leastSteps;
  const workflowId = createId('wf');
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
      learnings,
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

const maxChars = 500;

/** What a person decided, in one line. */
function learningOf({ subject, choice, words, proposed, decided }: DecisionFact): string {
  const members = correctedMembers(proposed ?? undefined, decided ?? undefined);
  const changes =
    decided === null
      ? []
      : members.map(({ path, decided: value }) => `${path} ${JSON.stringify(value ?? null)}`);
  const said = [changes.join(', '), words.trim()].filter((part) => part !== '').join('. ');
  return `${subject}: ${choice}${said === '' ? '' : ` (${said.slice(0, maxChars)})`}`;
}
