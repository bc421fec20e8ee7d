import { expect, it } from 'vitest';
import { joinedWaits } from './joined-waits.ts';

it('writes the length of adjacent waits once, in their middle', () => {
  expect(
    joinedWaits([
      { from: 0, to: 5_000, x: 0.1, width: 0.06 },
      { from: 60_000, to: 87_000, x: 0.8, width: 0.06 },
      { from: 87_100, to: 207_100, x: 0.865, width: 0.06 },
    ]),
  ).toEqual([
    { x: 0.1, width: 0.06, ms: 5_000 },
    { x: 0.8, width: expect.closeTo(0.125), ms: 147_000 },
  ]);
});
