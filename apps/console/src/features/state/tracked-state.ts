import { changedPlaces } from './changed-places.ts';

/** The last change of one place: what it was before, and the event that changed it. */
export interface StateChange {
  was: unknown;
  sequence: number;
  /** Epoch ms on this machine, for the flash only. */
  at: number;
}

export interface TrackedState {
  state: unknown;
  /** By JSON Pointer. */
  changes: ReadonlyMap<string, StateChange>;
  /** How many places the latest change touched. */
  latest: number;
  sequence: number;
}

const MAX_FOUND = 300;
const MAX_KEPT = 1_000;

const parentOf = (pointer: string) => pointer.slice(0, pointer.lastIndexOf('/'));

/** Changed places with a line. Removed places have no line: their parent has the mark. */
function changesBetween(before: unknown, after: unknown): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const { pointer, was, isGone } of changedPlaces(before, after, MAX_FOUND)) {
    if (isGone) found.set(parentOf(pointer), undefined);
    else found.set(pointer, was);
  }
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
  const found = changesBetween(tracked.state, state);
  const changes = new Map(tracked.changes);
  for (const [pointer, was] of found) {
    changes.delete(pointer);
    changes.set(pointer, { was, sequence, at: now });
  }
  for (const key of changes.keys()) {
    if (changes.size <= MAX_KEPT) break;
    changes.delete(key);
  }
  return { state, changes, latest: found.size, sequence };
}
