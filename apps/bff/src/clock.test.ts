import { expect, it } from 'vitest';
import { guardedClock } from './clock.ts';
import { createManualClock } from './testing/manual-clock.ts';

it('a timer that throws is told of and stops no other', () => {
  const manual = createManualClock();
  const told: string[] = [];
  const clock = guardedClock(manual, (what, error) => told.push(`${what} ${error}`));
  let later = 0;
  clock.schedule(() => {
    throw new RangeError('Invalid string length');
  }, 10);
  clock.schedule(() => {
    later += 1;
  }, 10);
  manual.advance(20);
  expect(told).toEqual(['A timer failed. RangeError: Invalid string length']);
  expect(later).toBe(1);
  expect(clock.now()).toBe(manual.now());
});
