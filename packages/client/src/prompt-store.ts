import type { Prompt } from '@countersign/api/prompt';
import type { PromptRow } from '@countersign/api/prompt-row';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type PromptChange, putChange, putRow } from './prompt-change.ts';
import { changeRows } from './prompt-rows.ts';

/** Whole prompts kept beside those that are held: one of them may have a megabyte. */
const maxWhole = 200;

/** What a prompt is now, as far as this tab knows. What did not change stays the same object. */
export interface KnownPrompts {
  /** Of every prompt this tab has heard of: open ones, and those that were closed in this session. In no order. */
  rows: readonly PromptRow[];
  /** Those that were read or told whole, by id. */
  whole: ReadonlyMap<string, Prompt>;
}

/** Something that was asked of the server and may be older, when it comes, than what was told meanwhile: that stands over it. */
export interface PromptReading {
  rows(rows: readonly PromptRow[]): void;
  whole(prompt: Prompt): void;
  end(): void;
}

/** The one truth of what prompts are now: answers to requests and facts of the stream end here, and nowhere else. */
export interface PromptStore {
  known: StoreApi<KnownPrompts>;
  /** Changes in their order, in one write. One with a place in the log that is not after the last of its prompt is left out. */
  apply(changes: readonly PromptChange[]): void;
  /** Prompts as the server has them now: told in an answer, newer than what is known. */
  put(prompts: readonly Prompt[]): void;
  /** To be called before the request leaves. */
  read(): PromptReading;
  /** These are on screen: as soon as they are known whole they stay so. Returns its undo. */
  hold(ids: readonly string[]): () => void;
  /** The stream has a hole: whole prompts that nobody holds are read anew when they are opened. */
  forget(): void;
  /** Another may sign in. */
  clear(): void;
}

const nothing: KnownPrompts = { rows: [], whole: new Map() };

export function createPromptStore(): PromptStore {
  const known = createStore<KnownPrompts>(() => nothing);
  const held = new Map<string, number>();
  /** The place in the log of the last fact of each prompt. */
  const places = new Map<string, number>();
  const readings = new Set<PromptChange[]>();

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
    for (const told of readings) told.push(...fresh);
    const { rows, whole } = known.getState();
    write(changeRows(rows, fresh), changeWhole(whole, fresh, held));
  };

  return {
    known,
    apply,
    put: (prompts) => apply(prompts.map((prompt) => putChange(prompt))),
    read() {
      const told: PromptChange[] = [];
      readings.add(told);
      return {
        rows(read) {
          if (!readings.has(told)) return;
          const { rows, whole } = known.getState();
          write(changeRows(rows, [...read.map(putRow), ...told]), whole);
        },
        whole(prompt) {
          if (!readings.has(told)) return;
          const now = told
            .filter(({ promptId }) => promptId === prompt.id)
            .reduce((before, change) => change.whole(before) ?? before, prompt);
          const { rows, whole } = known.getState();
          const next = new Map(whole);
          next.delete(now.id);
          trim(next.set(now.id, now), held);
          write(rows, next);
        },
        end: () => void readings.delete(told),
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
    forget() {
      places.clear();
      const { rows, whole } = known.getState();
      write(rows, new Map([...whole].filter(([id]) => held.has(id))));
    },
    clear() {
      places.clear();
      // What is under way was asked for in another name.
      readings.clear();
      known.setState(nothing);
    },
  };
}

/** Whole prompts after these changes; the same map when they change none. */
function changeWhole(
  before: KnownPrompts['whole'],
  changes: readonly PromptChange[],
  held: ReadonlyMap<string, number>,
): KnownPrompts['whole'] {
  let next: Map<string, Prompt> | null = null;
  for (const change of changes) {
    const { promptId, prompt } = change;
    const was = (next ?? before).get(promptId);
    // What is told whole and waits need not be read when it is opened.
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

/** The oldest of those that nobody holds go. */
function trim(whole: Map<string, Prompt>, held: ReadonlyMap<string, number>): void {
  for (const id of whole.keys()) {
    if (whole.size <= maxWhole + held.size) return;
    if (!held.has(id)) whole.delete(id);
  }
}
