import type { PromptRow } from '@countersign/api/prompt-row';
import type { PromptChange } from './prompt-change.ts';

/** Closed prompts kept in a session, so that no row disappears while an operator reads it; the oldest are removed first. */
const maxClosed = 1_000;

/** The index of each prompt in a list: built once, then passed from write to write. */
const places = new WeakMap<readonly PromptRow[], Map<string, number>>();

function placesOf(list: readonly PromptRow[]): Map<string, number> {
  const known = places.get(list);
  if (known !== undefined) return known;
  const made = new Map(list.map((prompt, index) => [prompt.id, index]));
  places.set(list, made);
  return made;
}

function prune(list: readonly PromptRow[]): readonly PromptRow[] {
  const closed = list.filter((prompt) => prompt.state !== 'open');
  const tooMany = closed.length - maxClosed;
  if (tooMany <= 0) return list;
  const oldest = closed.toSorted((left, right) => (left.closedAt ?? 0) - (right.closedAt ?? 0));
  const gone = new Set(oldest.slice(0, tooMany).map((prompt) => prompt.id));
  return list.filter((prompt) => !gone.has(prompt.id));
}

/**
 * The rows after the changes, in their order; the same list if nothing changed. It is copied once, for any number of changes.
 */
export function changeRows(
  list: readonly PromptRow[],
  changes: readonly Pick<PromptChange, 'promptId' | 'row'>[],
): readonly PromptRow[] {
  const at = placesOf(list);
  let next: PromptRow[] | null = null;
  let place = at;
  for (const { promptId, row } of changes) {
    const index = place.get(promptId);
    const before = index === undefined ? undefined : (next ?? list)[index];
    const after = row(before);
    if (after === undefined || after === before) continue;
    next ??= [...list];
    if (index !== undefined) next[index] = after;
    else {
      // The old list keeps its own index.
      if (place === at) place = new Map(at);
      place.set(promptId, next.push(after) - 1);
    }
  }
  if (next === null) return list;
  places.set(next, place);
  return next.length > list.length ? prune(next) : next;
}
