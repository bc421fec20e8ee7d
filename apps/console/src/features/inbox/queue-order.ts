import type { Operator } from '@countersign/api/operator';
import type { PromptRow } from '@countersign/api/prompt-row';
import type { QueueGroup } from '@countersign/api/prompts/queue';
import { compareInQueue, comparePrompts } from '@countersign/desk/urgency';
import { belongsTo, type QueueFilter } from './queue-filter.ts';

/** One row: a prompt, or several equal ones. */
export interface QueueEntry {
  key: string;
  /** One id, unless the row represents a class. */
  ids: readonly string[];
  /** The class it represents; null = a single prompt. */
  classKey: string | null;
}

/** The rows on screen, by group. Only an action of the operator changes the order. */
export interface QueueOrder {
  blocking: readonly QueueEntry[];
  followup: readonly QueueEntry[];
}

/** Of so many equal prompts each has its own row, unless all equal ones are grouped. */
const groupedFrom = 5;

/** Which equal prompts share a row: from five on, from two on, or none. */
export type Grouping = 'many' | 'all' | 'none';

const groupFrom: Record<Grouping, number> = {
  many: groupedFrom,
  all: 2,
  none: Number.POSITIVE_INFINITY,
};

/** The query of the queue: which prompts, as seen by which operator, and which equal ones share a row. */
export interface QueueRequest {
  filter: QueueFilter;
  me: Operator | null;
  grouping: Grouping;
  /** Equal prompts as the server counts them, by class, where not all are here; null = count the rows. */
  counted?: ReadonlyMap<string, Pick<QueueGroup, 'open'>> | null;
  /** The server's clock, epoch ms, as fine as a minute. */
  now: number;
  /** What the server has found for search text and condition; null = decided by the rows. */
  found?: ReadonlySet<string> | null;
  /** Rows after this one are not all here yet, and none of them is shown; null = all are here. */
  border?: PromptRow | null;
}

/** Whether it is in the part of the queue that has been read. Closed prompts are one page. */
const isRead = (prompt: PromptRow, { border = null, filter }: QueueRequest): boolean =>
  border === null || filter.show !== undefined || compareInQueue(prompt, border) <= 0;

export const classRowKey = (classKey: string): string => `class:${classKey}`;

/** Equal prompts share the row of the most urgent of them; a single one has its own. `prompts` are in order. */
function entriesOf(
  prompts: readonly PromptRow[],
  { grouping, counted }: Pick<QueueRequest, 'grouping' | 'counted'>,
): readonly QueueEntry[] {
  const classes = new Map<string, string[]>();
  for (const prompt of grouping === 'none' ? [] : prompts) {
    if (prompt.classKey === '' || prompt.state !== 'open') continue;
    const ids = classes.get(prompt.classKey) ?? [];
    ids.push(prompt.id);
    classes.set(prompt.classKey, ids);
  }
  return prompts.flatMap((prompt): QueueEntry[] => {
    const ids = classes.get(prompt.classKey);
    const count = Math.max(ids?.length ?? 0, counted?.get(prompt.classKey)?.open ?? 0);
    if (ids === undefined || count < groupFrom[grouping] || !ids.includes(prompt.id)) {
      return [{ key: prompt.id, ids: [prompt.id], classKey: null }];
    }
    if (ids[0] !== prompt.id) return [];
    return [{ key: classRowKey(prompt.classKey), ids, classKey: prompt.classKey }];
  });
}

const closedAt = ({ closedAt: at, decision, openedAt }: PromptRow) =>
  at ?? decision?.recordedAt ?? openedAt;

/** Closed prompts: the latest first. */
const compareClosed = (left: PromptRow, right: PromptRow): number =>
  closedAt(right) - closedAt(left) || (left.id < right.id ? -1 : 1);

/**
 * The queue drawn again: every prompt that belongs there, in order. `keep` stays although it is answered: the operator has not left
 * it yet.
 */
export function admitAll(
  prompts: readonly PromptRow[],
  wish: QueueRequest,
  keep: string | null,
): QueueOrder {
  const { filter } = wish;
  const rows = prompts
    .filter(
      (prompt) => prompt.id === keep || (belongsTo(prompt, filter, wish) && isRead(prompt, wish)),
    )
    .toSorted(filter.show === undefined ? comparePrompts : compareClosed);
  // Once closed, blocking and optional prompts are in one list.
  if (filter.show !== undefined)
    return { blocking: entriesOf(rows, { grouping: 'none' }), followup: [] };
  return {
    blocking: entriesOf(
      rows.filter((prompt) => prompt.blocking),
      wish,
    ),
    followup: entriesOf(
      rows.filter((prompt) => !prompt.blocking),
      wish,
    ),
  };
}

/** Every prompt on screen, in its own row or in that of its class. */
export const shownIds = (order: QueueOrder): readonly string[] =>
  [...order.blocking, ...order.followup].flatMap((entry) => entry.ids);

/** Prompts that belong there but are not on screen yet: they are counted in the pill. */
export function waitingBehind(
  order: QueueOrder,
  prompts: readonly PromptRow[],
  wish: QueueRequest,
): PromptRow[] {
  const shown = new Set(shownIds(order));
  return prompts.filter(
    (prompt) =>
      !shown.has(prompt.id) && belongsTo(prompt, wish.filter, wish) && isRead(prompt, wish),
  );
}

/** The queue with the page read after `border`: its rows are added to those of their class and at the ends, and none moves. */
export function withNextPage(
  order: QueueOrder,
  prompts: readonly PromptRow[],
  { wish, border }: { wish: QueueRequest; border: PromptRow },
): QueueOrder {
  const behind = waitingBehind(order, prompts, wish)
    .filter((prompt) => compareInQueue(prompt, border) > 0)
    .toSorted(comparePrompts);
  const extended = (rows: readonly QueueEntry[], blocking: boolean): QueueEntry[] => {
    const added = behind.filter((prompt) => prompt.blocking === blocking);
    const classes = new Set(rows.map(({ classKey }) => classKey));
    const kept = rows.map((entry): QueueEntry => {
      const more = added.filter(({ classKey }) => classKey === entry.classKey);
      return { ...entry, ids: [...entry.ids, ...more.map(({ id }) => id)] };
    });
    const others = added.filter(({ classKey }) => !classes.has(classKey));
    return [...kept, ...entriesOf(others, wish)];
  };
  return {
    blocking: extended(order.blocking, true),
    followup: extended(order.followup, false),
  };
}

/** The line of the screen that shows a prompt, the heads of the groups counted; -1 = none. */
function lineOf({ blocking, followup }: QueueOrder, id: string): number {
  const lines = [blocking, followup].flatMap((rows) => (rows.length > 0 ? [null, ...rows] : []));
  return lines.findIndex((entry) => entry?.ids.includes(id) === true);
}

/** Whether a prompt keeps its line, or had none. */
export function keepsItsLine(before: QueueOrder, after: QueueOrder, id: string | null): boolean {
  const line = id === null ? -1 : lineOf(before, id);
  return id === null || line < 0 || line === lineOf(after, id);
}

/**
 * Whether arrivals may enter by themselves: only when no open row is left to be moved,
 * and no row on screen is under the pointer or has focus.
 */
export function mayEnter(
  order: QueueOrder,
  open: ReadonlySet<string>,
  listIsBusy: boolean,
): boolean {
  const rows = shownIds(order);
  if (rows.length === 0) return true;
  return !listIsBusy && !rows.some((id) => open.has(id));
}
