import { weightOf } from '@countersign/hai/weight';
import type { Cause } from '../cause.ts';
import { say } from '../statements.ts';
import type { ThreadItem } from '../thread.ts';
import type { ThreadPrompt } from '../thread-prompt.ts';
import type { Draft } from './draft.ts';
import { leaveOut } from './leave-out.ts';

/** Open questions that are always kept; the server allows no more. */
const maxOpenPrompts = 2_000;
/** Beyond the budget this share of it is kept, so that removals are rare. */
const keptShare = 0.75;

/**
 * Removes the oldest items if there are too many or they are too large. They are not lost: the thread at
 * `Thread.earlier.sequence` contains them. Open items and questions are kept as long as possible.
 */
export function removeOldest(draft: Draft, cause: Cause): void {
  const { budget, thread } = draft;
  if (draft.items.length <= budget.items && (thread.chars ?? 0) <= budget.chars) return;
  const weights = draft.items.map((item) => weightOf(item));
  const promptWeight = weightOf(thread.prompts);
  const total = weights.reduce((sum, weight) => sum + weight, promptWeight);
  const room = { items: budget.items * keptShare, chars: budget.chars * keptShare };
  thread.chars = total;
  if (draft.items.length <= room.items && total <= room.chars) return;
  const { sequence } = cause.envelope;
  const chars = room.chars - promptWeight;
  const gone = choose(draft, weights, { ...room, chars, before: sequence });
  if (gone.size === 0) return;
  const items = draft.items.filter((_, position) => !gone.has(position));
  const prompts = keptPrompts(draft, items);
  draft.keepOnly(items, prompts);
  thread.chars = items.reduce((sum, item) => sum + weightOf(item), weightOf(prompts));
  const count = (thread.earlier?.items ?? 0) + gone.size;
  thread.earlier = { items: count, sequence: sequence - 1 };
  leaveOut(
    draft,
    cause,
    'items',
    say('fold.items-removed', { items: budget.items, chars: budget.chars, count }),
  );
}

/** The positions to remove, oldest first: completed items, then open ones if that is not enough. */
function choose(
  draft: Draft,
  weights: readonly number[],
  room: { items: number; chars: number; before: number },
): Set<number> {
  const gone = new Set<number>();
  let left = draft.items.length;
  let chars = weights.reduce((sum, weight) => sum + weight, 0);
  for (const holds of [true, false]) {
    for (const [position, item] of draft.items.entries()) {
      if (left <= room.items && chars <= room.chars) return gone;
      // Items created by this event are in no earlier thread and would be lost.
      if (item.sequence >= room.before) continue;
      if (gone.has(position) || (holds && isHeld(draft, item, position))) continue;
      gone.add(position);
      left -= 1;
      chars -= weights[position] ?? 0;
    }
  }
  return gone;
}

function isHeld(draft: Draft, item: ThreadItem, position: number): boolean {
  if (draft.index.open.has(position)) return true;
  const promptId = item.kind === 'prompt' || item.kind === 'up-message' ? item.promptId : null;
  return promptId !== null && promptOf(draft, promptId)?.state === 'open';
}

const promptOf = (draft: Draft, id: string): ThreadPrompt | undefined =>
  Object.hasOwn(draft.thread.prompts, id) ? draft.thread.prompts[id] : undefined;

/** The prompts that are shown among the items, and the newest of the open ones. */
function keptPrompts(draft: Draft, items: readonly ThreadItem[]): Record<string, ThreadPrompt> {
  const shown = new Set<string>();
  for (const item of items) {
    if ((item.kind === 'prompt' || item.kind === 'up-message') && item.promptId !== null) {
      shown.add(item.promptId);
    }
  }
  const prompts = Object.values(draft.thread.prompts);
  const open = prompts.filter(({ state }) => state === 'open').slice(-maxOpenPrompts);
  const kept = new Set([...open, ...prompts.filter(({ id }) => shown.has(id))]);
  return Object.fromEntries(
    prompts.filter((prompt) => kept.has(prompt)).map((prompt) => [prompt.id, prompt]),
  );
}
