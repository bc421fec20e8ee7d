import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  around,
  earlier,
  endWindow,
  type FeedWindow,
  firstWindow,
  grown,
  later,
  MOST,
  WINDOW,
  widened,
} from './feed-window.ts';

describe('the window of a feed', () => {
  it('slides in chunks while the end is followed', () => {
    const window = endWindow(WINDOW);
    expect(grown(window, WINDOW * 2, true)).toBe(window);
    expect(grown(window, WINDOW * 2 + 1, true)).toEqual({ from: WINDOW + 1, to: null });
  });
  it('begins small and widens to what a reader may scroll to, unless the reader went further already', () => {
    const first = firstWindow(1_000);
    expect(1_000 - first.from).toBeLessThan(WINDOW / 2);
    expect(widened(first, 1_010)).toEqual({ from: 1_010 - WINDOW, to: null });
    expect(widened(firstWindow(30), 30)).toEqual({ from: 0, to: null });
    expect(widened({ from: 100, to: null }, 1_000)).toEqual({ from: 100, to: null });
    expect(widened({ from: 100, to: 300 }, 1_000)).toEqual({ from: 100, to: 300 });
  });
  it('never moves under a reader who scrolled up, however much arrives below', () => {
    const window = endWindow(WINDOW);
    expect(grown(window, MOST, false)).toBe(window);
    expect(grown(window, 100_000, false)).toEqual({ from: 0, to: MOST });
  });
  it('starts over when the thread became shorter', () =>
    expect(grown({ from: 5_000, to: null }, 300, false)).toEqual({ from: 100, to: null }));
  it('shows a place with the rows around it', () => {
    expect(around(50_000, 100_000)).toEqual({ from: 49_900, to: 50_100 });
    expect(around(99_990, 100_000)).toEqual({ from: 99_890, to: null });
    expect(around(3, 100_000)).toEqual({ from: 0, to: 103 });
  });

  const step = fc.constantFrom('earlier', 'later', 'arrival', 'followed') as fc.Arbitrary<
    'earlier' | 'later' | 'arrival' | 'followed'
  >;
  it('is never empty nor long, and every item can be reached', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.array(step, { maxLength: 40 }),
        (start, steps) => {
          let count = start;
          let window: FeedWindow = endWindow(count);
          for (const next of steps) {
            if (next === 'earlier') window = earlier(window, count);
            else if (next === 'later') window = later(window, count);
            else {
              count += 97;
              window = grown(window, count, next === 'followed');
            }
            const to = window.to ?? count;
            expect(window.from).toBeGreaterThanOrEqual(0);
            expect(to).toBeGreaterThan(window.from);
            expect(to).toBeLessThanOrEqual(count);
            expect(to - window.from).toBeLessThanOrEqual(MOST);
          }
          for (let tries = 0; window.from > 0 && tries < 100; tries += 1)
            window = earlier(window, count);
          expect(window.from).toBe(0);
          for (let tries = 0; window.to !== null && tries < 100; tries += 1)
            window = later(window, count);
          expect(window.to).toBeNull();
        },
      ),
    ));
});
