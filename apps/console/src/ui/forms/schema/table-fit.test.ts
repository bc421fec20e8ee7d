import { expect, it } from 'vitest';
import { arrangementsOf, nextFit, unfolded } from './table-fit.ts';

it('gives a table up to three arrangements, each narrower than the one before', () => {
  expect(arrangementsOf({ reported: true, split: true })).toEqual([
    { folded: false, split: true },
    { folded: true, split: true },
    { folded: true, split: false },
  ]);
  expect(arrangementsOf({ reported: false, split: false })).toEqual([
    { folded: false, split: false },
  ]);
});

it('folds while the table is too wide, and unfolds only when there is room for what was too wide', () => {
  const last = 2;
  const folded = nextFit(unfolded, { room: 494, used: 686, last });
  expect(folded).toEqual({ level: 1, needed: [686] });
  // It fits now, in a place that is still too narrow for the arrangement before.
  expect(nextFit(folded, { room: 494, used: 494, last })).toBe(folded);
  expect(nextFit(folded, { room: 685, used: 685, last })).toBe(folded);
  expect(nextFit(folded, { room: 686, used: 686, last }).level).toBe(0);
  const narrow = nextFit(folded, { room: 300, used: 380, last });
  expect(narrow).toEqual({ level: 2, needed: [686, 380] });
  // Nothing is narrower: the rest is scrolled.
  expect(nextFit(narrow, { room: 200, used: 290, last })).toBe(narrow);
});

it('returns to an arrangement that exists when fewer do', () => {
  expect(nextFit({ level: 2, needed: [686, 380] }, { room: 300, used: 300, last: 0 }).level).toBe(
    0,
  );
});
