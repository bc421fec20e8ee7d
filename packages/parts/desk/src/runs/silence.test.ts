import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { expect, it } from 'vitest';
import { watchSilence } from './silence.ts';

it('still watches after it could not be read whether the silence is excused, and reports that', async () => {
  const clock = createManualClock();
  const damage = new Error('database disk image is malformed');
  const answers = [() => Promise.reject(damage), () => Promise.resolve(false)];
  const errors: unknown[] = [];
  let silent = 0;
  watchSilence({
    clock,
    idleMs: 60_000,
    lingerMs: 10_000,
    excused: () => answers.shift()?.() ?? true,
    onError: (error) => errors.push(error),
    onSilence: () => {
      silent += 1;
    },
  });
  clock.advance(60_000);
  await new Promise(setImmediate);
  expect(errors).toEqual([damage]);
  expect(silent).toBe(0);
  clock.advance(60_000);
  await new Promise(setImmediate);
  expect(silent).toBe(1);
});
