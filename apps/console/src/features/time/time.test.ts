import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, longestGapMs } from './playback.ts';
import { densityOf, scrubAxis } from './scrub-axis.ts';

/** Points as the server gives them: ascending in sequence and in time. */
const times = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 3_600_000 })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((steps) => {
    let [sequence, at] = [0, 1_000];
    const points = steps.map(([events, ms], index): [number, number] => {
      sequence += index === 0 ? 1 : events;
      at += index === 0 ? 0 : ms;
      return [sequence, at];
    });
    return { sequence, points };
  });

describe('the axis of the scrubber', () => {
  it('maps every position to its own place, in order, and back', () => {
    fc.assert(
      fc.property(times, (given) => {
        const axis = scrubAxis(given, given.sequence, given.points.at(-1)?.[1] ?? 0);
        let before = -1;
        for (let sequence = 1; sequence <= given.sequence; sequence += 1) {
          const x = axis.xOf(sequence);
          expect(x).toBeGreaterThan(before);
          expect(x).toBeLessThanOrEqual(1);
          expect(axis.sequenceAt(x)).toBe(sequence);
          before = x;
        }
        if (given.sequence > 1) {
          expect(axis.xOf(1)).toBe(0);
          expect(axis.xOf(given.sequence)).toBe(1);
        }
      }),
    );
  });

  it('cuts a night of silence short', () => {
    const hour = 3_600_000;
    const points: [number, number][] = Array.from({ length: 30 }, (_, index) => [
      index + 1,
      index < 15 ? index * 1_000 : 10 * hour + index * 1_000,
    ]);
    const axis = scrubAxis({ sequence: 30, points }, 30, 10 * hour + 29_000);
    expect(axis.xOf(16) - axis.xOf(15)).toBeLessThan(0.2);
  });

  it('returns the cut silences with their lengths', () => {
    const hour = 3_600_000;
    const points: [number, number][] = Array.from({ length: 30 }, (_, index) => [
      index + 1,
      index < 15 ? index * 1_000 : 10 * hour + index * 1_000,
    ]);
    const axis = scrubAxis({ sequence: 30, points }, 30, 10 * hour + 29_000);
    expect(axis.cuts).toHaveLength(1);
    expect(axis.cuts[0]).toMatchObject({ from: 14_000, to: 10 * hour + 15_000 });
    expect(axis.cuts[0]?.x).toBeCloseTo(axis.xOf(15));
    expect(scrubAxis({ sequence: 30, points: points.slice(0, 15) }, 15, 14_000).cuts).toEqual([]);
  });

  it('counts every event into one bar', () => {
    const axis = scrubAxis(
      {
        sequence: 3,
        points: [
          [1, 0],
          [2, 10],
          [3, 20],
        ],
      },
      3,
      20,
    );
    const bars = densityOf(axis, 4);
    expect(bars).toHaveLength(4);
    expect(Math.max(...bars)).toBe(1);
    expect(densityOf(scrubAxis(null, 0, 0), 4)).toEqual([]);
  });

  it('includes the newest event before the server reports its time', () => {
    const axis = scrubAxis(null, 5, 9_000);
    expect(axis.timeOf(5)).toBe(9_000);
    expect(axis.sequenceAt(1)).toBe(5);
  });
});

describe('the play', () => {
  it('passes events by their own times, as far as the budget goes', () => {
    expect(advance([0, 100, 200, 1_000], 250)).toEqual({ passed: 2, restMs: 50 });
    expect(advance([0, 100], 1_000)).toEqual({ passed: 1, restMs: 900 });
    expect(advance([0], 1_000)).toEqual({ passed: 0, restMs: 1_000 });
  });

  it('does not wait through a night, nor for a clock that went back', () => {
    expect(advance([0, 36_000_000], longestGapMs)).toEqual({ passed: 1, restMs: 0 });
    expect(advance([100, 0, 0], 0)).toEqual({ passed: 2, restMs: 0 });
  });
});
