import type { Task } from '@countersign/api/task';
import { isListed } from '../../live/listed-tasks.ts';

export const taskGroups = ['open', 'live', 'paused', 'cut', 'ended', 'failed', 'reads'] as const;
export type TaskGroup = (typeof taskGroups)[number];

export interface TaskFilter {
  q: string;
  group: TaskGroup | null;
  agent: string;
}

/** Reads the filter from the address: `?q=&state=&agent=`; what is not known is left out. */
export function parseTaskFilter(search: Readonly<Record<string, unknown>>): TaskFilter {
  const words = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    q: words(search['q']),
    group: taskGroups.find((group) => group === search['state']) ?? null,
    agent: words(search['agent']),
  };
}

/** The address of a filter; empty parts are left out, so that no filter is a plain address. */
export function filterSearch(filter: TaskFilter): { q?: string; state?: string; agent?: string } {
  return {
    ...(filter.q === '' ? {} : { q: filter.q }),
    ...(filter.group === null ? {} : { state: filter.group }),
    ...(filter.agent === '' ? {} : { agent: filter.agent }),
  };
}

export function groupOf(task: Task): Exclude<TaskGroup, 'open' | 'reads'> {
  switch (task.runStatus) {
    case 'starting':
    case 'running':
    case 'stopping':
      return 'live';
    case 'paused':
    case 'held':
      return 'paused';
    case 'cut-off':
      return 'cut';
    case 'failed':
    case 'lost':
      return 'failed';
    case 'finished':
      return task.state === 'failed' ? 'failed' : 'ended';
    default:
      return 'ended';
  }
}

/** Fewer characters can occur in a random id by chance. */
const MIN_ID_CHARS = 8;

const asks = (task: Task) => task.openPrompts.blocking + task.openPrompts.followup > 0;

function isInGroup(task: Task, { group, q }: TaskFilter): boolean {
  if (group === 'reads') return task.reads === true;
  // Who searches by words or an id finds all.
  if (q === '' && !isListed(task)) return false;
  return group === 'open' ? asks(task) : group === null || groupOf(task) === group;
}

function matches(task: Task, filter: TaskFilter): boolean {
  if (!isInGroup(task, filter)) return false;
  if (filter.agent !== '' && !task.agents.includes(filter.agent) && task.agentId !== filter.agent) {
    return false;
  }
  const text = `${task.title} ${task.agentName} ${task.agents.join(' ')}`.toLowerCase();
  const id = task.id.toLowerCase();
  return filter.q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word) || (word.length >= MIN_ID_CHARS && id.includes(word)));
}

/** The tasks that match. */
export function filterTasks(tasks: readonly Task[], filter: TaskFilter): Task[] {
  return tasks.filter((task) => matches(task, filter));
}
