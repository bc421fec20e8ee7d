import type { PromptRow } from '@countersign/api/prompt-row';
import type { Task } from '@countersign/api/task';
import { comparePrompts } from '@countersign/desk/urgency';
import { type Face, faceOfTask, statusInputOfTask } from '../../ui/marks/task-appearance.ts';

/** Tiles on the wall at most. */
export const MAX_TILES = 7;
const DAY_MS = 86_400_000;
const FRESH_MS = 30 * 60_000;

/** Whether a task belongs on a wall at all: active ones, those that failed in the last day, those that have just ended. */
export function isOnWall(task: Task, now: number): boolean {
  const face = faceOfTask(task);
  if (face === 'done' || face === 'off') return now - task.updatedAt < FRESH_MS;
  if (face === 'fail' || face === 'cut') return now - task.updatedAt < DAY_MS;
  return true;
}

/** Open blocking questions by task, the most urgent first; snoozed ones come after the others. */
export function promptsByTask(
  prompts: readonly PromptRow[],
): ReadonlyMap<string, readonly [PromptRow, ...PromptRow[]]> {
  const byTask = new Map<string, [PromptRow, ...PromptRow[]]>();
  const blocking = prompts.filter((prompt) => prompt.blocking && prompt.state === 'open');
  for (const prompt of blocking.toSorted(compareQuestions)) {
    // A tile shows a task: a question without one is in the queue only.
    if (prompt.taskId === null) continue;
    const known = byTask.get(prompt.taskId);
    if (known === undefined) byTask.set(prompt.taskId, [prompt]);
    else known.push(prompt);
  }
  return byTask;
}

const compareQuestions = (left: PromptRow, right: PromptRow): number =>
  Number(left.snooze !== null) - Number(right.snooze !== null) || comparePrompts(left, right);

function rankOf(task: Task, question: PromptRow | undefined, now: number): number {
  const face = faceOfTask(task);
  // Questions are received at once, the figures of a task a little later.
  // An agent that does not stop needs a person first.
  if (statusInputOfTask(task).disobeys) return NEEDS - 0.5;
  if (face === 'need' || question !== undefined) return NEEDS;
  if (face === 'run' || face === 'hold' || face === 'wait') return 2;
  if (face === 'fail' || face === 'cut') return now - task.updatedAt < FRESH_MS ? 2 : 3;
  return face === 'offer' ? 3 : 4;
}

const NEEDS = 1;

export interface Ranking {
  pinned: readonly string[];
  /** Open blocking questions by task, the most urgent first. */
  questions: ReadonlyMap<string, readonly PromptRow[]>;
  /** Tasks that have a tile now: within one rank they stay. */
  shown: ReadonlySet<string>;
  now: number;
}

/**
 * Pinned tasks first, then those that need a person by their most urgent question (deadline, severity, age), then active ones by last
 * activity, then the rest. A tile is kept before its equals, but never before a more urgent question.
 */
export function rankTasks(
  tasks: readonly Task[],
  { pinned, questions, shown, now }: Ranking,
): Task[] {
  const isPinned = new Set(pinned);
  const asked = ({ id }: Task) => questions.get(id)?.[0];
  const onWall = tasks.filter((task) => isPinned.has(task.id) || isOnWall(task, now));
  const rank = new Map(
    onWall.map((task) => [task.id, isPinned.has(task.id) ? 0 : rankOf(task, asked(task), now)]),
  );
  const of = (task: Task) => rank.get(task.id) ?? 9;
  const byUrgency = (left: Task, right: Task): number => {
    const [one, other] = [asked(left), asked(right)];
    if (one !== undefined && other !== undefined) return compareQuestions(one, other);
    return Number(one === undefined) - Number(other === undefined);
  };
  return onWall.sort(
    (left, right) =>
      of(left) - of(right) ||
      (of(left) === NEEDS ? byUrgency(left, right) : 0) ||
      Number(shown.has(right.id)) - Number(shown.has(left.id)) ||
      right.updatedAt - left.updatedAt ||
      (left.id < right.id ? -1 : 1),
  );
}

export interface Slots {
  /** Tiles under the pointer or with the focus: never exchanged. */
  kept: ReadonlySet<string>;
  /** The pointer is on the wall: tiles are only exchanged, so that none of them moves. */
  busy: boolean;
}

/**
 * The tiles after a new ranking. A tile that stays keeps its place; new ones take the places of removed ones. While the pointer is on
 * the wall their number stays the same.
 */
export function nextSlots(
  before: readonly string[],
  ranked: readonly string[],
  { kept, busy }: Slots,
): readonly string[] {
  const staying = before.filter((id) => kept.has(id));
  const count = busy && before.length > 0 ? before.length : MAX_TILES;
  const free = Math.max(0, count - staying.length);
  const wanted = new Set([...staying, ...ranked.filter((id) => !kept.has(id)).slice(0, free)]);
  const newcomers = [...wanted].filter((id) => !before.includes(id));
  const slots: string[] = [];
  for (const id of before) {
    const next = wanted.has(id) ? id : newcomers.shift();
    if (next !== undefined) slots.push(next);
    // No new tile takes its place: it stays, so that its neighbours do not move.
    else if (busy) slots.push(id);
  }
  slots.push(...newcomers.slice(0, Math.max(0, count - slots.length)));
  return same(slots, before) ? before : slots;
}

const same = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((id, index) => id === right[index]);

/** How many of the others show each face. */
export function countFaces(tasks: readonly Task[]): ReadonlyMap<Face, number> {
  const counts = new Map<Face, number>();
  for (const task of tasks) {
    const face = faceOfTask(task);
    counts.set(face, (counts.get(face) ?? 0) + 1);
  }
  return counts;
}
