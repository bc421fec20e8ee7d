import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

it('runs once more for any number of requests meanwhile', async () => {
  let release = () => {};
  let begun = 0;
  const work = oneAtATime(() => {
    begun += 1;
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  const first = work.ask();
  const others = [work.ask(), work.ask()];
  expect(begun).toBe(1);
  release();
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toBe(2);
  release();
  await Promise.all([first, ...others, work.idle()]);
  expect(begun).toBe(2);
});

it('an error ends it, and the next request starts it again', async () => {
  let begun = 0;
  const work = oneAtATime(async () => {
    begun += 1;
    if (begun === 1) throw new Error('database disk image is malformed');
  });
  await expect(work.ask()).rejects.toThrow('malformed');
  await work.idle();
  await work.ask();
  expect(begun).toBe(2);
});
