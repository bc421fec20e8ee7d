import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { describe, expect, it } from 'vitest';
import { createMonotonic, guardedClock } from './clock.ts';

it('a timer that throws is reported and stops no other', () => {
  const manual = createManualClock();
  const reported: string[] = [];
  const clock = guardedClock(manual, (what, error) => reported.push(`${what} ${error}`));
  let later = 0;
  clock.schedule(() => {
    throw new RangeError('Invalid string length');
  }, 10);
  clock.schedule(() => {
    later += 1;
  }, 10);
  manual.advance(20);
  expect(reported).toEqual(['A timer failed. RangeError: Invalid string length']);
  expect(later).toBe(1);
  expect(clock.now()).toBe(manual.now());
});

describe('elapsed time', () => {
  /** A machine on which each of the three sources can be moved. */
  const startMachine = () => {
    const at = { wall: 1_750_000_000_000, awake: 5_000, sinceBoot: 90_000 };
    const passed = createMonotonic({
      wall: () => at.wall,
      awake: () => at.awake,
      sinceBoot: () => at.sinceBoot,
    });
    const start = passed();
    return {
      at,
      passed: () => passed() - start,
      pass(ms: number, sources: (keyof typeof at)[] = ['wall', 'awake', 'sinceBoot']) {
        for (const source of sources) at[source] += ms;
      },
    };
  };

  it('passes while the machine is awake and while it sleeps', () => {
    const machine = startMachine();
    machine.pass(1_500);
    expect(machine.passed()).toBe(1_500);
    machine.pass(7_200_000, ['wall', 'sinceBoot']);
    machine.pass(10);
    expect(machine.passed()).toBe(7_201_510);
    machine.pass(60_000, ['wall', 'sinceBoot']);
    expect(machine.passed()).toBe(7_261_510);
  });

  it('is not changed by setting the clock', () => {
    const machine = startMachine();
    machine.pass(7_200_000, ['wall']);
    expect(machine.passed()).toBe(0);
    machine.pass(-14_400_000, ['wall']);
    machine.pass(250);
    expect(machine.passed()).toBe(250);
  });
});
