import { describe, expect, it } from 'vitest';
import { createIdSource } from './id-source.ts';

const zeros = (count: number) => new Uint8Array(count);

describe('ids of memories', () => {
  it('do not collide within a millisecond, even without chance', () => {
    const createId = createIdSource({ now: () => 1_700_000_000_000, randomBytes: zeros });
    const ids = Array.from({ length: 100_000 }, () => createId('wf'));
    expect(new Set(ids).size).toBe(100_000);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('do not collide if the clock goes back or the numbers of a millisecond are used up', () => {
    let now = 5;
    const createId = createIdSource({ now: () => now, randomBytes: (n) => zeros(n).fill(255) });
    const first = createId('wf');
    const second = createId('wf');
    now = 1;
    const third = createId('wf');
    expect(new Set([first, second, third]).size).toBe(3);
    expect([third, first, second].toSorted()).toEqual([first, second, third]);
  });

  it('are file names on every system, and contain the time', () => {
    const id = createIdSource({ now: () => 2 ** 48 - 1, randomBytes: zeros })('absorbed');
    expect(id).toBe('absorbed-7zzzzzzzzz0000000000000000');
    expect(id).toMatch(/^[a-z0-9-]+$/);
  });
});
