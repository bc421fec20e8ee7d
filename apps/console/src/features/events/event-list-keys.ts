import type { EventLog } from '../../live/events/event-log.ts';
import { headOf } from './fold-pieces.ts';

/** What a key asks of the list: to go to a place, or to open or close the pieces of a text. */
type KeyRequest = { kind: 'go'; place: number } | { kind: 'fold'; head: number };

interface Position {
  count: number;
  /** The place of the chosen row; -1 = it is not listed. */
  active: number;
  /** The event chosen. */
  selected: number | null;
}

interface Folding {
  log: Pick<EventLog, 'row'>;
  runs: ReadonlyMap<number, number>;
  opened: ReadonlySet<number>;
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['PageDown', 20],
  ['PageUp', -20],
]);

const folds = new Map([
  ['ArrowRight', true],
  ['ArrowLeft', false],
]);

/** Up, down, page, home and end move; right opens a folded row and left closes it, from any of its pieces. */
export function requestOfKey(key: string, position: Position, folding: Folding): KeyRequest | null {
  const { count, active, selected } = position;
  const wanted = folds.get(key);
  if (wanted !== undefined) {
    if (selected === null) return null;
    const head = headOf({ log: folding.log, low: 1 }, selected);
    const isMoot = !folding.runs.has(head) || folding.opened.has(head) === wanted;
    return isMoot ? null : { kind: 'fold', head };
  }
  if (key === 'Home') return { kind: 'go', place: 0 };
  if (key === 'End') return { kind: 'go', place: count - 1 };
  const step = steps.get(key);
  if (step === undefined) return null;
  const from = active < 0 ? count : active;
  return { kind: 'go', place: Math.min(count - 1, Math.max(0, from + step)) };
}
