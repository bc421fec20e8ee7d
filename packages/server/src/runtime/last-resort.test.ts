import { expect, it } from 'vitest';
import { createLastResort } from './last-resort.ts';

function resort() {
  const reported: string[] = [];
  let time = 0;
  let exits = 0;
  const lastResort = createLastResort({
    now: () => time,
    log: (_, what) => reported.push(what),
    exit: () => {
      exits += 1;
    },
  });
  return { lastResort, reported, exits: () => exits, pass: (ms: number) => (time += ms) };
}

it('continues after a fault while it serves, and reports it', () => {
  const { lastResort, reported, exits } = resort();
  lastResort.serving();
  lastResort.caught(new RangeError('Invalid string length'));
  expect(exits()).toBe(0);
  expect(reported).toEqual([expect.stringContaining('goes on')]);
});

it('ends before it serves, and if it only fails', () => {
  const starting = resort();
  starting.lastResort.caught(new Error('at the start'));
  expect(starting.exits()).toBe(1);
  const failing = resort();
  failing.lastResort.serving();
  for (let fault = 0; fault < 100; fault += 1) failing.lastResort.caught(fault);
  failing.pass(60_000);
  failing.lastResort.caught('later');
  expect(failing.exits()).toBe(0);
  for (let fault = 0; fault < 100; fault += 1) failing.lastResort.caught(fault);
  expect(failing.exits()).toBe(1);
});
