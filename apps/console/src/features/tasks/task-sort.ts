import type { Task } from '@countersign/api/task';
import { inTextOrder } from '../../text/count.ts';
import { faceOfTask, faces } from '../../ui/marks/task-appearance.ts';

export const sortKeys = [
  'task',
  'agent',
  'state',
  'prompts',
  'events',
  'started',
  'updated',
] as const;
export type SortKey = (typeof sortKeys)[number];

export interface TaskSort {
  key: SortKey;
  down: boolean;
}

/** The last touched first. */
export const defaultSort: TaskSort = { key: 'updated', down: true };

/** Reads `?sort=events` (upwards) or `?sort=-events` (downwards). */
export function parseSort(search: Readonly<Record<string, unknown>>): TaskSort {
  const { sort } = search;
  if (typeof sort !== 'string') return defaultSort;
  const key = sortKeys.find((known) => known === sort.replace(/^-/, ''));
  return key === undefined ? defaultSort : { key, down: sort.startsWith('-') };
}

export function sortSearch({ key, down }: TaskSort): { sort?: string } {
  if (key === defaultSort.key && down === defaultSort.down) return {};
  return { sort: down ? `-${key}` : key };
}

/** What pressing a column's head asks for: its own way first, then the other way. */
export function nextSort(sort: TaskSort, key: SortKey): TaskSort {
  if (sort.key === key) return { key, down: !sort.down };
  // Names are read from A, figures from the greatest, states from the most pressing.
  return { key, down: key !== 'task' && key !== 'agent' && key !== 'state' };
}

const compare: Record<SortKey, (left: Task, right: Task) => number> = {
  task: (left, right) => inTextOrder(left.title, right.title),
  agent: (left, right) => inTextOrder(left.agentName, right.agentName),
  state: (left, right) =>
    faces.indexOf(faceOfTask(left)) - faces.indexOf(faceOfTask(right)) ||
    right.updatedAt - left.updatedAt,
  prompts: (left, right) =>
    left.openPrompts.blocking - right.openPrompts.blocking ||
    left.openPrompts.followup - right.openPrompts.followup,
  events: (left, right) => left.counts.events - right.counts.events,
  started: (left, right) => left.startedAt - right.startedAt,
  updated: (left, right) => left.updatedAt - right.updatedAt,
};

/** The tasks in order; equal ones keep their order when tasks arrive. */
export function sortTasks(tasks: readonly Task[], { key, down }: TaskSort): Task[] {
  const by = down ? -1 : 1;
  return tasks.toSorted(
    (left, right) => by * compare[key](left, right) || (left.id < right.id ? -1 : 1),
  );
}

/** The newest rows in the order of the last ones: new rows come last. Used while the pointer is on them. */
export function inOrderOf(tasks: readonly Task[], ids: readonly string[]): Task[] {
  const place = new Map(ids.map((id, index) => [id, index]));
  const of = ({ id }: Task) => place.get(id) ?? ids.length;
  return tasks.toSorted((left, right) => of(left) - of(right));
}
