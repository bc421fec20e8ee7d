import { startMs } from '@countersign/bff/testing/postgres';
import { engines, type StoreUnderTest } from '@countersign/bff/testing/store-engines';
import type { Writing } from '@countersign/server/store/port';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { knowledgeAfter, putKnowledge } from './knowledge-entries.ts';
import { removeOldGiven } from './old-given.ts';

const dayMs = 86_400_000;
const start = 1_780_000_000_000;

describe.each(engines)('what runs were given, on %s', (_, open) => {
  let store: StoreUnderTest;
  beforeAll(async () => {
    store = await open();
  }, startMs);
  beforeEach(() => store.empty());
  afterAll(() => store.close());

  /** Two memories are given to a run, and something is known of the first. */
  const give = async (writing: Writing, place: number, day: number) => {
    const memories = ['m1', 'm2'].map((id) => ({ id }));
    const given = { at: start + day * dayMs, memories };
    const row = { id: `r${place}`, state: 'agent', about: 't', body: JSON.stringify(given), place };
    await putKnowledge(writing, 'given', row);
    for (const [index, { id }] of memories.entries()) {
      const use = { id: `${id}/r${place}`, state: 'not-asked', about: id, body: '{}' };
      await putKnowledge(writing, 'use', { ...use, place: place * 2 + index });
    }
  };
  const giveOn = (days: readonly number[]) =>
    store.transact(start, async (writing) => {
      for (const [index, day] of days.entries()) await give(writing, index + 1, day);
    });
  const removed = async (onDay: number, limit: number, runs?: number) => {
    let count = 0;
    await store.transact(start + onDay * dayMs, async (writing) => {
      count = await removeOldGiven(writing, limit, runs);
    });
    return count;
  };
  const left = async (kind: 'given' | 'use') =>
    (await knowledgeAfter(store.reading, kind, { place: 0, limit: 99 })).map(({ id }) => id);

  it('is kept for a year, and goes with what became of it', async () => {
    await giveOn([0, 1, 200]);
    expect(await removed(365, 100)).toBe(0);
    expect(await removed(367, 100)).toBe(6);
    expect([await left('given'), await left('use')]).toEqual([['r3'], ['m1/r3', 'm2/r3']]);
  });

  it('is kept of the newest runs only, however young it is', async () => {
    await giveOn([0, 0, 0, 0]);
    expect(await removed(0, 100, 4)).toBe(0);
    expect(await removed(0, 100, 1)).toBe(9);
    expect([await left('given'), await left('use')]).toEqual([['r4'], ['m1/r4', 'm2/r4']]);
  });

  it('goes a few at a time, the oldest first', async () => {
    await giveOn([0, 1, 2]);
    expect(await removed(900, 4)).toBe(6);
    expect(await left('given')).toEqual(['r3']);
    expect(await removed(900, 4)).toBe(3);
    expect(await removed(900, 4)).toBe(0);
  });

  it('that cannot be read does not keep the others', async () => {
    await giveOn([0, 1, 2]);
    const row = { id: 'r1', state: '', about: '', body: '{"at', place: 1 };
    await store.transact(start, (writing) => putKnowledge(writing, 'given', row));
    expect(await removed(900, 100)).toBe(6);
    expect(await left('given')).toEqual(['r1']);
    expect(await removed(900, 100, 0)).toBe(1);
  });
});
