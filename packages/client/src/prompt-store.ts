import type { Prompt } from '@countersign/api/prompt';
import type { PromptRow } from '@countersign/api/prompt-row';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createListeners } from './listeners.ts';
import { type PromptChange, putChange, putRow } from './prompt-change.ts';

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
function changeRows(
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

/** Whole prompts kept in addition to those on screen: one of them may have a megabyte. */
const maxWhole = 200;

/** The current prompts, as far as this tab knows them. Unchanged prompts stay the same object. */
export interface KnownPrompts {
  /** Every prompt known to this tab: open ones, and those closed in this session. Unordered. */
  rows: readonly PromptRow[];
  /** Those known as a whole, by id. */
  whole: ReadonlyMap<string, Prompt>;
}

/** A response that may be older than facts received since its request: those take precedence. */
export interface PromptReading {
  rows(rows: readonly PromptRow[]): void;
  /** False = the prompt has changed meanwhile in a way that is not known: it has to be read again. */
  whole(prompt: Prompt): boolean;
  end(): void;
}

/** The only source of the current prompts: responses and facts of the stream are applied here, and nowhere else. */
export interface PromptStore {
  known: StoreApi<KnownPrompts>;
  /**
   * Applies changes in their order, in one write. A change whose log position is not after the last of its prompt is skipped.
   */
  apply(changes: readonly PromptChange[]): void;
  /** Current prompts from a response, newer than what is known. */
  put(prompts: readonly Prompt[]): void;
  /** Call it before the request is sent. */
  read(): PromptReading;
  /** These prompts are on screen: once known as a whole they are kept. Returns its undo. */
  hold(ids: readonly string[]): () => void;
  /**
   * Whole prompts have changed in a way that is not known: those on screen have to be read again, the others are forgotten until they
   * are opened. Returns its undo.
   */
  onOutdated(listener: (ids: readonly string[]) => void): () => void;
  /** The stream has a gap: whole prompts that are not on screen are read again when they are opened. */
  forget(): void;
  /** Another operator may sign in. */
  clear(): void;
}

const nothing: KnownPrompts = { rows: [], whole: new Map() };

export function createPromptStore(): PromptStore {
  const known = createStore<KnownPrompts>(() => nothing);
  const held = new Map<string, number>();
  /** The log position of the last fact of each prompt. */
  const places = new Map<string, number>();
  const readings = new Set<PromptChange[]>();
  const outdated = createListeners<[readonly string[]]>(rethrowLater);

  const isNew = ({ promptId, position }: PromptChange): boolean => {
    if (position === undefined) return true;
    if (position <= (places.get(promptId) ?? 0)) return false;
    places.set(promptId, position);
    return true;
  };

  const write = (rows: KnownPrompts['rows'], whole: KnownPrompts['whole']) => {
    const before = known.getState();
    if (rows !== before.rows || whole !== before.whole) known.setState({ rows, whole });
  };

  const apply = (changes: readonly PromptChange[]) => {
    const fresh = changes.filter(isNew);
    if (fresh.length === 0) return;
    for (const reported of readings) reported.push(...fresh);
    const { rows, whole } = known.getState();
    write(changeRows(rows, fresh), changeWhole(whole, fresh, held));
    const stale = fresh.filter(
      ({ promptId, isOutdated }) =>
        (held.has(promptId) || whole.has(promptId)) && isOutdated?.(whole.get(promptId)) === true,
    );
    if (stale.length > 0) outdated.notify([...new Set(stale.map(({ promptId }) => promptId))]);
  };

  return {
    known,
    apply,
    put: (prompts) => apply(prompts.map((prompt) => putChange(prompt))),
    read() {
      const reported: PromptChange[] = [];
      readings.add(reported);
      return {
        rows(read) {
          if (!readings.has(reported)) return;
          const { rows, whole } = known.getState();
          write(changeRows(rows, [...read.map(putRow), ...reported]), whole);
        },
        whole(prompt) {
          if (!readings.has(reported)) return true;
          const its = reported.filter(({ promptId }) => promptId === prompt.id);
          // The response may be older than a change that is only known to have happened.
          const isOld = its.some(({ isOutdated }) => isOutdated?.(prompt));
          if (isOld && !held.has(prompt.id)) return false;
          const now = its.reduce((before, change) => change.whole(before) ?? before, prompt);
          const { rows, whole } = known.getState();
          const next = new Map(whole);
          next.delete(now.id);
          trim(next.set(now.id, now), held);
          write(rows, next);
          return !isOld;
        },
        end: () => void readings.delete(reported),
      };
    },
    hold(ids) {
      for (const id of ids) held.set(id, (held.get(id) ?? 0) + 1);
      return () => {
        for (const id of ids) {
          const others = (held.get(id) ?? 1) - 1;
          if (others > 0) held.set(id, others);
          else held.delete(id);
        }
      };
    },
    onOutdated: outdated.add,
    forget() {
      places.clear();
      const { rows, whole } = known.getState();
      write(rows, new Map([...whole].filter(([id]) => held.has(id))));
    },
    clear() {
      places.clear();
      // Pending requests were made for another operator.
      readings.clear();
      known.setState(nothing);
    },
  };
}

/** An exception in a listener is reported as uncaught, and the store continues. */
const rethrowLater = (error: unknown) =>
  queueMicrotask(() => {
    throw error;
  });

/** Whole prompts after these changes; the same map if nothing changed. */
function changeWhole(
  before: KnownPrompts['whole'],
  changes: readonly PromptChange[],
  held: ReadonlyMap<string, number>,
): KnownPrompts['whole'] {
  let next: Map<string, Prompt> | null = null;
  for (const change of changes) {
    const { promptId, prompt } = change;
    const was = (next ?? before).get(promptId);
    if (was !== undefined && !held.has(promptId) && change.isOutdated?.(was) === true) {
      next ??= new Map(before);
      next.delete(promptId);
      continue;
    }
    // An open prompt received as a whole need not be read when it is opened.
    if (was === undefined && !held.has(promptId) && prompt?.state !== 'open') continue;
    const now = change.whole(was);
    if (now === undefined || now === was) continue;
    next ??= new Map(before);
    next.delete(promptId);
    next.set(promptId, now);
  }
  if (next !== null) trim(next, held);
  return next ?? before;
}

/** Removes the oldest of those that are not on screen. */
function trim(whole: Map<string, Prompt>, held: ReadonlyMap<string, number>): void {
  for (const id of whole.keys()) {
    if (whole.size <= maxWhole + held.size) return;
    if (!held.has(id)) whole.delete(id);
  }
}
