import { isObject } from '@countersign/json/json-object';
import type { PatchOperation } from '@countersign/json/patch-operation';

/** The hand-overs between agents in one run, in order, and how many of them are in the shared document. */
export interface HandOvers {
  runId: string | null;
  tasks: readonly HandedTask[];
  /** How many of the tasks are in the document's `workflowItems`. */
  seeded: number;
  /** The document's list was built here, in an earlier run. */
  rebuilt?: true;
  /** The agent sends the whole document itself: nothing is built. */
  closed?: true;
}
export interface HandedTask {
  id?: string;
  name: string;
}

const root = '/workflowItems';
/** Tasks of one run that a document is built from. */
const maxTasks = 2_000;

/** Adds one task; a repeated id is the same task with a newer name. */
export function withHandedTask(
  before: HandOvers | undefined,
  runId: string | null,
  task: HandedTask,
): HandOvers {
  if (before?.closed === true) return before;
  const rebuilt = before !== undefined && (before.seeded > 0 || before.rebuilt === true);
  // Each run numbers its tasks from zero: a patch never refers to a task of an earlier run.
  const known =
    before?.runId === runId
      ? before
      : { runId, tasks: [], seeded: 0, ...(rebuilt ? { rebuilt } : {}) };
  // The document has the same limit.
  if (known.tasks.length >= maxTasks) return known;
  const place = task.id === undefined ? -1 : known.tasks.findIndex((other) => other.id === task.id);
  const tasks = place === -1 ? [...known.tasks, task] : known.tasks.with(place, task);
  return { ...known, tasks };
}

/** The state once the agent has sent the document: nothing is built. */
export const noHandOvers: HandOvers = { runId: null, tasks: [], seeded: 0, closed: true };

const addresses = ({ path }: PatchOperation): boolean => path.startsWith(`${root}/`);

/**
 * HAI's demo server patches `/workflowItems/<n>` of a document it never sends: the list contains the tasks its agents handed to
 * each other, one item per task, and a client must build it. These are the operations that build it, to be applied
 * before `delta`; none when the delta patches something else, or the agent keeps such a list itself.
 */
export function seedOperations(
  handOvers: HandOvers | undefined,
  document: unknown,
  delta: readonly PatchOperation[],
): PatchOperation[] {
  if (handOvers === undefined || handOvers.tasks.length <= handOvers.seeded) return [];
  if (!delta.some(addresses)) return [];
  const keepsOne = isObject(document) && Object.hasOwn(document, 'workflowItems');
  if (keepsOne && handOvers.seeded === 0 && handOvers.rebuilt !== true) return [];
  const fresh = handOvers.tasks.slice(handOvers.seeded);
  const start: PatchOperation[] =
    handOvers.seeded === 0 ? [{ op: 'add', path: root, value: [] }] : [];
  return [
    ...start,
    ...fresh.map((task): PatchOperation => ({ op: 'add', path: `${root}/-`, value: { ...task } })),
  ];
}
