import { escapeToken } from '@countersign/json/json-pointer';
/** The last change of one path: what it was before, and the event that changed it. */
export interface StateChange {
  was: unknown;
  sequence: number;
  /** Epoch ms on this machine, for the flash only. */
  at: number;
}
export interface TrackedState {
  state: unknown;
  changes: ReadonlyMap<string, StateChange>;
  /** Paths of the latest change. */
  latest: number;
  sequence: number;
}

const MAX_FOUND = 300;
const MAX_KEPT = 1_000;

const isBranch = (value: unknown): value is object => value !== null && typeof value === 'object';

/**
 * Paths whose value differs, leaves first. Branches with the same reference are skipped: the fold copies
 * only what a patch touched, so this walks the change and not the document.
 */
export function changedPaths(before: unknown, after: unknown): { pointer: string; was: unknown }[] {
  const found: { pointer: string; was: unknown }[] = [];
  const walk = (a: unknown, b: unknown, pointer: string) => {
    if (Object.is(a, b) || found.length >= MAX_FOUND) return;
    if (!isBranch(a) || !isBranch(b) || Array.isArray(a) !== Array.isArray(b)) {
      found.push({ pointer, was: a });
      return;
    }
    const old: Record<string, unknown> = Object.fromEntries(Object.entries(a));
    const names = Object.entries(b);
    for (const [name, value] of names) {
      if (!Object.is(old[name], value)) walk(old[name], value, `${pointer}/${escapeToken(name)}`);
    }
    // A removal has no line of its own any more: its parent carries the mark.
    if (Object.keys(a).length > names.length) found.push({ pointer, was: undefined });
  };
  walk(before, after, '');
  return found;
}

/** Takes in the next state. The first one is not a change, nor is a step back in time. */
export function track(
  tracked: TrackedState | null,
  state: unknown,
  sequence: number,
  now: number,
): TrackedState {
  if (tracked === null || tracked.state === undefined || sequence < tracked.sequence) {
    return { state, changes: new Map(), latest: 0, sequence };
  }
  const found = changedPaths(tracked.state, state);
  const changes = new Map(tracked.changes);
  for (const { pointer, was } of found) {
    changes.delete(pointer);
    changes.set(pointer, { was, sequence, at: now });
  }
  for (const key of changes.keys()) {
    if (changes.size <= MAX_KEPT) break;
    changes.delete(key);
  }
  return { state, changes, latest: found.length, sequence };
}
