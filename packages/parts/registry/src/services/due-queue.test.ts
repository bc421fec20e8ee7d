import { expect, it } from 'vitest';
import { createDueQueue } from './due-queue.ts';

it('gives the longest overdue first, and none that is no longer wanted', () => {
  const gone = new Set<number>();
  const queue = createDueQueue<{ at: number }>(({ at }) => !gone.has(at));
  // A permutation: 37 and 500 have no common factor.
  const times = Array.from({ length: 500 }, (_, index) => (index * 37) % 500);
  for (const at of times) queue.add({ at });
  for (let at = 0; at < 500; at += 3) gone.add(at);
  const taken: number[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item.at);
  expect(taken).toEqual(times.filter((at) => at % 3 !== 0).sort((a, b) => a - b));
  queue.add({ at: 7 });
  expect([queue.next(), queue.next()]).toEqual([{ at: 7 }, { at: 7 }]);
});
