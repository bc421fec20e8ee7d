import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { expect, it } from 'vitest';
import { createAlarm } from './alarm.ts';

function start(next: () => number, ring: () => void) {
  const clock = createManualClock();
  const reported: string[] = [];
  const alarm = createAlarm({
    clock,
    untilNext: () => next() - clock.now(),
    ring,
    report: (what, error) => reported.push(`${what} ${error}`),
  });
  return { clock, reported, alarm };
}

it('runs when something is due, and otherwise every half minute', () => {
  const rung: number[] = [];
  let next = Number.POSITIVE_INFINITY;
  const { clock, alarm } = start(
    () => next,
    () => {
      rung.push(clock.now());
      next = Number.POSITIVE_INFINITY;
      void alarm.arm();
    },
  );
  const began = clock.now();
  next = began + 5_000;
  void alarm.arm();
  clock.advance(36_000);
  expect(rung).toEqual([began + 5_000, began + 35_000]);
  void alarm.arm(1_000);
  alarm.stop();
  clock.advance(90_000);
  expect(rung).toHaveLength(2);
});

it('waits for a table that answers later, and the last request counts', async () => {
  const clock = createManualClock();
  const answers: ((ms: number) => void)[] = [];
  let rung = 0;
  const alarm = createAlarm({
    clock,
    untilNext: () => new Promise((resolve) => answers.push(resolve)),
    ring: async () => {
      rung += 1;
    },
    report: () => {},
  });
  const first = alarm.arm();
  const second = alarm.arm();
  answers[1]?.(5_000);
  await second;
  answers[0]?.(1_000);
  await first;
  clock.advance(4_999);
  expect(rung).toBe(0);
  clock.advance(1);
  expect(rung).toBe(1);
  alarm.stop();
});

it('survives a table that cannot be read, and due work that fails', () => {
  let broken = true;
  let rung = 0;
  const { clock, reported, alarm } = start(
    () => {
      if (broken) throw new Error('database disk image is malformed');
      return clock.now();
    },
    () => {
      rung += 1;
      if (broken) throw new Error('database disk image is malformed');
    },
  );
  void alarm.arm();
  clock.advance(30_000);
  expect(rung).toBe(1);
  expect(reported).toHaveLength(3);
  broken = false;
  clock.advance(30_000);
  expect(rung).toBe(2);
  alarm.stop();
});
