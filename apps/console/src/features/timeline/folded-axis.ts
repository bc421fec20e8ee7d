import { quietWaits } from '@countersign/thread/quiet-waits';
import type { Lane } from '@countersign/thread/timeline';
import { ticksOf, type ViewWindow } from './view-window.ts';

/** A stretch of waiting that is drawn shorter than it was: real times, and where it is drawn. */
export interface Fold {
  from: number;
  to: number;
  drawnFrom: number;
  drawnTo: number;
}

/** The axis as it is drawn: as long as the time itself, except that long waits for a person are cut short. All in ms. */
export interface FoldedAxis {
  folds: readonly Fold[];
  whole: ViewWindow;
  /** The position of a time (epoch ms) on the drawn axis. */
  drawn(at: number): number;
  /** The time at a position. */
  real(place: number): number;
}

/** Each fold takes this part of what is left, and all of them together not more than half of it. */
const foldPart = 0.08;
const allPart = 0.5;
/** A wait that would not become much shorter is drawn as it was. */
const worthIt = 2;

/** The axis of a timeline between two moments; without `folding` the axis is linear. */
export function foldedAxis(lanes: readonly Lane[], real: ViewWindow, folding: boolean): FoldedAxis {
  const quiet = folding ? quietWaits(lanes, real) : [];
  const waited = quiet.reduce((sum, { from, to }) => sum + to - from, 0);
  const rest = real.to - real.from - waited;
  const length = rest * Math.min(foldPart, allPart / Math.max(1, quiet.length));
  const folds: Fold[] = [];
  let saved = 0;
  for (const { from, to } of quiet) {
    // Only waiting: there is no work that needs the space.
    if (length <= 0 || to - from <= worthIt * length) continue;
    folds.push({ from, to, drawnFrom: from - saved, drawnTo: from - saved + length });
    saved += to - from - length;
  }
  const drawn = (at: number) => {
    let place = at;
    for (const fold of folds) {
      if (at <= fold.from) break;
      const share = Math.min(1, (at - fold.from) / (fold.to - fold.from));
      place -= share * (fold.to - fold.from - (fold.drawnTo - fold.drawnFrom));
    }
    return place;
  };
  return {
    folds,
    whole: { from: real.from, to: drawn(real.to) },
    drawn,
    real(place) {
      let gone = 0;
      for (const { from, to, drawnFrom, drawnTo } of folds) {
        if (place <= drawnFrom) break;
        if (place < drawnTo) {
          return from + ((place - drawnFrom) / (drawnTo - drawnFrom)) * (to - from);
        }
        gone += to - from - (drawnTo - drawnFrom);
      }
      return place + gone;
    },
  };
}

/** Round moments to write on the part that is drawn, at most `count`, none where a fold is. */
export function ticksOn(axis: FoldedAxis, view: ViewWindow, count: number): number[] {
  const length = Math.max(1, view.to - view.from);
  const edges = [
    view.from,
    ...axis.folds.flatMap(({ drawnFrom, drawnTo }) => [drawnFrom, drawnTo]),
  ];
  const parts = edges.flatMap((edge, index) => {
    if (index % 2 === 1) return [];
    const from = Math.max(view.from, edge);
    const to = Math.min(view.to, edges[index + 1] ?? view.to);
    return to > from ? [{ from, to }] : [];
  });
  return parts.flatMap(({ from, to }) => {
    const room = Math.floor((count * (to - from)) / length);
    return room < 1 ? [] : ticksOf({ from: axis.real(from), to: axis.real(to) }, room);
  });
}
