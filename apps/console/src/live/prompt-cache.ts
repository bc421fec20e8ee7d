import type { Prompt } from '@countersign/api/prompt';
import type { PromptRow } from '@countersign/api/prompt-row';
import type { QueryClient } from '@tanstack/react-query';
import { type PromptChange, putRow } from './prompt-change.ts';
import { queryKeys } from './query-keys.ts';

/** Closed prompts a session keeps, so that no row vanishes under the operator; the oldest go first. */
const MAX_CLOSED = 1_000;

/** Where each prompt stands in a list: made once, then carried from write to write. */
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
  const tooMany = closed.length - MAX_CLOSED;
  if (tooMany <= 0) return list;
  const oldest = closed.toSorted((left, right) => (left.closedAt ?? 0) - (right.closedAt ?? 0));
  const gone = new Set(oldest.slice(0, tooMany).map((prompt) => prompt.id));
  return list.filter((prompt) => !gone.has(prompt.id));
}

/** The list after the changes, in their order; the same list when nothing changed. One copy, however many they are. */
export function changeList(
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
      // The old list keeps its own places.
      if (place === at) place = new Map(at);
      place.set(promptId, next.push(after) - 1);
    }
  }
  if (next === null) return list;
  places.set(next, place);
  return next.length > list.length ? prune(next) : next;
}

const recorders = new WeakMap<QueryClient, Set<PromptChange[]>>();

/** Collects what is written from now on: a list that is read meanwhile may be older than a fact. */
export function recordChanges(cache: QueryClient): {
  changes: readonly PromptChange[];
  stop: () => void;
} {
  const changes: PromptChange[] = [];
  const known = recorders.get(cache) ?? new Set();
  known.add(changes);
  recorders.set(cache, known);
  return { changes, stop: () => void known.delete(changes) };
}

/** Rows that were read join the list, under what was told meanwhile. */
export function joinRows(
  cache: QueryClient,
  rows: readonly PromptRow[],
  later: readonly PromptChange[],
): void {
  cache.setQueryData<readonly PromptRow[]>(queryKeys.prompts, (known) =>
    changeList(known ?? [], [...rows.map(putRow), ...later]),
  );
}

/** Writes what the server last said of prompts everywhere they are shown: one write of the list, one per open panel. */
export function writePrompts(cache: QueryClient, changes: readonly PromptChange[]): void {
  if (changes.length === 0) return;
  for (const recorder of recorders.get(cache) ?? []) recorder.push(...changes);
  for (const { promptId, whole, prompt } of changes) {
    const key = queryKeys.prompt(promptId);
    // Not by `find`, which looks at every query there is. What is told whole and waits need not be read when it is opened.
    if (cache.getQueryState(key) !== undefined || prompt?.state === 'open')
      cache.setQueryData<Prompt>(key, whole);
  }
  cache.setQueryData<readonly PromptRow[]>(
    queryKeys.prompts,
    (known) => known && changeList(known, changes),
  );
}
