import { expect, it } from 'vitest';
import type { StoreFault } from '../store/faults/store-fault.ts';
import type { WriterRequest } from '../store/writer-protocol.ts';
import { createWriteQueue, type Written } from './write-queue.ts';

const request = (id: number, waits = false): WriterRequest => ({
  ...{ id, waits, name: 'put', input: null, now: 0 },
});

/** A queue over a store that does what `write` says with the ids of a batch. */
function queueOver(write: (ids: number[]) => StoreFault | null | { room: number }) {
  const elapsed = { ms: 0 };
  const batches: number[][] = [];
  const refused: [number, string][] = [];
  const queue = createWriteQueue({
    commitDelayMs: 2,
    now: () => elapsed.ms,
    async write(batch): Promise<Written> {
      const ids = batch.map(({ id }) => id);
      batches.push(ids);
      const outcome = write(ids);
      if (outcome === null) return { fault: null, left: [] };
      if ('room' in outcome) return { fault: null, left: batch.slice(outcome.room) };
      return { fault: outcome };
    },
    refuse(requests, { code }) {
      for (const { id } of requests) refused.push([id, code]);
    },
  });
  return { queue, elapsed, batches, refused };
}

it('writes what had no room in one group with the next one, before what came meanwhile', async () => {
  const { queue, batches } = queueOver(() => ({ room: 2 }));
  for (const id of [1, 2, 3, 4, 5]) queue.take(request(id));
  const first = queue.flush();
  queue.take(request(6));
  await first;
  await queue.flush();
  await queue.flush();
  expect(batches).toEqual([
    [1, 2, 3, 4, 5],
    [3, 4, 5, 6],
    [5, 6],
  ]);
  expect(queue.isEmpty()).toBe(true);
});

it('refuses a command whose turn comes when its client has given it up, and keeps what must be recorded', async () => {
  const { queue, elapsed, batches, refused } = queueOver(() => ({ room: 1 }));
  for (const [id, waits] of [
    [1, false],
    [2, false],
    [3, true],
    [4, false],
  ] as const) {
    queue.take(request(id, waits));
  }
  await queue.flush();
  elapsed.ms = 20_000;
  queue.take(request(5));
  await queue.flush();
  await queue.flush();
  expect(refused).toEqual([
    [2, 'STORE_BUSY'],
    [4, 'STORE_BUSY'],
  ]);
  expect(batches).toEqual([[1, 2, 3, 4], [3, 5], [5]]);
});
